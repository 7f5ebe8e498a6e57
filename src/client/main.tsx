import type { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { SITE_FEED_AFTER_MS, SITE_LOOK_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { MemberBar } from "./components/shell/bar.tsx";
import { forgetRecord } from "./features/checkout/forget-record.ts";
import { untilLoaded } from "./lib/chunks.ts";
import { keepWhatIsRead, restoreKept } from "./lib/kept.ts";
import { reportMissedPopstate, takeTypedEarly } from "./lib/page-marks.ts";
import { previewPlace, readPreview } from "./lib/preview.ts";
import { pendingPage } from "./lib/routing/lazy-route.ts";
import { listenForManualScroll, scrollToHash } from "./lib/scroll.ts";
import { markQueryTimers } from "./lib/session/cause.ts";
import { hasEarlyAnswers, onStepUp } from "./lib/session/link.ts";
import { watchSession } from "./lib/session/session.ts";
import { isExpired } from "./lib/session/token-store.ts";
import { readSite, readStatus, readTexts, seedStatus, seedTexts } from "./lib/site.ts";
import { forgetKept } from "./lib/storage.ts";
import { dropNotice } from "./lib/toast.ts";
import { headOf } from "./page-head.ts";
import { type AppRouterInstance, createAppRouter } from "./router.tsx";

const LOGIN_PATH = "/login";

/**
 * Once the page is there. What the feed tells must not meet one that is still to become alive: it would
 * differ from what the server rendered.
 */
const whenShown = (then: () => void) => {
  const { documentElement } = document;
  if (documentElement.dataset["ready"] !== undefined) {
    then();
    return;
  }
  const observer = new MutationObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe(documentElement, { attributeFilter: ["data-ready"] });
};

/**
 * Makes the page follow who is signed in: the feed of a member, the guards when somebody has
 * signed out in whatever tab, the login screen for who was away too long.
 */
const followSession = (router: AppRouterInstance) => {
  const { session, live } = router.options.context;
  const { tokens } = session;

  // Who comes back after long to a page for everybody is simply a guest; the guards have their say.
  const token = tokens.read();
  if (token !== null && isExpired(token, tokens.clock.nowMs())) tokens.put(null);

  const show = () => {
    const isSignedIn = tokens.read() !== null;
    document.documentElement.toggleAttribute("data-session", isSignedIn);
    if (isSignedIn) whenShown(live.start);
  };
  show();
  if (tokens.read() === null) {
    forgetRecord();
    void forgetKept();
  }

  session.subscribe(async (event) => {
    show();
    void forgetKept();
    // What somebody was about to buy is of no use to whoever comes after.
    forgetRecord();
    const isAtLogin = () => router.latestLocation.pathname === LOGIN_PATH;
    const leadToLogin = () =>
      router.navigate({ to: LOGIN_PATH, search: { redirect: router.latestLocation.href } });
    if (event === "inactive" && !isAtLogin()) {
      await leadToLogin();
      // The click that showed the inactivity may have been on a link, which led on to its page.
      if (tokens.read() === null && !isAtLogin()) await leadToLogin();
    } else if (event !== "in") await router.invalidate();
  });

  // A guard may lead to the login twice: only a screen that is really shown ends what it says.
  router.subscribe("onResolved", ({ fromLocation, toLocation }) => {
    if (fromLocation?.pathname === LOGIN_PATH && toLocation.pathname !== LOGIN_PATH) dropNotice();
  });

  const onUse = watchSession(session);
  router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
    if (pathChanged) onUse();
  });
};

/** Stands alone on the page while nothing can be said yet about what will be there. */
const Loading = () => (
  <main className="grid flex-1 place-items-center" aria-busy="true">
    <output className="flex flex-col items-center gap-4">
      <svg
        viewBox="0 0 24 24"
        className="size-14 animate-spin fill-none stroke-accent [animation-duration:1.6s]"
        aria-hidden="true"
        focusable="false"
      >
        <path
          d="M12 2.500 20.200 7.200v9.600L12 21.500l-8.200-4.700V7.200z"
          pathLength="6"
          strokeDasharray="4.500 1.500"
          strokeWidth="1.500"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">{MESSAGES.loading}</span>
    </output>
  </main>
);

/** The home page, or a server's sheet over it. */
const isOfHome = ({ pathname }: { pathname: string }) =>
  pathname === "/" || pathname.startsWith("/servers/");

/** Shows what is published while the page is open, as soon as this tab hears of it. */
const followSite = (router: AppRouterInstance) => {
  const { live, shown } = router.options.context;
  const { version, maintenance } = shown.get();
  let asked: { siteVersion: number; maintenance?: number | undefined } = {
    siteVersion: version,
    maintenance: maintenance?.id,
  };
  const show = async (news?: typeof asked) => {
    const { showPublished } = await untilLoaded(() => import("./site-news.ts"));
    await showPublished(router, news);
  };
  live.onEvent((event) => {
    if (event.type !== "site.changed" && event.type !== "hello") return;
    const { siteVersion, maintenance } = event;
    if (siteVersion === undefined) return;
    if (siteVersion === asked.siteVersion && maintenance === asked.maintenance) return;
    asked = { siteVersion, maintenance };
    void show(asked);
  });
  setTimeout(() => whenShown(live.start), SITE_FEED_AFTER_MS);
  // Where the feed cannot be had, a tab looks for itself.
  setInterval(() => {
    if (!live.isLive() && navigator.onLine && document.visibilityState === "visible") void show();
  }, SITE_LOOK_MS);
};

/** Shows an Admin the drafts. @returns false where what is published is shown after all. */
const showDrafts = async (router: AppRouterInstance): Promise<boolean> => {
  if (!readPreview() || router.options.context.session.tokens.read() === null) return false;
  const { beginPreview } = await untilLoaded(() => import("./site-news.ts"));
  return await beginPreview(router);
};

/**
 * Lets nobody leave a screen before the next one's script is there: without a network what was typed
 * stays, and the way goes on by itself.
 */
const keepPage = (router: AppRouterInstance) => {
  let newest: string | null = null;
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ currentLocation, nextLocation: { href, pathname } }) => {
      if (pathname === currentLocation.pathname) return false;
      const [routes] = router.getMatchedRoutes(pathname);
      const isNewest = () => newest === href;
      newest = href;
      try {
        await pendingPage.during(() =>
          untilLoaded(
            () => Promise.all(routes.map(async (route) => router.loadRouteChunk(route))),
            { isWanted: isNewest, href },
          ),
        );
      } catch {
        // What is wrong with the screen itself it says when it is shown.
      }
      return !isNewest();
    },
  });
};

const LOADING_SHOWN_AFTER_MS = 300;
/** What was asked for early has mostly come by now, and is only read. */
const EARLY_WAIT_MS = 150;

/** Waits until no query is under way, for `EARLY_WAIT_MS` at most. */
const untilRead = (queryClient: QueryClient) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const look = () => {
      if (queryClient.isFetching() === 0) end();
    };
    const timer = setTimeout(end, EARLY_WAIT_MS);
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });

/** Once the screen is painted, its fonts may come: boot.js says so of what the server rendered. */
const markPainted = () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      document.documentElement.dataset["painted"] = "";
    }),
  );

/** Takes over the page that the server rendered, or fills an empty one. */
const start = async () => {
  markQueryTimers();
  const site = readSite();
  const router = createAppRouter(site);
  const { live, queries, queryClient, session } = router.options.context;
  const status = readStatus();
  const areDraftsShown = await showDrafts(router);
  if (status !== null) seedStatus(queries, status);
  if (!areDraftsShown) seedTexts(queries, readTexts());

  router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
    // A newer build is running: the next page comes from it, whole.
    if (pathChanged && live.isOutdated()) window.location.assign(toLocation.href);
  });
  router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
    if (fromLocation === undefined) return;
    const { title, description } = headOf(router);
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    // A sheet that opens or closes gives and takes the focus itself, and the page stays where it is.
    const isOfSheet = toLocation.state.isSheet ?? fromLocation.state.isSheet ?? false;
    if (isOfSheet && isOfHome(fromLocation) && isOfHome(toLocation)) return;
    if (pathChanged && toLocation.hash === "")
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    if (toLocation.hash !== "" && (pathChanged || hashChanged)) scrollToHash(toLocation.hash);
  });
  reportMissedPopstate(router.history);
  onStepUp(async () => {
    const { askWhoItIs } = await untilLoaded(() => import("./components/step-up-dialog.tsx"));
    return askWhoItIs(session.tokens);
  });
  listenForManualScroll();
  keepPage(router);

  const container = document.querySelector("#app");
  if (container === null) throw new Error("The page has no #app.");
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );

  // Without a network the page shows what was last read.
  const isKept = document.documentElement.dataset["kept"] !== undefined || !navigator.onLine;
  if (isKept && !areDraftsShown) await restoreKept(queryClient, session.tokens);
  // Loaded before the first render, so that the screen is there at once and matches the server's markup.
  const isReadEarly = hasEarlyAnswers();
  const loaded = router.load();
  const shell = container.querySelector("[data-shell]");
  const isShellShown = shell !== null && getComputedStyle(shell).display !== "none";
  // What the server rendered knows nothing of what was kept or drafted, and of a guarded screen only the frame.
  if (container.firstElementChild === null || shell !== null || isKept || areDraftsShown) {
    const root = createRoot(container);
    // A guarded screen waits for the server to say who is signed in.
    const timer = setTimeout(() => {
      if (!isShellShown) root.render(<Loading />);
    }, LOADING_SHOWN_AFTER_MS);
    await loaded;
    // Drawn with its bar and its rows the screen is drawn once instead of three times.
    if (isShellShown && session.tokens.read() !== null) await MemberBar.preload();
    if (isShellShown && isReadEarly) await untilRead(queryClient);
    clearTimeout(timer);
    const retype = isShellShown ? takeTypedEarly(shell) : null;
    // At once, so that no key is lost between the two forms.
    flushSync(() => root.render(app));
    markPainted();
    retype?.();
    if (areDraftsShown && previewPlace() !== "") scrollToHash(previewPlace());
  } else {
    await loaded;
    // What the server rendered has no Suspense boundary around the matches; this leaves it out here too.
    router.ssr = { manifest: undefined };
    // In slices: what was rendered can be scrolled and read meanwhile.
    startTransition(() => void hydrateRoot(container, app));
  }
  followSession(router);
  followSite(router);
  // Nobody reads drafts again later, offline.
  if (areDraftsShown) return;
  keepWhatIsRead(queryClient, session.tokens);
};

// Not awaited: the lazy parts import this file (scripts/client/bundle.ts) and would wait for its end.
void start();
