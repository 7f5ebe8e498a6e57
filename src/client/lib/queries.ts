import type { Query, QueryClient } from "@tanstack/react-query";
import {
  createTRPCClient,
  getUntypedClient,
  type TRPCClient,
  type TRPCRequestOptions,
} from "@trpc/client";
import type { createTRPCQueryUtils } from "@trpc/react-query";
import type { TRPCContextState } from "@trpc/react-query/shared";
import { createContext, use } from "react";
import type { AppRouter } from "#server/trpc/router.ts";
import { inBackground } from "./session/cause.ts";
import { sessionLinks } from "./session/link.ts";
import type { TokenStore } from "./session/token-store.ts";

/**
 * Asks once more for what became outdated while it was fetched, for the first time or for a screen
 * that is not drawn yet. The library joins such an invalidation to the fetch that is under way, whose
 * answer may be the older one: what the feed told meanwhile would not be seen until it tells something else.
 */
export const refetchOvertaken = (queryClient: QueryClient): void => {
  const overtaken = new WeakSet<Query>();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    const { data, fetchStatus } = query.state;
    // What is on the screen already is fetched anew by the library.
    const isJoined = data === undefined || !query.isActive();
    if (action.type === "invalidate" && isJoined && fetchStatus !== "idle") overtaken.add(query);
    if (action.type === "success" && overtaken.delete(query))
      void inBackground(() =>
        queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      );
  });
};

/** The server, asked on behalf of whom the token says. */
export const createApiClient = (tokens: TokenStore): TRPCClient<AppRouter> =>
  createTRPCClient({ links: sessionLinks(tokens) });

/** The queries of the screens, for what is no component: `queries.news.post.prefetch({ slug })`. */
export type Queries = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

type Context = TRPCContextState<AppRouter>;
type Key = Parameters<Context["fetchQuery"]>[0];
type Kind = "query" | "infinite";

/** What tRPC's hooks find around them, but for what no screen uses. */
type Asking = Omit<
  Context,
  | "queryOptions"
  | "infiniteQueryOptions"
  | "setMutationDefaults"
  | "getMutationDefaults"
  | "isMutating"
>;

/** What tRPC calls the queries of a procedure; without a kind, all of it or of a router. */
export const keyOf = (path: readonly string[], input?: unknown, kind?: Kind): Key => {
  // All there are: a key that the type does not know.
  if (path.length === 0) return [] as never;
  if (!input && kind === undefined) return [path];
  return [
    path,
    { ...(input !== undefined && { input }), ...(kind !== undefined && { type: kind }) },
  ];
};

/** Where in a list a page begins, and which way it goes. */
type Place = { pageParam?: unknown; direction?: unknown };

const asking = (client: Context["client"], key: Key, options?: { trpc?: TRPCRequestOptions }) => ({
  ...options,
  queryKey: key,
  queryFn: ({ pageParam, direction }: Place) => {
    const [path, { input, type } = {}] = key;
    const page = { ...(pageParam != null && { cursor: pageParam }), direction };
    const asked = type === "infinite" ? Object.assign({}, input, page) : input;
    return client.query(path.join("."), asked, options?.trpc);
  },
});

/**
 * Asks the server by the keys of queries. It stands in for what tRPC makes of the same two, which comes
 * with its hooks: the start of every page goes without those.
 */
export const createAsking = (queryClient: QueryClient, api: TRPCClient<AppRouter>): Asking => {
  const client = getUntypedClient(api);
  const paged = (key: Key, options?: Parameters<Context["fetchInfiniteQuery"]>[1]) =>
    Object.assign(
      { initialPageParam: options?.initialCursor ?? null },
      asking(client, key, options),
    );
  return {
    client,
    queryClient,
    abortOnUnmount: false,
    ssrContext: null,
    ssrState: false,
    fetchQuery: (key, options) => queryClient.fetchQuery(asking(client, key, options)),
    prefetchQuery: (key, options) => queryClient.prefetchQuery(asking(client, key, options)),
    ensureQueryData: (key, options) => queryClient.ensureQueryData(asking(client, key, options)),
    fetchInfiniteQuery: (key, options) => queryClient.fetchInfiniteQuery(paged(key, options)),
    prefetchInfiniteQuery: (key, options) => queryClient.prefetchInfiniteQuery(paged(key, options)),
    invalidateQueries: (queryKey, filters, options) =>
      queryClient.invalidateQueries({ ...filters, queryKey }, options),
    resetQueries: (queryKey, filters, options) =>
      queryClient.resetQueries({ ...filters, queryKey }, options),
    refetchQueries: (queryKey, filters, options) =>
      queryClient.refetchQueries({ ...filters, queryKey }, options),
    cancelQuery: (queryKey, options) => queryClient.cancelQueries({ queryKey }, options),
    setQueriesData: (queryKey, filters, change, options) =>
      queryClient.setQueriesData({ ...filters, queryKey }, change, options),
    setQueryData: (key, change, options) => queryClient.setQueryData(key, change, options),
    getQueryData: (key) => queryClient.getQueryData(key),
    setInfiniteQueryData: (key, change, options) => queryClient.setQueryData(key, change, options),
    getInfiniteQueryData: (key) => queryClient.getQueryData(key),
  };
};

type Act = keyof Omit<
  Asking,
  "client" | "queryClient" | "abortOnUnmount" | "ssrContext" | "ssrState"
>;

/** What can be done with queries, and of what kind those are. */
const ACTS: Readonly<Record<string, readonly [Act, Kind?]>> = {
  fetch: ["fetchQuery", "query"],
  prefetch: ["prefetchQuery", "query"],
  ensureData: ["ensureQueryData", "query"],
  getData: ["getQueryData", "query"],
  setData: ["setQueryData", "query"],
  setQueriesData: ["setQueriesData", "query"],
  fetchInfinite: ["fetchInfiniteQuery", "infinite"],
  prefetchInfinite: ["prefetchInfiniteQuery", "infinite"],
  getInfiniteData: ["getInfiniteQueryData", "infinite"],
  setInfiniteData: ["setInfiniteQueryData", "infinite"],
  invalidate: ["invalidateQueries"],
  reset: ["resetQueries"],
  refetch: ["refetchQueries"],
  cancel: ["cancelQuery"],
};

const NONE = () => {};

/** Finds the queries by the names of their procedures. */
export const queriesOf = (asked: Asking): Queries => {
  const at = (path: readonly string[]): unknown =>
    new Proxy(NONE, {
      get: (_, part) => at([...path, String(part)]),
      apply: (_, __, [input, ...more]: [unknown?, ...never[]]) => {
        const procedure = path.slice(0, -1);
        const name = path.at(-1) ?? "";
        if (name === "queryOptions")
          return asking(asked.client, keyOf(procedure, input, "query"), ...more);
        const [act, kind] = ACTS[name] ?? [];
        if (act === undefined) throw new Error(`Nothing is done with queries by ${name}.`);
        const run: (key: Key, ...more: never[]) => unknown = asked[act];
        return run(keyOf(procedure, input, kind), ...more);
      },
    });
  return at([]) as Queries;
};

/** The queries of a browser's memory and the server that it asks. */
export const createQueries = (queryClient: QueryClient, client: TRPCClient<AppRouter>): Queries =>
  queriesOf(createAsking(queryClient, client));

export const AskingContext = createContext<Asking | null>(null);

/**
 * The queries, for `useQuery` of what comes with the start of every page or the home page. All other
 * screens use tRPC's hooks (lib/trpc.ts), which the build refuses there.
 */
export const useStartQueries = (): Queries => {
  const asked = use(AskingContext);
  if (asked === null) throw new Error("useStartQueries needs an AskingContext around it.");
  return queriesOf(asked);
};
