import { expect, test } from "bun:test";
import { QueryObserver } from "@tanstack/react-query";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { createRefetch } from "#client/lib/feed/refetch.ts";
import { refetchOvertaken } from "#client/lib/queries.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import { openBrowser } from "#tests/client/session/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

const KEYS = {
  promo: getQueryKey(trpc.shop.promoStatus, undefined, "query"),
  thread: getQueryKey(trpc.messages.list, { ticketId: 7 }, "query"),
  other: getQueryKey(trpc.messages.list, { ticketId: 8 }, "query"),
  people: getQueryKey(trpc.administration.users, { limit: 25 }, "infinite"),
  narrowed: getQueryKey(trpc.administration.users, { limit: 25, role: "Admin" }, "infinite"),
  member: getQueryKey(trpc.administration.member, { id: "ada" }, "query"),
  audit: getQueryKey(trpc.administration.audit, { limit: 25 }, "infinite"),
  calendar: getQueryKey(trpc.calendar.upcoming, { days: 7 }, "query"),
};
type Name = keyof typeof KEYS;

/** A browser that has read all of these, and what of it the feed's news make old. */
const browserWithReads = async () => {
  const { queryClient, client, tokens } = await openBrowser();
  refetchOvertaken(queryClient);
  const pages = [{ items: [{ id: "ada" }] }];
  const names = Object.keys(KEYS) as Name[];
  const read = () => {
    for (const name of names) queryClient.setQueryData(KEYS[name], { pages });
  };
  read();
  const refetch = createRefetch(queryClient, client, tokens);
  const old = () => {
    const found = names.filter((name) => queryClient.getQueryState(KEYS[name])?.isInvalidated);
    read();
    return found;
  };
  return { queryClient, client, refetch, old };
};

test("news make old what they are about, on the screen or not, and nothing else", async () => {
  const { refetch, old } = await browserWithReads();
  refetch({ type: "hello", buildId: "", isWhole: true });
  expect(old()).toEqual([]);
  refetch({ type: "message.added", ticketId: 7, messageId: 1 });
  expect(old()).toEqual(["thread"]);
  refetch({ type: "orders.changed" });
  expect(old()).toEqual(["promo", "member", "audit"]);
  refetch({ type: "calendar.changed" });
  expect(old()).toEqual(["calendar"]);
  refetch({ type: "member.changed", userId: "ada" });
  expect(old()).toEqual(["people", "narrowed", "member"]);
});

test("of somebody who is not shown, lists that are narrowed alone may tell something new", async () => {
  const { refetch, old } = await browserWithReads();
  refetch({ type: "member.changed", userId: "grace" });
  expect(old()).toEqual(["narrowed", "audit"]);
});

test("after a gap everything that follows the feed is old", async () => {
  const { refetch, old } = await browserWithReads();
  refetch({ type: "resync" });
  expect(old()).toEqual(Object.keys(KEYS) as Name[]);
});

test("[LIVE-08] what is told while a screen that is not drawn yet reads is read once more", async () => {
  const { queryClient, client, refetch } = await browserWithReads();
  const queries = createTRPCQueryUtils({ queryClient, client });
  const { promise: first, resolve: answer } = Promise.withResolvers<string>();
  const answers = [first, Promise.resolve("after the news")];
  const queryKey = getQueryKey(trpc.calendar.upcoming, { days: 7 }, "query");
  const queryFn = () => answers.shift() ?? Promise.reject(new Error("Asked too often."));
  // As a loader does for a screen that was here before.
  const loaded = queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 });
  refetch({ type: "calendar.changed" });
  answer("before the news");
  expect(await loaded).toBe("before the news");
  const screen = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: 60_000 });
  afterThisTest(screen.subscribe(() => {}));
  await until(() => screen.getCurrentResult().data === "after the news");
  expect(answers).toEqual([]);
  expect(queries.calendar.upcoming.getData({ days: 7 }) as unknown).toBe("after the news");
});
