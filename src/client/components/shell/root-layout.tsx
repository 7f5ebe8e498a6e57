import { Link, Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { Construction, WifiOff } from "lucide-react";
import { Suspense, use, useEffect, useState, useSyncExternalStore } from "react";
import { Page, PageReady, ServersLink } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart, missingParts } from "#client/lib/chunks.ts";
import { LiveContext } from "#client/lib/feed/live.ts";
import { pendingPage } from "#client/lib/routing/lazy-route.ts";
import { useMay } from "#client/lib/session/use-session.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { exactTime, useNow } from "#client/lib/time.ts";
import { onToast, type ToastRequest } from "#client/lib/toast.ts";
import { MAINTENANCE, MESSAGES } from "#shared/messages.ts";
import { isClosedInMaintenance } from "#shared/rules/community.ts";
import { Bar } from "./bar.tsx";
import { Footer } from "./site-layout.tsx";

/** Whether what stands at the present address is closed to whoever is there [SITE-08]. */
const useIsClosed = (): boolean => {
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
const MaintenanceStrip = () => {
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
const ClosedScreen = () => (
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

/**
 * Says that the next page is on its way. Its animation begins with a delay, and it is hidden until
 * then: whoever waits less than 150 ms sees nothing. A screen reader hears the page when it is there.
 */
const PendingBar = () => {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const isWaiting = useSyncExternalStore(pendingPage.subscribe, pendingPage.isAny, () => false);
  return (
    (isLoading || isWaiting) && (
      <div
        aria-hidden
        data-pending-bar
        className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1 origin-left animate-pending bg-accent"
      />
    )
  );
};

/** Says that a part of the page is waited for, without taking away what is there. */
const LostConnection = () => {
  const isAny = useSyncExternalStore(missingParts.subscribe, missingParts.isAny, () => false);
  return (
    isAny && (
      <div
        role="alert"
        data-floats
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-60 mx-auto flex w-fit max-w-full items-center gap-4 rounded-lg border border-ember/50 bg-ground-850 py-3 pr-3 pl-4 text-ink shadow-2xl"
      >
        <WifiOff className="size-5 shrink-0 text-ember" aria-hidden />
        <span>{MESSAGES.networkError}</span>
        <Button variant="outline" size="sm" onClick={missingParts.tryAgain}>
          Try again
        </Button>
      </div>
    )
  );
};

const onNetwork = (onChange: () => void) => {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
};

/**
 * Says that the browser has no network, as long as it has none. On a phone it lies between the drawings
 * of the bar and the line below them, where there is nothing to read or to press.
 */
const Offline = () => {
  const isOffline = useSyncExternalStore(
    onNetwork,
    () => !navigator.onLine,
    () => false,
  );
  return (
    isOffline && (
      <output className="pointer-events-none fixed inset-x-2 top-[3.125rem] z-60 mx-auto flex h-5 w-fit items-center gap-1.5 rounded-full border border-ember/60 bg-ground-850 px-3 text-xs leading-none font-semibold whitespace-nowrap text-ink shadow-xl md:top-18 md:h-8 md:gap-2 md:px-4 md:text-sm">
        <WifiOff className="size-3.5 shrink-0 text-ember md:size-4" aria-hidden />
        {MESSAGES.offline}
      </output>
    )
  );
};

/** Offers the build that the server runs now, once it is another than this page's. */
const NewVersion = () => {
  const live = use(LiveContext);
  const isOutdated = useSyncExternalStore(
    live?.subscribe ?? (() => () => {}),
    live?.isOutdated ?? (() => false),
    () => false,
  );
  const [isLater, setLater] = useState(false);
  return (
    isOutdated &&
    !isLater && (
      <output
        data-floats
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-50 mx-auto flex w-fit max-w-full flex-wrap items-center gap-3 rounded-lg border border-ground-600 bg-ground-850 py-2 pr-2 pl-4 text-ink shadow-2xl"
      >
        {MESSAGES.newVersion}
        <Button size="sm" onClick={() => window.location.reload()}>
          {MESSAGES.reload}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setLater(true)}>
          {MESSAGES.later}
        </Button>
      </output>
    )
  );
};

const ToasterHost = lazyPart(() => import("#client/components/toaster-host.tsx"));

/** Listens for toasts; the toast library comes with the first of them. */
const Toaster = () => {
  const [requests, setRequests] = useState<readonly ToastRequest[] | null>(null);
  // A new one shows nothing of what the one before did: at once, and in a tab that nobody sees, too.
  const [hostNumber, setHostNumber] = useState(0);
  useEffect(
    () =>
      onToast((request) => {
        if (request === null) setHostNumber((number) => number + 1);
        setRequests((earlier) =>
          request === null ? earlier && [] : [...(earlier ?? []), request],
        );
      }),
    [],
  );
  if (requests === null) return null;
  return (
    <Suspense>
      <ToasterHost
        key={hostNumber}
        requests={requests}
        onShown={(count) => setRequests((all) => all?.slice(count) ?? null)}
      />
    </Suspense>
  );
};

const SITE_LAYOUT = "/_site";

const Screens = () => {
  const isClosed = useIsClosed();
  /** The layout of most screens says for itself when it is alive. */
  const hasLayout = useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === SITE_LAYOUT && status === "success"),
  });
  if (isClosed)
    return (
      <>
        <Bar />
        <ClosedScreen />
        <Footer />
        <PageReady />
      </>
    );
  return (
    <>
      <Outlet />
      {!hasLayout && <PageReady />}
    </>
  );
};

export const RootLayout = () => (
  <>
    <PendingBar />
    <MaintenanceStrip />
    <Screens />
    {/* An open dialog hides the page from screen readers, but no element with this attribute. */}
    <div aria-live="off">
      <LostConnection />
      <Offline />
      <NewVersion />
      <Toaster />
    </div>
  </>
);
