// Lets the application open without a network. Not bundled: scripts/client/manifest.ts puts
// `BUILD` and `SCRIPTS` before it and serves it as /sw.js. The API is none of its business: what was
// read is kept by the pages themselves (lib/kept.ts), which know whose it is.
const PREFIX = "lynxden-build-";
const CACHE = PREFIX + BUILD;
/** The application without a screen. */
const SHELL = "/app-shell";
/** Pages that stand as they were last seen. */
const IS_PAGE = /^\/(?:|rules|privacy-policy|servers\/[^/]+)$/;
const IS_FILE = /^\/(?:assets|art)\/|^\/(?:favicon\.svg|theme\.[\w-]+\.css)$/;
/** Another address where it is another thing: any build's copy serves. */
const IS_HASHED = /^\/(?:assets\/|theme\.)/;

const keep = async (addresses) => {
  const cache = await caches.open(CACHE);
  await Promise.all(
    addresses.map(async (address) => {
      if ((await cache.match(address)) !== undefined) return;
      const response = await fetch(address);
      if (response.ok) await cache.put(address, response);
    }),
  );
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep([SHELL]));
});

const takeOver = async () => {
  // Tabs of the build before may still ask for its scripts.
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = builds.filter((name) => name !== CACHE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
};

addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

// A page names what it was made of; with a member's, every script is kept.
addEventListener("message", (event) => {
  const { used = [], isMember = false } = event.data ?? {};
  const files = used.filter((address) => IS_FILE.test(address));
  event.waitUntil(keep(isMember ? [...files, ...SCRIPTS] : files).catch(() => {}));
});

/** Keeps an answer for when there is no network. Nobody waits for that, or fails with it. */
const keepCopy = (event, address, response) => {
  const copy = response.clone();
  const put = async () => {
    const cache = await caches.open(CACHE);
    await cache.put(address, copy);
  };
  event.waitUntil(put().catch(() => {}));
};

/** What was kept; where the browser cannot say it, nothing was. */
const findKept = async (address, options) => {
  try {
    return await caches.match(address, options);
  } catch {
    return undefined;
  }
};

/** Where the application's start stands in the shell (boot.js). */
const START = / data-main="([^"]+)"/;

/** The shell of the newest build whose start is kept too: this one's may not have been yet. */
const findShell = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const cacheName of [CACHE, ...names.toReversed()]) {
    const shell = await findKept(SHELL, { cacheName });
    const [, start] = START.exec((await shell?.clone().text()) ?? "") ?? [];
    if (start !== undefined && (await findKept(start)) !== undefined) return shell;
  }
  return undefined;
};

/** The page, marked as one that comes from here. */
const marked = async (response) => {
  const html = await response.text();
  return new Response(html.replace("<html ", "<html data-kept "), {
    headers: response.headers,
  });
};

const openPage = async (event, path) => {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && IS_PAGE.test(path) && new URL(request.url).search === "")
      keepCopy(event, path, response);
    return response;
  } catch (error) {
    const kept = (await findKept(path, { cacheName: CACHE })) ?? (await findShell());
    if (kept === undefined) throw error;
    return await marked(kept);
  }
};

const openFile = async (event, path) => {
  const { request } = event;
  const kept = await findKept(request, IS_HASHED.test(path) ? {} : { cacheName: CACHE });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) keepCopy(event, request, response);
  return response;
};

/** What the site sent; where it cannot be read, that there is something. */
const readPush = (event) => {
  try {
    return event.data.json();
  } catch {
    return {};
  }
};

// Every push is shown: browsers end the subscription of a site that shows nothing. What is shown already under the
// same tag is replaced in silence.
addEventListener("push", (event) => {
  const { title = "", text = "", link = "/member/notifications", tag = "site" } = readPush(event);
  const options = {
    body: text,
    tag,
    data: { link },
    icon: "/apple-touch-icon.png",
  };
  // A browser without notifications refuses; nothing else depends on it.
  event.waitUntil(registration.showNotification(title, options).catch(() => {}));
});

/** Leads a tab that is open already, or opens one. A link leads nowhere but to this site. */
const openLink = async (link) => {
  const { href, origin } = new URL(link, location.origin);
  if (origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href) ?? tabs[0];
  if (tab === undefined) {
    await clients.openWindow(href);
    return;
  }
  // A browser may refuse; the tab is led all the same.
  await tab.focus().catch(() => {});
  if (tab.url !== href) await tab.navigate(href).catch(() => clients.openWindow(href));
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openLink(event.notification.data?.link ?? "/member/notifications"));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // What is no screen is none of ours: the API's pages, the windows of sign-ins.
    if (/^\/(?:api|auth|pictures|\.well-known)(?:\/|$)|\.\w+$/.test(pathname)) return;
    event.respondWith(openPage(event, pathname));
  } else if (IS_FILE.test(pathname)) event.respondWith(openFile(event, pathname));
});
