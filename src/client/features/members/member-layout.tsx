import { Outlet } from "@tanstack/react-router";
import { Page } from "#client/components/page.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { MemberHeader } from "./member-header.tsx";
import { MemberNav } from "./member-nav.tsx";

/** The frame of the member area: who one is, the modules, and the one that is open [NAV-07]. */
export const MemberLayout = () => {
  const user = useSession();
  return (
    <Page>
      <MemberHeader />
      <div className="shell pb-24 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12 lg:pt-12 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-x-16">
        <MemberNav />
        {/* Another person's screens begin anew, with nothing that this one has typed. */}
        <div key={user?.id} className="min-w-0 pt-8 lg:pt-0">
          {/* Who has just signed out is led away: what stood here asks for nothing any more. */}
          {user != null && <Outlet />}
        </div>
      </div>
    </Page>
  );
};
