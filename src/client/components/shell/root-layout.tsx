import { Outlet, useRouterState } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart, missingParts } from "#client/lib/chunks.ts";
import { pendingPage } from "#client/lib/routing/pending-page.ts";
import { type ToastRequest, onToast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";

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
        className="pointer-events-none fixed inset-x-0 top-0 z-60 h-1 origin-left animate-pending bg-amber"
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
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-60 mx-auto flex w-fit max-w-full items-center gap-4 rounded-lg border border-ember/50 bg-night-850 py-3 pr-3 pl-4 text-bone shadow-2xl"
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

export const RootLayout = () => {
  // Says that what the server rendered now answers; browser tests wait for it.
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return (
    <>
      <PendingBar />
      <Outlet />
      <LostConnection />
      <Toaster />
    </>
  );
};
