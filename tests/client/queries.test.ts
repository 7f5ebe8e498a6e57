import { describe, expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { createQueries, keyOf, type Queries } from "#client/lib/queries.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import { openBrowser } from "#tests/client/session/browser.ts";

type Call = { name: string; args: unknown[] };

const FUNCTIONS: ReadonlySet<PropertyKey> = new Set([
  "cancelQueries",
  "ensureQueryData",
  "fetchInfiniteQuery",
  "fetchQuery",
  "getQueryData",
  "invalidateQueries",
  "prefetchInfiniteQuery",
  "prefetchQuery",
  "refetchQueries",
  "resetQueries",
  "setQueriesData",
  "setQueryData",
]);

/** What it is asked to do, without doing it. */
const recording = () => {
  const calls: Call[] = [];
  const queryClient = new Proxy(new QueryClient(), {
    get: (real, name) =>
      FUNCTIONS.has(name)
        ? (...args: unknown[]) => void calls.push({ name: String(name), args })
        : Reflect.get(real, name),
  });
  return { queryClient, calls };
};

const PAGES = { getNextPageParam: () => null, pages: 1 };
const POST = { slug: "spring" };
const LIST = { limit: 25 };

const ACTS: Readonly<Record<string, (queries: Queries) => unknown>> = {
  fetch: ({ news }) => news.post.fetch(POST, { staleTime: 5 }),
  prefetch: ({ accounts }) => accounts.me.prefetch(),
  ensureData: ({ news }) => news.post.ensureData(POST, { retry: false }),
  getData: ({ accounts }) => accounts.me.getData(),
  setData: ({ community }) => community.rules.setData(undefined, []),
  setQueriesData: ({ news }) => news.post.setQueriesData(POST, {}, undefined),
  fetchInfinite: ({ news }) => news.list.fetchInfinite(LIST, PAGES),
  prefetchInfinite: ({ news }) => news.list.prefetchInfinite(LIST, PAGES),
  getInfiniteData: ({ news }) => news.list.getInfiniteData(LIST),
  setInfiniteData: ({ news }) => news.list.setInfiniteData(LIST, undefined),
  "invalidate one": ({ news }) => news.post.invalidate(POST, { refetchType: "none" }),
  "invalidate all of a router": ({ news }) => news.invalidate(),
  "invalidate all": (queries) => queries.invalidate(),
  reset: ({ accounts }) => accounts.me.reset(),
  refetch: ({ accounts }) => accounts.me.refetch(),
  cancel: ({ accounts }) => accounts.me.cancel(),
};

describe("the queries that the start of every page goes by", () => {
  for (const [name, act] of Object.entries(ACTS))
    test(`${name}: as tRPC's own do it`, async () => {
      const { client } = await openBrowser();
      const [ours, theirs] = [recording(), recording()];
      void act(createQueries(ours.queryClient, client));
      void act(createTRPCQueryUtils({ queryClient: theirs.queryClient, client }));
      const told = ({ calls }: typeof ours) =>
        JSON.parse(JSON.stringify(calls, (_, value) => (value === undefined ? null : value)));
      expect(ours.calls).toHaveLength(1);
      expect(told(ours)).toEqual(told(theirs));
    });

  test("are found by the hooks of the other screens", () => {
    expect(keyOf(["servers", "board"], { game: "eco" }, "query")).toEqual(
      getQueryKey(trpc.servers.board, { game: "eco" }, "query"),
    );
    expect(keyOf(["administration", "users"])).toEqual(getQueryKey(trpc.administration.users));
  });

  test("ask for page after page of a list", async () => {
    const { client, queryClient, sent } = await openBrowser();
    const queries = createQueries(queryClient, client);
    await queries.notifications.list.fetchInfinite({ limit: 1 }, PAGES);
    expect(sent.map(({ path }) => path)).toEqual(["/api/trpc/notifications.list"]);
  });

  test("say so where there is no such thing to do", async () => {
    const { client } = await openBrowser();
    const { accounts } = createQueries(new QueryClient(), client);
    expect(() => accounts.logout.isMutating()).toThrow("isMutating");
  });
});
