import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { codeOf } from "./api-error.ts";
import { readClaims, type TokenStore } from "./session/token-store.ts";
import { forgetKept, MEMBER_CACHE } from "./storage.ts";

/** What everybody may see, and what belongs to whoever is signed in. */
const PLACES = { everybody: "lynxden-kept-public", member: MEMBER_CACHE } as const;
type Place = keyof typeof PLACES;

/** Answers of so many calls are kept of a member; the oldest go first. */
const KEPT_MAX = 80;
const WRITTEN_AFTER_MS = 250;
/** On a slow line what is kept for later must not compete with what is waited for now. */
const TOLD_AFTER_MS = 3000;

/** What is kept of what was read: the policy, the community's pages, the news, the rules, the status, and what a member reads over and over. */
const KEPT: Readonly<Record<string, Place>> = {
  "community.page": "everybody",
  "community.privacy": "everybody",
  "community.rules": "everybody",
  "news.list": "everybody",
  "news.post": "everybody",
  "servers.board": "everybody",
  "servers.history": "everybody",
  "servers.summary": "everybody",
  "accounts.me": "member",
  "links.list": "member",
  "members.membership": "member",
  "messages.list": "member",
  "notifications.list": "member",
  "notifications.unread": "member",
  "tickets.byId": "member",
  "tickets.counts": "member",
  "tickets.history": "member",
  "tickets.list": "member",
};

const placeOf = ([path]: QueryKey): Place | null =>
  Array.isArray(path) ? (KEPT[path.join(".")] ?? null) : null;

type Entry = { key: QueryKey; data: unknown; at: number; owner: string | null };

const addressOf = (hash: string) => `/kept/${encodeURIComponent(hash)}`;

const write = async (place: Place, entries: ReadonlyMap<string, Entry>) => {
  const cache = await caches.open(PLACES[place]);
  for (const [hash, entry] of entries)
    await cache.put(addressOf(hash), new Response(JSON.stringify(entry)));
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - KEPT_MAX))) await cache.delete(old);
};

const isGone = (error: unknown) => ["forbidden", "not_found"].includes(codeOf(error) ?? "");

const ownerIn = (tokens: TokenStore) => readClaims(tokens.read())?.sub ?? null;

/** Puts what was kept where nothing is known, as old as it is: whatever can be asked for replaces it. */
export const restoreKept = async (queries: QueryClient, tokens: TokenStore): Promise<void> => {
  const owner = ownerIn(tokens);
  try {
    for (const place of ["everybody", "member"] as const) {
      const cache = await caches.open(PLACES[place]);
      for (const response of await cache.matchAll()) {
        const entry = (await response.json()) as Entry;
        if (entry.owner !== null && entry.owner !== owner) continue;
        if (queries.getQueryData(entry.key) === undefined)
          queries.setQueryData(entry.key, entry.data, { updatedAt: entry.at });
      }
    }
  } catch {
    // A browser that keeps nothing shows what it would without this.
  }
};

/** Tells the service worker what this page is made of, so that it opens without a network. */
const tellWorker = async (isMember: boolean) => {
  const { active } = await navigator.serviceWorker.ready;
  const used = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname);
  active?.postMessage({ used: [...new Set(used)], isMember }, []);
};

/** Keeps from now on what is read, and brings it back whenever the network goes. */
export const keepWhatIsRead = (queries: QueryClient, tokens: TokenStore): void => {
  const waiting: Record<Place, Map<string, Entry>> = { everybody: new Map(), member: new Map() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async () => {
    timer = undefined;
    const owner = ownerIn(tokens);
    for (const place of ["everybody", "member"] as const) {
      const entries = [...waiting[place]].filter(
        ([, entry]) => entry.owner === null || entry.owner === owner,
      );
      waiting[place].clear();
      try {
        if (entries.length > 0) await write(place, new Map(entries));
      } catch {
        // Denied, or full.
      }
    }
    // Whoever signed out while this was written leaves nothing behind.
    if (owner !== null && ownerIn(tokens) !== owner) await forgetKept();
  };
  const keep = (query: Query) => {
    const place = placeOf(query.queryKey);
    const owner = place === "member" ? ownerIn(tokens) : null;
    if (place === null || (place === "member" && owner === null)) return;
    // What the page came with was not read: it has no age, and must not replace what has one.
    if (query.state.dataUpdatedAt === 0) return;
    waiting[place].set(query.queryHash, {
      key: query.queryKey,
      data: query.state.data,
      at: query.state.dataUpdatedAt,
      owner,
    });
    timer ??= setTimeout(() => void flush(), WRITTEN_AFTER_MS);
  };
  /** Nobody reads again, offline, what the server shows them no longer. */
  const drop = async ({ queryKey, queryHash }: Query) => {
    const place = placeOf(queryKey);
    if (place === null) return;
    waiting[place].delete(queryHash);
    try {
      await (await caches.open(PLACES[place])).delete(addressOf(queryHash));
    } catch {
      // Nothing was kept.
    }
  };
  const cache = queries.getQueryCache();
  for (const query of cache.getAll()) if (query.state.status === "success") keep(query);
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "success") keep(event.query);
    else if (event.action.type === "error" && isGone(event.action.error)) void drop(event.query);
  });
  window.addEventListener("offline", () => void restoreKept(queries, tokens));
  const tell = () => void tellWorker(tokens.read() !== null);
  if ("serviceWorker" in navigator) {
    setTimeout(tell, TOLD_AFTER_MS);
    // The worker of the next build has kept nothing yet of what a member needs.
    if (navigator.serviceWorker.controller !== null)
      navigator.serviceWorker.addEventListener("controllerchange", () =>
        setTimeout(tell, TOLD_AFTER_MS),
      );
    tokens.subscribe(({ before, after }) => {
      if (before === null && after !== null) tell();
    });
  }
};
