import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { keepPage } from "./keep-page.ts";
import { reportMissedPopstate } from "./lib/missed-popstate.ts";
import { listenForManualScroll, scrollToHash } from "./lib/scroll.ts";
import { markQueryTimers } from "./lib/session/cause.ts";
import { readSite } from "./lib/site.ts";
import { headOf } from "./page-head.ts";
import { createAppRouter } from "./router.tsx";
import { followSession } from "./session-follower.ts";

/** Stands alone on the page while nothing can be said yet about what will be there. */
const Loading = () => (
  <main className="grid flex-1 place-items-center" aria-busy="true">
    <output className="flex flex-col items-center gap-4">
      <svg
        viewBox="0 0 24 24"
        className="size-14 animate-spin fill-none stroke-amber [animation-duration:1.6s]"
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
      <span className="sr-only">Loading…</span>
    </output>
  </main>
);

const LOADING_SHOWN_AFTER_MS = 300;

/** Takes over the page that the server rendered, or fills an empty one. */
const start = async () => {
  markQueryTimers();
  const site = readSite();
  const router = createAppRouter(site);
  const { live } = router.options.context;

  router.subscribe("onBeforeNavigate", ({ pathChanged, toLocation }) => {
    // A newer build is running: the next page comes from it, whole.
    if (pathChanged && live.isOutdated()) window.location.assign(toLocation.href);
  });
  router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
    if (fromLocation === undefined) return;
    const { title, description } = headOf(router);
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
    if (pathChanged && toLocation.hash === "")
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    if (toLocation.hash !== "" && (pathChanged || hashChanged)) scrollToHash(toLocation.hash);
  });
  reportMissedPopstate(router.history);
  listenForManualScroll();
  keepPage(router);

  const container = document.querySelector("#app");
  if (container === null) throw new Error("The page has no #app.");
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );

  // Loaded before the first render, so that the screen is there at once and matches the server's markup.
  const loaded = router.load();
  if (container.firstElementChild === null) {
    const root = createRoot(container);
    // A guarded screen waits for the server to say who is signed in.
    const timer = setTimeout(() => root.render(<Loading />), LOADING_SHOWN_AFTER_MS);
    await loaded;
    clearTimeout(timer);
    root.render(app);
  } else {
    await loaded;
    // What the server rendered has no Suspense boundary around the matches; this leaves it out here too.
    router.ssr = { manifest: undefined };
    // In slices: what was rendered can be scrolled and read meanwhile.
    startTransition(() => void hydrateRoot(container, app));
  }
  followSession(router);
};

// Not awaited: the lazy parts import this file (scripts/client/bundle.ts) and would wait for its end.
void start();
