import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { Suspense, use, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart, missingParts } from "#client/lib/chunks.ts";
import { LiveContext } from "#client/lib/feed/live.ts";
import { pendingPage } from "#client/lib/routing/pending-page.ts";
import { type ToastRequest, onToast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Bar } from "./bar.tsx";
import { ClosedScreen, MaintenanceStrip, useIsClosed } from "./maintenance.tsx";
import { PageReady } from "./page-ready.tsx";
import { Footer } from "./site-layout.tsx";

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
    <LostConnection />
    <Offline />
    <NewVersion />
    <Toaster />
  </>
);
