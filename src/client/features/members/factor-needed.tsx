import { Link, useLocation } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { Emblem } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { TEAM_FACTOR } from "#shared/member-area-messages.ts";

/** Whether the permissions of whoever is signed in are off, since the site asks for a second factor. */
export const useNeedsFactor = (): boolean => useSession()?.needsSecondFactor === true;

const ToSecurity = () => (
  <Button asChild size="sm">
    <Link to="/member/accountsettings" search={{ tab: "Security" }}>
      {TEAM_FACTOR.action}
    </Link>
  </Button>
);

/** Says on every member screen what is missing, and leads there; where it is set up, says where. */
export const FactorStrip = () => {
  const isThere = useLocation({
    select: ({ search }) => "tab" in search && search.tab === "Security",
  });
  return (
    <aside
      aria-label={TEAM_FACTOR.title}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent/50 bg-ground-850 px-4 py-3 text-ink print:hidden"
    >
      <ShieldAlert className="size-5 shrink-0 text-accent" aria-hidden />
      <p className="min-w-0 flex-1 basis-60 text-[0.95rem]">
        <strong className="font-semibold">{TEAM_FACTOR.title}.</strong>{" "}
        {isThere ? TEAM_FACTOR.here : TEAM_FACTOR.text}
      </p>
      {!isThere && <ToSecurity />}
    </aside>
  );
};

/** Stands in place of a screen of the team until then. */
export const FactorPanel = () => (
  <section className="panel grid justify-items-center gap-5 px-6 py-14 text-center">
    <Emblem icon={ShieldAlert} kind="wait" />
    <h1 className="headline text-4xl sm:text-5xl">{TEAM_FACTOR.title}</h1>
    <p className="max-w-[52ch] leading-relaxed text-pretty text-muted">{TEAM_FACTOR.long}</p>
    <ToSecurity />
  </section>
);
