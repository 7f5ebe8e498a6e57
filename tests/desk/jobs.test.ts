import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { closeSilent, followTargets } from "#server/modules/tickets/index.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK_NOTIFICATIONS } from "#shared/desk-messages.ts";
import type { CommunityTickets } from "#shared/schemas/community/tickets.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";

const TARGETS = { firstAnswerMinutes: 60, nextAnswerMinutes: 120, warnMinutes: 30 };
const CLOSING = { afterDays: 10, warnDays: 3 };

const adjusted =
  (part: Partial<CommunityTickets>) =>
  (config: Config): Config => ({
    ...config,
    community: { ...config.community, tickets: { ...config.community.tickets, ...part } },
  });

const setUp = async (part: Partial<CommunityTickets> = { targets: TARGETS, closing: CLOSING }) => {
  const world = await appWithPeople({ adjust: adjusted(part) });
  const { app, store, clock, member } = world;
  const { tickets } = store.tables;
  const helper = await person(app, (await holderOf(app, ["tickets"])).userId);
  const { id } = await member.tickets.create.mutate(TICKET);
  const row = async () => {
    const [found] = await store.read.select().from(tickets).where(eq(tickets.id, id));
    if (found === undefined) throw new Error("The ticket is gone.");
    return found;
  };
  const signal = new AbortController().signal;
  const follow = () => followTargets(asSite(app.deps), signal);
  const close = () => closeSilent(asSite(app.deps), signal);
  /** Somebody signed in again, as sessions do not last for days. */
  const anew = (who: typeof member) => person(app, who.id);
  const told = async (who: typeof member, text: string) =>
    (await (await anew(who)).notifications.list.query({})).items.filter(
      ({ subject }) => subject === text,
    ).length;
  const say = async (who: typeof member) =>
    (await anew(who)).messages.send.mutate({ messageGroupId: id, content: "Hello" });
  const minutes = (count: number) => clock.advance(count * MINUTE_MS);
  const days = (count: number) => clock.advance(count * DAY_MS);
  return { ...world, helper, id, row, follow, close, told, say, anew, minutes, days };
};

const { subject } = TICKET;

describe("[DESK-05] a ticket that waits for the team", () => {
  test("is warned of once before its time, and marked once after", async () => {
    const { id, clock, helper, admin, member, row, follow, told, minutes } = await setUp();
    const opened = clock.now().getTime();
    await follow();
    expect((await row()).dueAt?.getTime()).toBe(opened + 60 * MINUTE_MS);
    const warning = DESK_NOTIFICATIONS.dueSoon(id, subject).subject;
    const late = DESK_NOTIFICATIONS.overdue(id, subject).subject;
    minutes(29);
    await follow();
    expect(await told(helper, warning)).toBe(0);
    minutes(1);
    for (let round = 0; round < 2; round += 1) await follow();
    for (const who of [helper, admin]) expect(await told(who, warning)).toBe(1);
    expect(await row()).toMatchObject({ overdueAt: null });
    minutes(30);
    for (let round = 0; round < 2; round += 1) await follow();
    for (const who of [helper, admin]) expect(await told(who, late)).toBe(1);
    expect((await row()).overdueAt).not.toBeNull();
    for (const text of [warning, late]) expect(await told(member, text)).toBe(0);
  });

  test("is no longer once it is answered, and then has the time of the next answer", async () => {
    const { clock, helper, member, row, follow, say, minutes } = await setUp();
    await follow();
    minutes(90);
    await follow();
    await say(helper);
    const answeredAt = clock.now();
    expect(await row()).toMatchObject({
      dueAt: null,
      overdueAt: null,
      firstAnsweredAt: answeredAt,
    });
    await follow();
    expect((await row()).dueAt).toBeNull();
    minutes(5);
    await say(member);
    await follow();
    expect((await row()).dueAt?.getTime()).toBe(clock.now().getTime() + 120 * MINUTE_MS);
    await say(helper);
    expect((await row()).firstAnsweredAt).toEqual(answeredAt);
  });

  test("is told to whoever takes care of it alone, where somebody does", async () => {
    const { store, id, helper, admin, follow, told, minutes } = await setUp();
    const { tickets } = store.tables;
    await store.write((tx) =>
      tx.update(tickets).set({ assigneeId: helper.id }).where(eq(tickets.id, id)),
    );
    minutes(61);
    await follow();
    const late = DESK_NOTIFICATIONS.overdue(id, subject).subject;
    expect([await told(helper, late), await told(admin, late)]).toEqual([1, 0]);
  });

  test("has another time once the community has other targets, and none without", async () => {
    const { app, clock, row, follow } = await setUp();
    const opened = clock.now().getTime();
    await follow();
    const publish = async (targets: CommunityTickets["targets"], siteVersion: number) => {
      const { community } = adjusted({ targets })(app.deps.config);
      app.deps.live.replace({ community, siteVersion });
      await follow();
      return (await row()).dueAt?.getTime() ?? null;
    };
    expect(await publish({ ...TARGETS, firstAnswerMinutes: 90 }, 1)).toBe(opened + 90 * MINUTE_MS);
    expect(await publish({ warnMinutes: 30, nextAnswerMinutes: 90 }, 2)).toBeNull();
    expect(await publish(TARGETS, 3)).toBe(opened + 60 * MINUTE_MS);
    expect(await publish(undefined, 4)).toBeNull();
  });

  test("that is late is told of once, though the targets change, and is late no more by longer ones", async () => {
    const { app, id, helper, row, follow, told, minutes } = await setUp();
    const late = DESK_NOTIFICATIONS.overdue(id, subject).subject;
    await follow();
    minutes(61);
    await follow();
    const publish = async (firstAnswerMinutes: number, siteVersion: number) => {
      const targets = { ...TARGETS, firstAnswerMinutes };
      const { community } = adjusted({ targets })(app.deps.config);
      app.deps.live.replace({ community, siteVersion });
      await follow();
      await follow();
    };
    const { overdueAt } = await row();
    await publish(50, 1);
    expect(await row()).toMatchObject({ overdueAt });
    expect(await told(helper, late)).toBe(1);
    await publish(600, 2);
    expect(await row()).toMatchObject({ overdueAt: null, dueWarnedAt: null });
    minutes(600);
    await follow();
    expect(await told(helper, late)).toBe(2);
  });

  test("is not followed while it is closed, and its people are told nothing of it", async () => {
    const { id, member, helper, follow, told, minutes, row } = await setUp();
    await follow();
    await helper.tickets.close.mutate({ id });
    minutes(120);
    await follow();
    expect(await told(helper, DESK_NOTIFICATIONS.overdue(id, subject).subject)).toBe(0);
    expect((await row()).overdueAt).toBeNull();
    const shown = await member.tickets.byId.query({ id });
    for (const secret of ["dueAt", "overdueAt", "dueWarnedAt", "firstAnsweredAt", "quietWarnedAt"])
      expect(shown).not.toHaveProperty(secret);
  });
});

describe("[DESK-06] a ticket that the team has answered", () => {
  test("is closed after the days of silence, days after its people were warned", async () => {
    const { id, member, helper, row, close, told, say, anew, days } = await setUp();
    await say(helper);
    const warning = DESK_NOTIFICATIONS.closesSoon(id, subject, 3).subject;
    days(6);
    await close();
    expect(await told(member, warning)).toBe(0);
    days(1);
    for (let round = 0; round < 2; round += 1) await close();
    expect(await told(member, warning)).toBe(1);
    days(2);
    await close();
    expect((await row()).status).toBe("Open");
    days(1);
    await close();
    expect(await row()).toMatchObject({ status: "closed", solved: null });
    expect(await told(member, DESK_NOTIFICATIONS.closedBySilence(id, subject, 10).subject)).toBe(1);
    const history = await (await anew(member)).tickets.history.query({ id });
    expect(history.at(-1)).toMatchObject({ act: "closed", silentDays: 10, people: [] });
    expect(
      (await (await anew(member)).tickets.list.query({ status: "closed" })).items,
    ).toMatchObject([{ id }]);
  });

  test("is restored as any other, and not closed again at once", async () => {
    const { id, member, helper, row, close, say, anew, days } = await setUp();
    await say(helper);
    days(7);
    await close();
    days(3);
    await close();
    await (await anew(member)).tickets.restore.mutate({ id });
    await close();
    days(6);
    await close();
    expect(await row()).toMatchObject({ status: "Open", quietWarnedAt: null });
  });

  test("stays open with a word of its people, and the days begin anew", async () => {
    const { member, helper, row, close, say, days } = await setUp();
    await say(helper);
    days(7);
    await close();
    await say(member);
    days(30);
    await close();
    expect((await row()).status).toBe("Open");
    await say(helper);
    await close();
    expect(await row()).toMatchObject({ status: "Open", quietWarnedAt: null });
  });

  test("is not closed before the warning was there for as long as it says", async () => {
    const { helper, row, close, say, days } = await setUp();
    await say(helper);
    days(100);
    await close();
    await close();
    expect((await row()).status).toBe("Open");
    days(3);
    await close();
    expect((await row()).status).toBe("closed");
  });

  test("stays open for good where the community closes none", async () => {
    const { helper, row, close, say, days } = await setUp({});
    await say(helper);
    days(1000);
    await close();
    expect(await row()).toMatchObject({ status: "Open", quietWarnedAt: null });
  });
});
