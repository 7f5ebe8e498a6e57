import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { REFUSALS } from "#server/core/errors.ts";
import { checkFeeds, wireLive } from "#server/live/wire.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { readFeed } from "#tests/support/sse.ts";
import { silentLog } from "#tests/support/store.ts";

const ENDED = { type: "session.ended" } as const;
const CHANGED = { type: "account.changed" } as const;

type Options = NonNullable<Parameters<typeof testApp>[0]>;

/** The site with its feeds wired, and a way to open one that has said hello. */
const world = async (options: Options = {}) => {
  const app = await testApp(options);
  afterThisTest(await wireLive(app.deps));
  const listen = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await app.request("/api/feed", { headers });
    expect(response.status).toBe(200);
    const feed = readFeed(response.body);
    expect(await feed.next()).toMatchObject({ type: "hello" });
    return feed;
  };
  const post = (procedure: string, headers: Readonly<Record<string, string>>, body?: unknown) =>
    app.request(`/api/trpc/${procedure}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** What the scheduler does once a minute. */
  const check = () => checkFeeds(app.deps);
  return { ...app, listen, post, check };
};

/** Everything until the feed ends. */
const rest = async (feed: Awaited<ReturnType<Awaited<ReturnType<typeof world>>["listen"]>>) => {
  const events: FeedEvent[] = [];
  for (let event = await feed.next(); event !== null; event = await feed.next()) events.push(event);
  return events;
};

describe("the feed of a member", () => {
  test("[LIVE-01] hears of their own account, and nobody else does", async () => {
    const { deps, listen } = await world();
    const mine = await signedIn({ deps });
    const feed = await listen(mine.headers);
    const stranger = await listen((await signedIn({ deps })).headers);
    const guest = await listen();
    await deps.store.write(async (tx) =>
      tx.publish({ type: "account.changed", userId: mine.userId }),
    );
    expect(await feed.next()).toEqual(CHANGED);
    deps.feeds.send("everyone", { type: "resync" });
    for (const other of [stranger, guest]) expect(await other.next()).toEqual({ type: "resync" });
  });

  test("[LIVE-02] ends at once with its session, and only with its own", async () => {
    const { deps, listen, post } = await world();
    const mine = await signedIn({ deps });
    const other = await signedIn({ deps }, mine.userId);
    const [feed, kept] = [await listen(mine.headers), await listen(other.headers)];
    expect((await post("accounts.logout", mine.headers)).status).toBe(200);
    expect(await rest(feed)).toEqual([ENDED]);
    expect(await kept.next()).toEqual(CHANGED);
    expect(deps.feeds.size()).toBe(1);
    expect((await post("accounts.endSession", mine.headers)).status).toBe(401);
  });

  test("[SESS-08, LIVE-02] ends when it is signed out from another browser, one or all others", async () => {
    const { deps, listen, post } = await world();
    const mine = await signedIn({ deps });
    const [second, third] = [
      await signedIn({ deps }, mine.userId),
      await signedIn({ deps }, mine.userId),
    ];
    const feeds = [await listen(mine.headers), await listen(second.headers)] as const;
    const last = await listen(third.headers);
    await post("accounts.endSession", mine.headers, { id: second.session.id });
    expect(await rest(feeds[1])).toEqual([ENDED]);
    expect(await feeds[0].next()).toEqual(CHANGED);
    await post("accounts.endOtherSessions", mine.headers);
    expect((await rest(last)).at(-1)).toEqual(ENDED);
    expect(await feeds[0].next()).toEqual(CHANGED);
    await deps.store.write((tx) => deps.auth.sessions.endAll(tx, mine.userId));
    expect(await rest(feeds[0])).toEqual([ENDED]);
  });

  test("[SESS-06, LIVE-02] an idle browser with its feed open does become inactive; one in use never does", async () => {
    const { clock, deps, request, listen, check } = await world();
    const idle = await signedIn({ deps });
    const active = await signedIn({ deps });
    const guest = await listen();
    const [idleFeed, activeFeed] = [await listen(idle.headers), await listen(active.headers)];
    let { headers } = active;
    const use = async () => {
      const answer = await request("/api/Auth/me", { headers });
      expect(answer.status).toBe(200);
      const fresh = answer.headers.get("x-auth-token");
      if (fresh !== null) headers = { authorization: `Bearer ${fresh}` };
    };
    const poll = async () => {
      const sent = { ...idle.headers, "x-background": "1" };
      return (await request("/api/Auth/me", { headers: sent })).status;
    };
    for (let hour = 1; hour < 24; hour += 1) {
      clock.advance(HOUR_MS);
      await use();
      expect(await poll()).toBe(200);
      await check();
    }
    expect(deps.feeds.size()).toBe(3);
    clock.advance(HOUR_MS);
    await use();
    await check();
    expect(await rest(idleFeed)).toEqual([ENDED]);
    expect(await poll()).toBe(401);
    for (let hour = 0; hour < 48; hour += 1) {
      clock.advance(HOUR_MS);
      await use();
      await check();
    }
    expect(deps.feeds.size()).toBe(2);
    deps.feeds.send("everyone", { type: "resync" });
    for (const feed of [activeFeed, guest]) expect(await feed.next()).toEqual({ type: "resync" });
  });

  test("[SESS-07] whoever is active all the time is signed out after 30 days", async () => {
    const { clock, deps, request, listen, check } = await world();
    let { headers } = await signedIn({ deps });
    const feed = await listen(headers);
    for (let hour = 1; hour < 30 * 24; hour += 8) {
      const answer = await request("/api/Auth/me", { headers });
      const fresh = answer.headers.get("x-auth-token");
      if (fresh !== null) headers = { authorization: `Bearer ${fresh}` };
      clock.advance(8 * HOUR_MS);
    }
    await check();
    expect(await rest(feed)).toEqual([ENDED]);
    expect((await request("/api/Auth/me", { headers })).status).toBe(401);
  });

  test("a token that is worth nothing is refused, in words, and leaves no feed open", async () => {
    const { deps, request } = await world();
    const { session, headers } = await signedIn({ deps });
    await deps.store.write((tx) => deps.auth.sessions.end(tx, session.id));
    const answer = await request("/api/feed", { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: REFUSALS.signInFirst });
    expect(deps.feeds.size()).toBe(0);
  });

  test("a session that ends while its feed is being opened takes the feed with it", async () => {
    const { deps, listen } = await world();
    const { session, headers } = await signedIn({ deps });
    const { sessions } = deps.auth;
    const validate = sessions.validate.bind(sessions);
    sessions.validate = async (id, cause) => {
      const found = await validate(id, cause);
      await deps.store.write((tx) => sessions.end(tx, session.id));
      return found;
    };
    expect(await rest(await listen(headers))).toEqual([ENDED]);
    expect(deps.feeds.size()).toBe(0);
  });

  test("[SESS-08, LIVE-02] all sessions end at once, but not one that was begun with it and listens already", async () => {
    const { deps, listen } = await world();
    const { store, auth } = deps;
    const old = await signedIn({ deps });
    const oldFeed = await listen(old.headers);
    const next = await signedIn({ deps }, old.userId);
    const nextFeed = await listen(next.headers);
    // As an instance hears it that is told late.
    await store.write(async (tx) => {
      await tx.delete(store.tables.sessions).where(eq(store.tables.sessions.id, old.session.id));
      const all = { userId: old.userId, sessionId: null };
      tx.publish({ type: "session.ended", ...all });
    });
    expect(await rest(oldFeed)).toEqual([ENDED]);
    expect(await auth.sessions.validate(next.session.id, "background")).not.toBeNull();
    deps.feeds.send("everyone", { type: "resync" });
    expect(await nextFeed.next()).toEqual({ type: "resync" });
  });

  test("a database that cannot be asked leaves no feed open", async () => {
    const { deps, request } = await world();
    const { headers } = await signedIn({ deps });
    deps.auth.sessions.validate = async () => {
      throw new Error("gone");
    };
    expect((await request("/api/feed", { headers })).status).toBe(500);
    expect(deps.feeds.size()).toBe(0);
  });

  test("an end that was not heard is found after the gap", async () => {
    const app = await testApp();
    const received: { onGap?: () => void } = {};
    const subscribe = async (_: unknown, onGap: () => void) => {
      received.onGap = onGap;
      return async () => {};
    };
    await wireLive({
      ...app.deps,
      store: { tables: app.deps.store.tables, read: app.deps.store.read, subscribe },
      log: silentLog,
    });
    const { session, headers } = await signedIn(app);
    const feed = readFeed((await app.request("/api/feed", { headers })).body);
    await feed.next();
    await app.deps.store.write((tx) => app.deps.auth.sessions.end(tx, session.id));
    received.onGap?.();
    expect((await rest(feed)).at(-1)).toEqual(ENDED);
  });

  test("the time without use is the community's own", async () => {
    const { clock, deps, listen, check } = await world({
      adjust: (config) => ({
        ...config,
        community: { ...config.community, sessions: { idleMs: HOUR_MS } },
      }),
    });
    const feed = await listen((await signedIn({ deps })).headers);
    clock.advance(HOUR_MS);
    await check();
    expect(await rest(feed)).toEqual([ENDED]);
  });
});
