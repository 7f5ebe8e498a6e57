import {
  lazyRouteComponent,
  notFound,
  rootRouteId,
  type RouteComponent,
} from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { createEmitter } from "#client/lib/emitter.ts";
import { isPageShown } from "#client/lib/page-marks.ts";
import type { Queries } from "#client/lib/queries.ts";
import { may, type Needed } from "#client/lib/session/use-session.ts";
import { LOADED_FRESH_MS, LOADER_WAIT_MS } from "#shared/constants/time.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

/**
 * What guards and loaders throw where nothing is. It names the root, whose screen has a bar of its own: it
 * then never stands inside the frame of another screen. A loader that throws it reloads `blocking`, since
 * the router has its route for loaded.
 */
export const nothingHere = () => notFound({ routeId: rootRouteId });

const changes = createEmitter();
let pending = 0;

const count = (change: number) => {
  pending += change;
  changes.emit();
};

/** Tells whether a page is on its way whose script is not there yet. */
export const pendingPage = {
  isAny: () => pending > 0,
  subscribe: changes.subscribe,
  /** Counts as one until `work` has ended. */
  during: async <T>(work: () => Promise<T>): Promise<T> => {
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
    }
  },
};

/**
 * A screen whose script comes when it is needed. Unlike the router's own `lazyRouteComponent`, its
 * preload rejects when it fails: `keepPage` waits for the script instead of leaving for an error.
 * @param area imports the module of the area that holds the screen.
 * @param name what that module calls the screen.
 */
export const lazyScreen = <Module extends object, Name extends keyof Module & string>(
  area: () => Promise<Module>,
  name: Module[Name] extends FunctionComponent ? Name : never,
): RouteComponent => {
  const screen: RouteComponent = lazyRouteComponent(
    area as () => Promise<Record<string, FunctionComponent>>,
    name,
  );
  const settle = screen.preload;
  screen.preload = async () => {
    await area();
    await settle?.();
  };
  return screen;
};

/** What a loader goes by. */
type Given<Search, Params> = {
  queries: Queries;
  site: SiteConfig;
  user: CurrentUser;
  search: Search;
  params: Params;
};

/**
 * Asks for what a screen shows, by the very queries that the screen uses. It returns what the screen
 * is nothing without, each tried once (`ONCE`); lists are only begun, since they have skeletons.
 */
export type ScreenLoader<Search = object, Params = object> = (
  given: Given<Search, Params>,
) => Promise<unknown> | void;

/** A failure is the screen's to show, and to try again. */
export const ONCE = { retry: false };
/** The same for what a screen asks for anew whenever it opens. */
export const FRESH = { staleTime: LOADED_FRESH_MS };
/** For what changes with the configuration alone. */
export const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

type Page = { nextCursor: string | null };

/**
 * For `prefetchInfinite`: without `pages`, which its type wants beside `getNextPageParam`, as many
 * are fetched as are known already.
 */
export const PAGES = { getNextPageParam: ({ nextCursor }: Page) => nextCursor } as {
  getNextPageParam: (page: Page) => string | null;
  pages: number;
};
export const FRESH_PAGES = { ...PAGES, ...FRESH };

/** A loader of what is shown to whoever has a permission, or one of several. */
export const forThose =
  <Search = object, Params = object>(
    needed: Needed,
    load: ScreenLoader<Search, Params>,
  ): ScreenLoader<Search, Params> =>
  (given) =>
    may(given.user, needed) ? load(given) : undefined;

/** Without `params`: the router would take their type for that of the route's own. */
type RouteArguments<Search> = {
  context: { queries: Queries; site: SiteConfig; user: CurrentUser | null };
  deps: Search;
  preload: boolean;
};

type SearchOf<Loader> = Loader extends ScreenLoader<infer Search, never> ? Search : never;

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * The `loader` of a guarded route: fetches the data when a link to it is pointed at, and at the
 * latest when it is followed. It never fails and waits `LOADER_WAIT_MS` at most; then the screen
 * shows its skeletons or its own error. Nothing is asked for guests, nor on the server.
 * @param area imports the module of the area that holds the loader.
 * @param name what that module calls it.
 */
export const lazyLoader =
  <Module extends object, Name extends keyof Module>(area: () => Promise<Module>, name: Name) =>
  async (given: RouteArguments<SearchOf<Module[Name]>>): Promise<void> => {
    const { context, deps: search, preload } = given;
    const { queries, site, user } = context;
    // What the team reads is recorded, and pointing at a link is no reading.
    if (user === null || (preload && user.permissions.length > 0)) return;
    const { params } = given as typeof given & { params: object };
    const load = async () => {
      const loader = (await area())[name] as ScreenLoader<unknown>;
      await loader({ queries, site, user, search, params });
    };
    // Whatever fails, the screen asks for again and tells of.
    const loaded = load().catch(() => {});
    if (preload) await loaded;
    // While nothing is on the page yet, there is nothing to keep on it.
    else if (isPageShown() && navigator.onLine) await Promise.race([loaded, pause(LOADER_WAIT_MS)]);
  };
