import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { threadWorld } from "#tests/support/threads.ts";

const setUp = async () => {
  const world = await threadWorld();
  const { app, ticketId } = world;
  const ada = await person(app, world.ada.userId);
  const admin = await person(app, world.admin.userId);
  const turn = async () => {
    const { waitsFor, waitsSince } = await ada.tickets.byId.query({ id: ticketId });
    return [waitsFor, waitsSince] as const;
  };
  /** A minute later. @returns when it was said. */
  const say = async (who: typeof world.ada) => {
    app.clock.advance(MINUTE_MS);
    await world.posted(who, "Hello");
    return app.clock.now().toISOString();
  };
  const now = () => app.clock.now().toISOString();
  return { ...world, people: world, ada, admin, turn, say, now };
};

describe("[WRITE-10] who has to answer", () => {
  test("the team since the first message, then its people since the answer", async () => {
    const { people, turn, say, now } = await setUp();
    expect(await turn()).toEqual(["team", now()]);
    const opened = now();
    await say(people.ada);
    expect(await turn()).toEqual(["team", opened]);
    const answered = await say(people.admin);
    expect(await turn()).toEqual(["people", answered]);
    await say(people.admin);
    expect(await turn()).toEqual(["people", answered]);
    const asked = await say(people.ben);
    await say(people.ada);
    expect(await turn()).toEqual(["team", asked]);
  });

  test("nobody while it is closed, and whoever it was once it is restored", async () => {
    const { app, people, ada, ticketId, turn, say, now } = await setUp();
    await say(people.admin);
    app.clock.advance(MINUTE_MS);
    const closed = await ada.tickets.close.mutate({ id: ticketId });
    expect(closed).toMatchObject({ waitsFor: "nobody", waitsSince: now(), closedAt: now() });
    app.clock.advance(MINUTE_MS);
    expect(await ada.tickets.restore.mutate({ id: ticketId })).toMatchObject({ closedAt: null });
    // The days after which silence closes it are counted from then on.
    expect(await turn()).toEqual(["people", now()]);
  });
});

describe("[WRITE-11] whether it was solved", () => {
  test("may be said with a word, and is taken back when it is restored", async () => {
    const { ada, ticketId, app } = await setUp();
    const closed = await ada.tickets.close.mutate({ id: ticketId, solved: true, word: " Fast! " });
    expect(closed).toMatchObject({ solved: true, solvedWord: "Fast!" });
    expect(await ada.tickets.byId.query({ id: ticketId })).toEqual(closed);
    app.clock.advance(MINUTE_MS);
    const restored = await ada.tickets.restore.mutate({ id: ticketId });
    expect(restored).toMatchObject({ solved: null, solvedWord: null });
    const response = await ada.ask("PUT", `/api/tickets/${ticketId}/close`, { solved: false });
    expect(await response.json()).toMatchObject({
      status: "closed",
      solved: false,
      solvedWord: null,
    });
  });

  test("[WRITE-17] its opener says so once, where somebody else has closed it", async () => {
    const { app, people, ada, admin, ticketId } = await setUp();
    const ben = await person(app, people.ben.userId);
    const stranger = await person(app, people.stranger.userId);
    const say = (who: typeof ada, solved = true) =>
      who.tickets.saySolved.mutate({ id: ticketId, solved, word: " Thanks " });
    expect(await refusalOf(say(ada))).toEqual([409, CLOSING.notClosed]);
    await admin.tickets.close.mutate({ id: ticketId });
    const told = await ada.notifications.list.query({});
    expect(told.items[0]?.message).toContain("Is it solved?");
    expect((await ben.notifications.list.query({})).items[0]?.message).not.toContain("solved?");
    for (const [who, status] of [
      [ben, 403],
      [admin, 403],
      [stranger, 404],
    ] as const)
      expect((await refusalOf(say(who)))[0]).toBe(status);
    expect(await say(ada)).toMatchObject({ status: "closed", solved: true, solvedWord: "Thanks" });
    expect(await refusalOf(say(ada, false))).toEqual([409, CLOSING.saidAlready]);
    app.clock.advance(MINUTE_MS);
    await ada.tickets.restore.mutate({ id: ticketId });
    await admin.tickets.close.mutate({ id: ticketId });
    expect(await say(ada, false)).toMatchObject({ solved: false });
  });

  test("may be left unsaid, as by other clients", async () => {
    const { ada, ticketId } = await setUp();
    const response = await ada.ask("PUT", `/api/tickets/${ticketId}/close`);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { status: "closed", solved: null, solvedWord: null },
    ]);
  });

  test("a word without an answer is kept, also once that is given, and one that is too long is refused", async () => {
    const { ada, ticketId } = await setUp();
    const tooLong = { id: ticketId, solved: true, word: "a".repeat(201) };
    expect(await refusalOf(ada.tickets.close.mutate(tooLong))).toMatchObject([
      400,
      expect.stringContaining("word"),
    ]);
    expect(await ada.tickets.close.mutate({ id: ticketId, word: "Hm" })).toMatchObject({
      solved: null,
      solvedWord: "Hm",
    });
    expect(await ada.tickets.saySolved.mutate({ id: ticketId, solved: true })).toMatchObject({
      solved: true,
      solvedWord: "Hm",
    });
  });
});
