import { Navigate, Outlet } from "@tanstack/react-router";
import { Page } from "#client/components/page.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { MEMBER_AREA } from "#shared/messages.ts";
import { MemberHeader } from "./header.tsx";
import { MemberNav } from "./nav.tsx";

export { StatsPage } from "./stats-page.tsx";

/** The member area before a module is chosen; goes on to the tickets at once [NAV-07]. */
export const MemberIndex = () => (
  <>
    <p className="text-lg text-muted">{MEMBER_AREA.index}</p>
    <Navigate to="/member/tickets" replace />
  </>
);

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
