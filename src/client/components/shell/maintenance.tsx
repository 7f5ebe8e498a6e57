import { Link, useRouterState } from "@tanstack/react-router";
import { Construction } from "lucide-react";
import { ServersLink } from "#client/components/hash-link.tsx";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useMay } from "#client/lib/session/may.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { exactTime, useNow } from "#client/lib/time.ts";
import { MAINTENANCE } from "#shared/maintenance-messages.ts";
import { isClosedInMaintenance } from "#shared/rules/maintenance.ts";

/** Whether what stands at the present address is closed to whoever is there [SITE-08]. */
export const useIsClosed = (): boolean => {
  const { maintenance } = useSite();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const mayPass = useMay("site");
  return maintenance !== null && !mayPass && isClosedInMaintenance(path);
};

/** Why the site is in maintenance, and when it is expected to end, in the reader's own time. */
const Reason = () => {
  const { maintenance } = useSite();
  const own = useOwnLang();
  // The server does not know the reader's time zone.
  const nowMs = useNow();
  if (maintenance === null) return null;
  const { reason, expectedEnd } = maintenance;
  const isLate = expectedEnd !== null && nowMs !== null && Date.parse(expectedEnd) <= nowMs;
  return (
    <>
      <span {...own}>{reason}</span> {isLate && MAINTENANCE.takesLonger}
      {expectedEnd !== null && nowMs !== null && !isLate && (
        <>
          {MAINTENANCE.expectedEnd}{" "}
          <time dateTime={expectedEnd} className="whitespace-nowrap">
            {exactTime(new Date(expectedEnd))}
          </time>
          .
        </>
      )}
    </>
  );
};

/** Says on every screen that the site is in maintenance, above all else on it. */
export const MaintenanceStrip = () => {
  const { maintenance } = useSite();
  const mayChange = useMay("site");
  if (maintenance === null) return null;
  return (
    <aside
      aria-label={MAINTENANCE.title}
      className="border-b border-accent/40 bg-ground-850 text-sm text-ink print:hidden"
    >
      <div className="shell flex items-center gap-x-3 py-2.5">
        <Construction className="size-5 shrink-0 text-accent" aria-hidden />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <strong className="font-semibold">{MAINTENANCE.title}.</strong> <Reason />
        </p>
        {mayChange && (
          <Button asChild variant="outline" size="sm">
            <Link to="/member/admin/site">{MAINTENANCE.change}</Link>
          </Button>
        )}
      </div>
    </aside>
  );
};

/** What everybody sees but whoever may change the site, in place of a screen that is closed. */
export const ClosedScreen = () => (
  <Page className="grid place-items-center">
    <div className="shell flex flex-col items-center py-16 text-center">
      <Construction className="size-16 text-accent" strokeWidth={1.25} aria-hidden />
      <h1 className="headline mt-6 text-5xl md:text-7xl">{MAINTENANCE.closedTitle}</h1>
      <p className="mt-5 max-w-xl text-lg text-pretty wrap-anywhere text-muted">
        <Reason />
      </p>
      <p className="mt-3 max-w-xl text-muted">{MAINTENANCE.closedText}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <ServersLink first="ServerStatusDisplay" />
        </Button>
        <Button asChild variant="outline">
          <Link to="/">{MAINTENANCE.home}</Link>
        </Button>
      </div>
    </div>
  </Page>
);
