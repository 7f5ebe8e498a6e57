// The page's first script, before anything is painted. Not bundled: scripts/client/bundle.ts copies
// it and says in `data-…` what there is to start.
{
  // Says in `html[data-session]` whether somebody seems to be signed in: styles.css then shows the
  // members' half of what the server rendered for everybody.
  let token = null;
  try {
    token = localStorage.getItem("authToken");
    const [, claims] = token.split(".");
    const { exp } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    if (exp > Date.now() / 1000) document.documentElement.dataset.session = "";
  } catch {
    // No token, or none of ours: a guest.
  }

  // Fonts and large backdrops are fetched after what they would compete with, when `html[data-painted]` is
  // set: below, or by main.tsx. A browser that was here before has a service worker, or has seen a page in
  // this tab: it has them, and nothing is drawn twice.
  const page = document.documentElement.dataset;
  let wasHere = Boolean(navigator.serviceWorker?.controller);
  try {
    wasHere ||= sessionStorage.getItem("wasHere") !== null;
    sessionStorage.setItem("wasHere", "");
  } catch {
    // A browser that keeps nothing.
  }
  if (wasHere) {
    page.painted = "";
    // From the browser's cache, but not at once: asked for now they are there when the page is laid out.
    for (const link of document.querySelectorAll("link[data-font]")) link.rel = "preload";
  }

  // Starts the application: at once where the page is empty, else when what it shows has arrived and is
  // painted.
  const LONGEST_WAIT_MS = 3000;
  const WORKER = "/sw.js";
  const { main, reads } = document.currentScript.dataset;
  let isStarted = false;

  // Its name stands in shared/constants/trusted-types.ts: nothing else may make scripts of addresses.
  const { trustedTypes } = window;
  const policy = trustedTypes?.createPolicy("start", {
    createScriptURL: (url) => (url === main || url === WORKER ? url : null),
  });
  const trusted = (url) => policy?.createScriptURL(url) ?? url;

  // What the application reads first comes beside it instead of after it. lib/session/link.ts takes the answers.
  const read = () => {
    const { pathname, search } = location;
    const isMeant = ([path, isBeginning]) =>
      isBeginning ? pathname.startsWith(path) : pathname + search === path;
    const meant = JSON.parse(reads).find(isMeant);
    if (meant === undefined) return;
    const [, , url, parts] = meant;
    const ended = new AbortController();
    const end = () => ended.abort();
    const headers = { authorization: `Bearer ${token}` };
    const asked = fetch(url, { headers, signal: ended.signal });
    const answers = asked.then((response) => response.clone().json());
    const early = new Map();
    let first = 0;
    for (const [address, count] of parts) {
      const from = first;
      first += count;
      const cut = async () => {
        const body = JSON.stringify((await answers).slice(from, from + count));
        return new Response(body, await asked);
      };
      const answer = cut();
      answer.catch(() => {});
      early.set(address, { token, answer, end });
    }
    window.earlyAnswers = early;
  };
  if (document.documentElement.dataset.session === "") read();

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = trusted(main);
    document.head.append(script);
  };

  // What the application is started with comes first, and most of what it then needs beside its start.
  const followUp = ({ target }) => {
    if (target.rel !== "modulepreload" || target.getAttribute("href") !== main) return;
    document.removeEventListener("load", followUp, true);
    for (const link of document.querySelectorAll("link[data-then]")) link.rel = link.dataset.then;
  };
  document.addEventListener("load", followUp, true);

  // After all that the page needs: it is for the next time.
  window.addEventListener("load", () => {
    navigator.serviceWorker?.register(trusted(WORKER)).catch(() => {});
  });

  // A form that is sent before the application is there is sent by it: lib/page-marks.ts.
  document.addEventListener("submit", (event) => {
    if (event.target.closest("[data-shell]") === null) return;
    event.preventDefault();
    event.target.dataset.sent = "";
  });

  // Begun before the page is painted or loaded.
  const startOncePainted = async () => {
    const loaded = new Promise((resolve) => {
      window.addEventListener("load", resolve);
    });
    await new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    });
    page.painted = "";
    await loaded;
    setTimeout(start);
  };

  document.addEventListener("DOMContentLoaded", () => {
    // The frame of a guarded screen shows nothing that could be read meanwhile.
    const isRendered = document.querySelector("#app > :not([data-shell])") !== null;
    if (!isRendered) start();
    else {
      void startOncePainted();
      setTimeout(start, LONGEST_WAIT_MS);
    }
  });
}
