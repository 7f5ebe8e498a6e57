import { describe, expect, test } from "bun:test";
import { creditPresence } from "#server/modules/bridge/index.ts";
import { linkAccount, proveAccount } from "#server/modules/links/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { NewTicket } from "#shared/schemas/tickets.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { bridgedDen, PLAYER } from "#tests/support/bridge.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { shopWithPeople, WORTH } from "#tests/support/orders.ts";
import { person, refusalOf, TICKET } from "#tests/support/people.ts";
import { addTo, one, POINTS, shopWorld } from "#tests/support/shop.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { strikeOf, strikerOf, strikeWorld } from "#tests/support/strikes.ts";

describe("[STRIKE-04] while writing is forbidden", () => {
  test("no message, ticket or edit, over tRPC and REST, until it expires", async () => {
    const { app, member, strike, clock } = await strikeWorld();
    const ticket = await member.tickets.create.mutate(TICKET);
    const { id } = await strike({ forbids: ["writing"], term: "day" });
    const message = { messageGroupId: ticket.id, content: "Hello?" };
    const answer = await member.ask("POST", "/api/message", message);
    const refused = (await answer.json()) as { code: string; message: string };
    expect([answer.status, refused.code]).toEqual([403, "strike"]);
    for (const part of [
      "You cannot write on tickets until",
      `strike #${id}`,
      "rule ASE 1.1",
      "Griefed a new tribe.",
      "appeal",
    ])
      expect(refused.message).toContain(part);
    const sentence = [403, refused.message] as [number, string];
    expect(await refusalOf(member.messages.send.mutate(message))).toEqual(sentence);
    expect(await refusalOf(member.tickets.create.mutate(TICKET))).toEqual(sentence);
    const edit = { ...TICKET, id: ticket.id, description: "More words" };
    expect(await refusalOf(member.tickets.edit.mutate(edit))).toEqual(sentence);
    expect((await member.strikes.standing.query()).forbidden).toMatchObject([
      { act: "writing", strikeId: id, sentence: refused.message },
    ]);
    clock.advance(DAY_MS);
    const later = await person(app, member.id);
    expect((await later.messages.send.mutate(message)).content).toBe("Hello?");
  });

  test("nobody else is kept from writing, nor the member by what forbids something else", async () => {
    const { member, stranger, strike } = await strikeWorld();
    await strike({ forbids: ["buying", "earning", "playing"] });
    await strike({ forbids: [], term: "warning" });
    expect((await member.tickets.create.mutate(TICKET)).id).toBeGreaterThan(0);
    expect((await stranger.tickets.create.mutate(TICKET)).id).toBeGreaterThan(0);
  });

  test("of several strikes the one that lasts longest is named; lifted, the next one is", async () => {
    const { member, moderator, strike } = await strikeWorld();
    const short = await strike({ forbids: ["writing"], term: "day" });
    const long = await strike({ forbids: ["writing"], term: "permanent" });
    const named = async () => (await refusalOf(member.tickets.create.mutate(TICKET)))[1];
    expect(await named()).toContain(`strike #${long.id}`);
    expect(await named()).not.toContain("until");
    await moderator.strikes.lift.mutate({ id: long.id, reason: "Too much" });
    expect(await named()).toContain(`strike #${short.id}`);
  });
});

const appeal = (strikeId: number): NewTicket => ({
  ...TICKET,
  subject: "Appeal",
  appealOf: strikeId,
});

describe("[STRIKE-06] an appeal", () => {
  test("is opened once, may be written on, and is seen beside the strike", async () => {
    const { member, moderator, strike } = await strikeWorld();
    const { id } = await strike({ forbids: ["writing"] });
    const opened = await Promise.allSettled([
      member.tickets.create.mutate(appeal(id)),
      member.tickets.create.mutate(appeal(id)),
    ]);
    expect(opened.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [ticket] = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (ticket === undefined) throw new Error("No appeal was opened.");
    const { items } = await member.strikes.mine.query({});
    expect(items).toMatchObject([{ id, appealTicketId: ticket.id }]);
    const again = await refusalOf(member.tickets.create.mutate(appeal(id)));
    expect(again).toEqual([409, STRIKES.appealed(ticket.id)]);
    const message = { messageGroupId: ticket.id, content: "It was my brother." };
    expect((await member.messages.send.mutate(message)).content).toBe("It was my brother.");
    expect((await moderator.strikes.list.query({ ticketId: ticket.id })).items).toMatchObject([
      { id },
    ]);
    // Only the appeal: any other ticket of theirs stays closed to them.
    expect((await refusalOf(member.tickets.create.mutate(TICKET)))[0]).toBe(403);
  });

  test("of somebody else's strike, or of one that is over, is not opened", async () => {
    const { member, stranger, moderator, strike, store } = await strikeWorld();
    const { id } = await strike({ forbids: ["writing"] });
    expect(await refusalOf(stranger.tickets.create.mutate(appeal(id)))).toEqual([
      404,
      STRIKES.unknown,
    ]);
    expect(await refusalOf(member.tickets.create.mutate(appeal(999)))).toEqual([
      404,
      STRIKES.unknown,
    ]);
    await moderator.strikes.lift.mutate({ id, reason: "Fine" });
    expect(await refusalOf(member.tickets.create.mutate(appeal(id)))).toEqual([
      409,
      STRIKES.appealOver,
    ]);
    expect(await store.read.select().from(store.tables.tickets)).toEqual([]);
  });
});

describe("[STRIKE-04] while buying is forbidden", () => {
  test("neither a basket is made nor anything put into one", async () => {
    const { app, ada, grace } = await shopWorld();
    const striker = await strikerOf(app);
    const ident = await ada.basket({ packageId: POINTS, quantity: 2 });
    await striker.strikes.issue.mutate(strikeOf(ada.userId, { forbids: ["buying"] }));
    for (const answer of [
      await ada.ask("POST", "create-basket", { items: [one(POINTS)] }),
      await addTo(ada, ident, POINTS),
      await ada.ask("PUT", `basket/${ident}`, { items: [one(POINTS)] }),
    ]) {
      const body = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, body["code"] ?? body["error"]]).toEqual([403, "strike"]);
    }
    expect(await grace.basket(one(POINTS))).not.toBe("");
  });

  test("a payment that comes in anyway is credited, also while earning is forbidden", async () => {
    const { app, ada, order, send, work, balance } = await shopWithPeople();
    const { paymentEvent } = await order({ [POINTS]: 1 });
    const striker = await strikerOf(app);
    const forbids: ("buying" | "earning")[] = ["buying", "earning"];
    await striker.strikes.issue.mutate(strikeOf(ada.id, { forbids, term: "permanent" }));
    expect(await send(paymentEvent("completed"))).toBe(200);
    await work();
    expect(await balance()).toBe(WORTH.points);
  });
});

const VOTE = {
  username: "Lynx",
  uuid: PLAYER.playerId,
  platform: "steam",
  serviceName: "votes.example",
  game: "ark-se",
  timestamp: "1772366400",
};

const world = async () => {
  const den = await bridgedDen();
  const { app, member, grant, plugin, store } = den;
  await grant("Gold", "2027-12-01T00:00:00Z");
  const striker = await strikerOf(app);
  const forbid = (term: "day" | "permanent" = "day") =>
    striker.strikes.issue.mutate(strikeOf(member.id, { forbids: ["earning"], term }));
  const present = async () =>
    (await plugin.call("POST", "/presence", { game: "ark-se", players: [PLAYER] })).answer;
  const run = () => creditPresence(asSite(app.deps), new AbortController().signal);
  return { ...den, store, forbid, present, run };
};

describe("[STRIKE-04] while earning is forbidden", () => {
  test("a quarter of an hour is worth nothing, and the next one after it is", async () => {
    const { clock, forbid, present, run, entries } = await world();
    await forbid();
    expect(await present()).toMatchObject({ accepted: 1, earning: 0 });
    await run();
    expect(await entries()).toEqual([]);
    clock.advance(DAY_MS);
    expect(await present()).toMatchObject({ accepted: 1, earning: 1 });
    await run();
    expect(await entries()).toMatchObject([{ kind: "passive" }]);
  });

  test("rewards and votes are refused with the code, and nothing is credited", async () => {
    const { plugin, forbid, entries } = await world();
    await forbid();
    const reward = {
      ...PLAYER,
      game: "ark-se",
      points: 5,
      reason: "Boss",
      idempotencyKey: "boss-fight-1",
    };
    for (const [path, body] of [
      ["/earn", reward],
      ["/vote", VOTE],
    ] as const) {
      const { status, answer } = await plugin.call("POST", path, body);
      expect([status, answer]).toEqual([403, { message: STRIKES.playerForbidden, code: "strike" }]);
    }
    expect(await entries()).toEqual([]);
  });

  test("votes that were kept for an account are dropped once it is linked", async () => {
    const { app, store, plugin, entries } = await world();
    const { userId } = await signedIn(app);
    const striker = await strikerOf(app);
    const playerId = "76561198000000077";
    const kept = await plugin.call("POST", "/vote", { ...VOTE, uuid: playerId });
    expect(kept.answer).toMatchObject({ state: "kept" });
    await striker.strikes.issue.mutate(strikeOf(userId, { forbids: ["earning"] }));
    const secret = "browser-of-this-member";
    await proveAccount(asSite(app.deps), {
      platform: "steam",
      externalId: playerId,
      name: "Ada",
      browserSecret: secret,
      isForMember: true,
    });
    await linkAccount(asMember(app.deps, { userId, secret }), {
      platform: "steam",
      externalId: playerId,
    });
    expect(await entries()).toEqual([]);
    expect(await store.read.select().from(store.tables.keptVotes)).toEqual([]);
  });
});
