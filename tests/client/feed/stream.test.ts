import { expect, spyOn, test } from "bun:test";
import { keepFeedOpen } from "#client/lib/feed/shared-feed.ts";
import { FEED_LIMITS } from "#shared/constants/limits.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { openBrowser } from "#tests/client/session/browser.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";

/** Sometimes within a word. */
const PART_BYTES = 7;

/** As a network does: an answer comes in parts, and whoever gives a request up reads no more of it. */
const cutOff = (answer: Response, signal?: AbortSignal | null) => {
  const inParts = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, parts) => {
      for (let at = 0; at < bytes.byteLength; at += PART_BYTES)
        parts.enqueue(bytes.subarray(at, at + PART_BYTES));
    },
  });
  return new Response(answer.body?.pipeThrough(inParts, { signal: signal ?? undefined }), answer);
};

/** A browser that keeps its feed open until the end of the test. */
const openFeed = async (options: Parameters<typeof openBrowser>[0] = {}) => {
  const browser = await openBrowser(options);
  const fetching = spyOn(globalThis, "fetch").mockImplementation(
    Object.assign(
      async (url: RequestInfo | URL, init?: RequestInit) =>
        cutOff(await browser.send(url, init), init?.signal),
      { preconnect: () => {} },
    ),
  );
  const leaving = new AbortController();
  const events: FeedEvent["type"][] = [];
  const states: boolean[] = [];
  const closed = keepFeedOpen(
    leaving.signal,
    browser.tokens,
    ({ type }) => void events.push(type),
    (isLive) => void states.push(isLive),
  );
  afterThisTest(async () => {
    leaving.abort();
    browser.app.deps.feeds.end();
    await closed;
    fetching.mockRestore();
  });
  const bearers = () => browser.sent.map(({ bearer }) => bearer);
  return { ...browser, events, states, bearers };
};

test("the feed of a member carries the bearer, and never as a person", async () => {
  const { sent, events, member } = await openFeed();
  await until(() => events.includes("hello"));
  expect(sent).toEqual([{ path: "/api/feed", bearer: member.token, isBackground: true }]);
});

test("whoever signs in or out hears at once what is theirs", async () => {
  const { tokens, events, bearers, member, app } = await openFeed({ isMember: false });
  const hellos = () => events.filter((type) => type === "hello").length;
  await until(() => hellos() === 1);
  tokens.put(member.token);
  await until(() => hellos() === 2);
  tokens.put(null);
  await until(() => hellos() === 3);
  const other = await signedIn(app);
  tokens.put(other.token);
  await until(() => hellos() === 4);
  expect(bearers()).toEqual([null, member.token, null, other.token]);
});

test("a fresh token of the same session changes nothing", async () => {
  const { tokens, app, states, bearers, member, events } = await openFeed();
  await until(() => events.includes("hello"));
  app.clock.advance(60_000);
  tokens.offer(await app.deps.auth.tokens.issue(member.session), member.token);
  expect(tokens.read()).not.toBe(member.token);
  await app.deps.store.write(async (tx) =>
    tx.publish({ type: "account.changed", userId: member.userId }),
  );
  await until(() => events.includes("account.changed"));
  expect(states).toEqual([true]);
  expect(bearers()).toHaveLength(1);
});

test("the end of the session signs this browser out, and the feed goes on for a guest", async () => {
  const { tokens, events, bearers, member, endSession } = await openFeed();
  await until(() => events.includes("hello"));
  await endSession();
  await until(() => tokens.read() === null);
  expect(events).toContain("session.ended");
  await until(() => bearers().length === 2);
  expect(bearers()).toEqual([member.token, null]);
});

test("a bearer that the feed refuses is signed out", async () => {
  const { tokens, bearers } = await openFeed({ isMember: false });
  tokens.put("nonsense");
  await until(() => tokens.read() === null);
  await until(() => bearers().length === 3);
  expect(bearers()).toEqual([null, "nonsense", null]);
});

test("a password change that is just under way signs nobody out", async () => {
  const { app, tokens, events, bearers, member, endSession } = await openFeed({ graceMs: 60_000 });
  await until(() => events.includes("hello"));
  const next = await signedIn(app, member.userId);
  await endSession();
  await until(() => events.includes("session.ended"));
  tokens.offer(next.token, member.token);
  await until(() => bearers().length === 2);
  expect(bearers()).toEqual([member.token, next.token]);
});

test("whoever finds no room waits as long as they are told, and the pages poll meanwhile", async () => {
  const { app, tokens, states, events, member } = await openFeed({ isMember: false });
  await until(() => events.includes("hello"));
  const other = { id: "another-browser", userId: member.userId };
  for (let browser = 0; browser < FEED_LIMITS.byMember; browser += 1)
    app.deps.feeds.open([], "203.0.113.1", other);
  const waiting = spyOn(globalThis, "setTimeout");
  afterThisTest(() => waiting.mockRestore());
  tokens.put(member.token);
  const waits = () => waiting.mock.calls.map(([, ms]) => Number(ms));
  await until(() => waits().some((ms) => ms >= 30_000 && ms < 45_000));
  expect(states.at(-1)).toBe(false);
  expect(tokens.read()).toBe(member.token);
});
