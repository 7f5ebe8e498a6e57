import { expect, test } from "bun:test";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { eq } from "drizzle-orm";
import { createLive, followRights } from "#client/lib/feed/live.ts";
import { seedStatus } from "#client/lib/site.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { openBrowser } from "#tests/client/session/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

const FOREIGN = { messages: "of others" };
const BY_ROLE = ["tickets", "messages", "administration", "orders", "bridge"];

test("whoever is no Admin any more keeps nothing on the screen that they were shown as one", async () => {
  const { app, client, queryClient, member } = await openBrowser();
  const { store } = app.deps;
  const { users } = store.tables;
  const become = (role: "Admin" | "User") =>
    store.write((tx) => tx.update(users).set({ role }).where(eq(users.id, member.userId)));
  const { accounts } = createTRPCQueryUtils({ queryClient, client });
  const left = () =>
    [...BY_ROLE, "links"].filter((area) => queryClient.getQueryData([[area, "list"]]) === FOREIGN);
  const show = () => {
    for (const area of [...BY_ROLE, "links"]) queryClient.setQueryData([[area, "list"]], FOREIGN);
  };

  await become("Admin");
  expect((await accounts.me.fetch()).role).toBe("Admin");
  followRights(queryClient, client);
  show();
  await accounts.me.fetch(undefined, { staleTime: 0 });
  expect(left()).toEqual([...BY_ROLE, "links"]);
  await become("User");
  expect((await accounts.me.fetch(undefined, { staleTime: 0 })).role).toBe("User");
  expect(left()).toEqual(["links"]);
});

/** Another tab that holds the feed. @returns what tells this one what it hears. */
const otherTab = () => {
  // The lock is never this tab's.
  Object.assign(navigator, { locks: { request: () => new Promise(() => {}) } });
  const channel = new BroadcastChannel("lynxden-feed");
  afterThisTest(() => {
    channel.close();
    Reflect.deleteProperty(navigator, "locks");
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  return (event: FeedEvent) => channel.postMessage({ kind: "event", event });
};

test("news of a server makes no answer of the rows that the page came with", async () => {
  const { client, queryClient, tokens } = await openBrowser();
  const queries = createTRPCQueryUtils({ queryClient, client });
  const tell = otherTab();
  createLive(queryClient, client, tokens, "").start();
  const [seeded, fetched] = await queries.servers.board.fetch({ game: "ark-se" });
  if (seeded === undefined || fetched === undefined) throw new Error("There are two servers.");
  const summary = await queries.servers.summary.fetch();
  const boardOf = (game: string) =>
    queryClient.getQueryState(getQueryKey(trpc.servers.board, { game }, "query"));
  seedStatus(queries, { game: "eco", rows: [{ ...seeded, game: "eco" }], summary });

  const map = "Elsewhere";
  const rows = [
    { ...seeded, game: "eco" as const, map },
    { ...fetched, map },
  ];
  await until(() => {
    tell({ type: "servers.changed", rows, summary });
    return JSON.stringify(boardOf("ark-se")?.data).includes(map);
  });
  expect(JSON.stringify(boardOf("eco")?.data)).not.toContain(map);
  expect(boardOf("eco")).toMatchObject({ dataUpdatedAt: 0, isInvalidated: true });
});
