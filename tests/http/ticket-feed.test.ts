import { describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createFeedHub, teamChannel } from "#server/live/feed.ts";
import { checkFeeds, wireLive } from "#server/live/wire.ts";
import { promoteMember } from "#server/modules/administration/index.ts";
import type { BusEvent } from "#shared/bus.ts";
import type { Role } from "#shared/constants/accounts.ts";
import type { FeedEvent } from "#shared/feed.ts";
import type { TestApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { type OpenFeed, readFeed } from "#tests/support/sse.ts";
import { threadWorld } from "#tests/support/threads.ts";
import { until } from "#tests/support/until.ts";

type Browser = { readonly headers: Readonly<Record<string, string>> };

const GUEST: Browser = { headers: {} };
const CHANGED = { type: "account.changed" } as const;
/** What Admins hear where something about a member changed. */
const memberChanged = (userId: string) => ({ type: "member.changed", userId }) as const;

/** Opens a feed that has said hello. */
const listenTo = async (app: TestApp, { headers }: Browser) => {
  const feed = readFeed((await app.request("/api/feed", { headers })).body);
  expect(await feed.next()).toMatchObject({ type: "hello" });
  return feed;
};

/** A site whose feeds are wired, and ways to look at them. */
const live = async <World extends { app: TestApp }>(world: World) => {
  const { app } = world;
  const { store, feeds } = app.deps;
  const arrived: BusEvent[] = [];
  afterThisTest(await wireLive(app.deps));
  // After the wire: what arrives here has been sent.
  afterThisTest(
    await store.subscribe(
      (event) => arrived.push(event),
      () => expect.unreachable("A gap."),
    ),
  );
  const publish = (...events: readonly BusEvent[]) =>
    store.write(async (tx) => events.forEach((event) => tx.publish(event)));
  let marks = 0;
  /** Everything that a feed was sent since it was last looked at. */
  const sentTo = async (feed: OpenFeed) => {
    marks += 1;
    // It is told to nobody.
    const gone = { sessionId: "gone", userId: `nobody ${marks}` };
    const last: BusEvent = { type: "session.ended", ...gone };
    await publish(last);
    await until(() => arrived.some((event) => Bun.deepEquals(event, last)));
    // Sent to all feeds, so each meets the marks of the others too.
    const mark: FeedEvent = { type: "bye", retryMs: marks };
    feeds.send("everyone", mark);
    const events: FeedEvent[] = [];
    for (let event = await feed.next(); !Bun.deepEquals(event, mark); event = await feed.next()) {
      if (event === null) throw new Error("The feed has ended.");
      if (event.type !== "bye") events.push(event);
    }
    return events;
  };
  /** Sets a member's role as an Admin's act does, and waits until the feeds know of it. */
  const setRole = async (userId: string, role: Role, isTold = true) => {
    const { users } = store.tables;
    const setPermissions = feeds.setPermissions.bind(feeds);
    let isKnown = !isTold;
    feeds.setPermissions = (...given) => {
      setPermissions(...given);
      isKnown = true;
    };
    await store.write(async (tx) => {
      await tx.update(users).set({ role }).where(eq(users.id, userId));
      if (isTold) tx.publish({ type: "account.changed", userId });
    });
    await until(() => isKnown);
    feeds.setPermissions = setPermissions;
  };
  const listen = (browser: Browser) => listenTo(app, browser);
  const check = () => checkFeeds(app.deps);
  return { ...world, publish, sentTo, setRole, listen, check };
};

const liveThread = async () => live(await threadWorld());

describe("[LIVE-06] what happens on a ticket", () => {
  test("is told once to those on it and to Admins, and to nobody else", async () => {
    const world = await liveThread();
    const { ada, ben, admin, stranger, ticketId, posted, publish, sentTo, listen } = world;
    const onIt = [await listen(ada), await listen(ben), await listen(admin)];
    const others = [await listen(stranger), await listen(GUEST)];
    const { id: messageId } = await posted(ada, "Hello");
    const added = { type: "message.added", ticketId, messageId };
    const received = { type: "notifications.changed" };
    const expected = [[added], [added, received], [added]];
    for (const [index, feed] of onIt.entries())
      expect(await sentTo(feed)).toEqual(expected[index] as FeedEvent[]);
    const changed = { type: "ticket.changed", ticketId } as const;
    await publish({ ...changed, userIds: [ada.userId, ben.userId] });
    for (const feed of onIt) expect(await sentTo(feed)).toEqual([changed]);
    for (const feed of others) expect(await sentTo(feed)).toEqual([]);
  });

  test("[WRITE-09] so are changed messages, readings and who is writing", async () => {
    const world = await liveThread();
    const { ada, ben, admin, stranger, ticketId, publish, sentTo, listen } = world;
    const onIt = [await listen(ada), await listen(ben), await listen(admin)];
    const others = [await listen(stranger), await listen(GUEST)];
    const events = [
      { type: "message.changed", ticketId, messageId: 7 },
      { type: "ticket.seen", ticketId },
      { type: "ticket.typing", ticketId, userId: ada.userId },
    ] as const;
    const userIds = [ada.userId, ben.userId];
    await publish(...events.map((event) => ({ ...event, userIds })));
    for (const feed of onIt) expect(await sentTo(feed)).toEqual([...events]);
    for (const feed of others) expect(await sentTo(feed)).toEqual([]);
    const seen = { type: "ticket.seen", ticketId } as const;
    await publish({ ...seen, readerId: ben.userId, userIds });
    const expected = [[seen], [seen, { type: "ticket.read", ticketId }], [seen]];
    for (const [index, feed] of onIt.entries())
      expect(await sentTo(feed)).toEqual(expected[index] as FeedEvent[]);
  });

  test("is told once to an Admin who is on it, in each of their browsers", async () => {
    const world = await liveThread();
    const { app, ada, admin, ticketId, publish, sentTo, listen } = world;
    const elsewhere = await signedIn(app, admin.userId);
    const feeds = [await listen(admin), await listen(elsewhere)];
    const userIds = [ada.userId, admin.userId];
    const added = { type: "message.added", ticketId, messageId: 7 } as const;
    const changed = { type: "ticket.changed", ticketId } as const;
    await publish({ ...added, userIds }, { ...changed, userIds });
    for (const feed of feeds) expect(await sentTo(feed)).toEqual([added, changed]);
  });

  test("is told to nobody where it was refused", async () => {
    const { ada, ben, admin, refused, sentTo, listen } = await liveThread();
    const feeds = [await listen(ada), await listen(ben), await listen(admin)];
    expect((await refused(ada, " "))[0]).toBe(400);
    expect((await refused(ada, "Look", { imgUrl: "https://elsewhere.example" }))[0]).toBe(400);
    for (const feed of feeds) expect(await sentTo(feed)).toEqual([]);
  });

  test("is told without the names of those who hear of it", async () => {
    const { app, ada, ben, ticketId, publish, listen } = await liveThread();
    await listen(ada);
    const received: unknown[] = [];
    const sendTo = app.deps.feeds.sendTo.bind(app.deps.feeds);
    app.deps.feeds.sendTo = (channels, event) => {
      received.push(event);
      sendTo(channels, event);
    };
    await publish({ type: "ticket.changed", ticketId, userIds: [ada.userId, ben.userId] });
    await until(() => received.length > 0);
    expect(received).toEqual([{ type: "ticket.changed", ticketId }]);
  });
});

describe("[LIVE-03] a role that changes", () => {
  test("closes the Admins' door at once, and opens it", async () => {
    const world = await liveThread();
    const { ada, admin, stranger, ticketId, publish, sentTo, setRole, listen } = world;
    const feed = await listen(admin);
    const elsewhere = await listen(stranger);
    const changed = { type: "ticket.changed", ticketId } as const;
    const change = () => publish({ ...changed, userIds: [ada.userId] });
    await setRole(admin.userId, "User");
    await change();
    // The news of it came while it was still an Admin's.
    expect(await sentTo(feed)).toEqual([CHANGED, memberChanged(admin.userId)]);
    expect(await sentTo(elsewhere)).toEqual([]);
    await setRole(admin.userId, "Admin");
    await change();
    expect(await sentTo(feed)).toEqual([CHANGED, changed]);
    expect(await sentTo(elsewhere)).toEqual([]);
  });

  test("of somebody on the ticket leaves them what is theirs", async () => {
    const { ada, ticketId, publish, sentTo, setRole, listen } = await liveThread();
    const feed = await listen(ada);
    const changed = { type: "ticket.changed", ticketId } as const;
    const received = {
      Admin: [CHANGED, changed],
      User: [CHANGED, memberChanged(ada.userId), changed],
    };
    for (const role of ["Admin", "User"] as const) {
      await setRole(ada.userId, role);
      await publish({ ...changed, userIds: [ada.userId] });
      expect(await sentTo(feed)).toEqual(received[role]);
    }
  });

  test("by a promotion is heard by feeds that are open already", async () => {
    const { app, stranger, ticketId, ada, publish, sentTo, listen } = await liveThread();
    const feed = await listen(stranger);
    const setPermissions = app.deps.feeds.setPermissions.bind(app.deps.feeds);
    const known: boolean[] = [];
    app.deps.feeds.setPermissions = (session, permissions) => {
      setPermissions(session, permissions);
      known.push(permissions.length > 0);
    };
    await promoteMember(asSite(app.deps), { email: `${stranger.userId}@example.test` });
    await until(() => known.includes(true));
    await publish({ type: "ticket.changed", ticketId, userIds: [ada.userId] });
    expect(await sentTo(feed)).toEqual([CHANGED, { type: "ticket.changed", ticketId }]);
  });

  test("by an Admin's act is heard at once: who was demoted hears nothing more, nor whoever was deactivated", async () => {
    const { app, ada, ben, admin, ticketId, publish, sentTo, listen } = await liveThread();
    const other = await signedIn(app, { role: "Admin" });
    const feeds = [await listen(other), await listen(ben), await listen(admin)] as const;
    const act = async (name: "demote" | "deactivate", id: string) => {
      const response = await app.request(`/api/trpc/administration.${name}`, {
        method: "POST",
        headers: { ...admin.headers, "content-type": "application/json" },
        body: JSON.stringify({ id }),
      });
      expect(response.status).toBe(200);
    };
    const setPermissions = app.deps.feeds.setPermissions.bind(app.deps.feeds);
    const known: [string, boolean][] = [];
    app.deps.feeds.setPermissions = (session, permissions) => {
      setPermissions(session, permissions);
      known.push([session.userId, permissions.length > 0]);
    };
    await act("demote", other.userId);
    await until(() => known.some(([id, isAdmin]) => id === other.userId && !isAdmin));
    await act("deactivate", ben.userId);
    // Said before it ends, whatever else was.
    let last: FeedEvent | null = null;
    for (let event = await feeds[1].next(); event !== null; event = await feeds[1].next())
      last = event;
    expect(last).toEqual({ type: "session.ended" });
    const changed = { type: "ticket.changed", ticketId } as const;
    await publish({ ...changed, userIds: [ada.userId, ben.userId] });
    expect(await sentTo(feeds[0])).toEqual([CHANGED, memberChanged(other.userId)]);
    const acts = [memberChanged(other.userId), memberChanged(ben.userId)];
    expect(await sentTo(feeds[2])).toEqual([...acts, changed]);
  });

  test("while an Admin's feed begins closes their door all the same", async () => {
    const { app, ada, admin, ticketId, publish, sentTo, setRole, listen } = await liveThread();
    const { sessions } = app.deps.auth;
    const validate = sessions.validate.bind(sessions);
    const looked = spyOn(sessions, "validate").mockImplementationOnce(async (...given) => {
      const found = await validate(...given);
      await setRole(admin.userId, "User");
      return found;
    });
    afterThisTest(() => looked.mockRestore());
    const feed = await listen(admin);
    await publish({ type: "ticket.changed", ticketId, userIds: [ada.userId] });
    expect(await sentTo(feed)).toEqual([CHANGED]);
  });

  test("without our hearing of it is found within a minute", async () => {
    const world = await liveThread();
    const { ada, admin, stranger, ticketId, publish, sentTo, setRole, listen, check } = world;
    const [before, after] = [await listen(admin), await listen(stranger)];
    await setRole(admin.userId, "User", false);
    await setRole(stranger.userId, "Admin", false);
    await check();
    const changed = { type: "ticket.changed", ticketId } as const;
    await publish({ ...changed, userIds: [ada.userId] });
    expect(await sentTo(before)).toEqual([]);
    expect(await sentTo(after)).toEqual([changed]);
  });

  test("is asked for only where the member listens", async () => {
    const { app, ben, ada, publish, sentTo, listen } = await liveThread();
    const feed = await listen(ada);
    let asked = 0;
    const { sessions } = app.deps.auth;
    const validate = sessions.validate.bind(sessions);
    sessions.validate = (...given) => {
      asked += 1;
      return validate(...given);
    };
    await publish({ type: "account.changed", userId: ben.userId });
    expect(await sentTo(feed)).toEqual([]);
    expect(asked).toBe(0);
  });
});

describe("[LIVE-01] notifications that change", () => {
  test("are told to their readers alone", async () => {
    const { ada, ben, admin, stranger, publish, sentTo, listen } = await liveThread();
    const received = { type: "notifications.changed" } as const;
    const readers = [await listen(ada), await listen(ben)];
    const others = [await listen(admin), await listen(stranger), await listen(GUEST)];
    await publish({ ...received, userIds: [ada.userId, ben.userId, "nobody who listens"] });
    for (const feed of readers) expect(await sentTo(feed)).toEqual([received]);
    for (const feed of others) expect(await sentTo(feed)).toEqual([]);
  });

  test("are told to every member where they are everyone's", async () => {
    const { ada, admin, stranger, publish, sentTo, listen } = await liveThread();
    const feeds = [await listen(ada), await listen(admin), await listen(stranger)];
    const guest = await listen(GUEST);
    await publish({ type: "notifications.changed", userIds: null });
    for (const feed of feeds)
      expect(await sentTo(feed)).toEqual([{ type: "notifications.changed" }]);
    expect(await sentTo(guest)).toEqual([]);
  });
});

describe("[LIVE-01] an account or a balance that changes", () => {
  test("is told to its owner and, with whose it is, to Admins; to nobody else", async () => {
    const { ada, admin, stranger, publish, sentTo, listen } = await liveThread();
    const feeds = [await listen(ada), await listen(admin)] as const;
    const others = [await listen(stranger), await listen(GUEST)];
    for (const type of ["points.changed", "account.changed"] as const) {
      await publish({ type, userId: ada.userId });
      expect(await sentTo(feeds[0])).toEqual([{ type }]);
      expect(await sentTo(feeds[1])).toEqual([memberChanged(ada.userId)]);
    }
    for (const feed of others) expect(await sentTo(feed)).toEqual([]);
  });
});

/** @param userId whose feeds they are, each of a session of its own: "1" and so on. */
const hubWithFeeds = (count: number, channels: readonly string[], userId?: string) => {
  const hub = createFeedHub({
    buildId: "build-1",
    limits: { guestsByAddress: count, byMember: count },
  });
  afterThisTest(() => hub.end());
  const feeds = Array.from({ length: count }, (_, index) => {
    const session = userId === undefined ? null : { id: String(index + 1), userId };
    return readFeed(hub.open(channels, "a", session));
  });
  return { hub, feeds };
};

describe("sending to several channels", () => {
  test("serialises once, whoever listens, and not at all for nobody", async () => {
    const { hub, feeds } = hubWithFeeds(1000, ["everyone", "member:1"]);
    let written = 0;
    const event = { type: "resync", toJSON: () => ({ type: "resync", n: (written += 1) }) };
    hub.sendTo(["member:2", teamChannel("tickets")], event as FeedEvent & { type: "resync" });
    expect(written).toBe(0);
    hub.sendTo(["everyone", "member:1", "member:1"], event as FeedEvent & { type: "resync" });
    expect(written).toBe(1);
    hub.send("everyone", { type: "bye", retryMs: 1 });
    for (const feed of feeds) {
      expect(await feed.next()).toMatchObject({ type: "hello" });
      expect(await feed.next()).toEqual({ type: "resync" });
      expect(await feed.next()).toEqual({ type: "bye", retryMs: 1 });
    }
  });

  test("a feed of the team that is closed has left its channels too", async () => {
    const { hub, feeds } = hubWithFeeds(2, ["member:1"], "1");
    const [first, second] = feeds;
    for (const id of ["1", "2"]) hub.setPermissions({ id, userId: "1" }, ["tickets"]);
    await first?.leave();
    hub.sendTo([teamChannel("tickets")], { type: "resync" });
    await second?.next();
    expect(await second?.next()).toEqual({ type: "resync" });
    expect(hub.size()).toBe(1);
  });
});
