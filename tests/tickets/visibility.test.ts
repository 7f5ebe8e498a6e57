import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { createFeedHub, memberChannel, teamChannel } from "#server/live/feed.ts";
import { wireLive } from "#server/live/wire.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { until } from "#tests/support/until.ts";

const SECRET = "Application";

const restricted = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = [...tickets.categories, { key: SECRET, visibleTo: "roles" } as const];
  return { ...config, community: { ...config.community, tickets: { ...tickets, categories } } };
};

/** An application by Ada; a helper who may not see it, one who may, and the Admin. */
const setUp = async () => {
  const world = await appWithPeople({ adjust: restricted });
  const { app, member } = world;
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, ["members", ...permissions])).userId);
  const helper = await holder("tickets");
  const recruiter = await holder("tickets", "roles");
  const secret = await member.tickets.create.mutate({ ...TICKET, category: SECRET });
  const plain = await member.tickets.create.mutate(TICKET);
  return { ...world, holder, helper, recruiter, secret: secret.id, plain: plain.id };
};
type World = Awaited<ReturnType<typeof setUp>>;
type Who = World["helper"];

const OPEN = { status: "Open" } as const;
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id);
const unknown: [number, string] = [404, TICKETS.unknown];

const lists = async (who: Who) => [
  idsOf((await who.tickets.list.query(OPEN)).items),
  idsOf((await who.tickets.list.query({ ...OPEN, search: "mesh" })).items),
  idsOf((await who.tickets.list.query({ ...OPEN, isWaiting: true })).items),
  idsOf((await who.tickets.list.query({ ...OPEN, category: SECRET })).items),
  (await who.tickets.counts.query()).open,
];

const told = async (who: Who) =>
  (await who.notifications.list.query({})).items.map(({ ticketId }) => ticketId);

describe("[DESK-02] a ticket of a category that takes another permission", () => {
  test("stands in the lists and counts of those who have it, and of nobody else", async () => {
    const { helper, recruiter, admin, stranger, member, secret, plain } = await setUp();
    const all = [plain, secret];
    expect(await lists(helper)).toEqual([[plain], [plain], [plain], [], 1]);
    for (const who of [recruiter, admin, member])
      expect(await lists(who)).toEqual([all, all, all, [secret], 2]);
    expect(await lists(stranger)).toEqual([[], [], [], [], 0]);
  });

  test("does not exist for a helper without it, whatever they ask of it", async () => {
    const { helper, member, secret: id } = await setUp();
    for (const ask of [
      () => helper.tickets.byId.query({ id }),
      () => helper.tickets.history.query({ id }),
      () => helper.messages.list.query({ ticketId: id }),
      () => helper.messages.send.mutate({ messageGroupId: id, content: "Hello" }),
      () => helper.tickets.close.mutate({ id }),
      () => helper.tickets.assign.mutate({ id }),
      () => helper.tickets.assign.mutate({ id, userId: helper.id }),
      () => helper.tickets.edit.mutate({ ...TICKET, id }),
    ])
      expect(await refusalOf(ask())).toEqual(unknown);
    for (const path of [`/api/tickets/${id}`, `/api/message/ticket/${id}`])
      expect((await helper.ask("GET", path)).status).toBe(404);
    await member.tickets.close.mutate({ id });
    expect(await refusalOf(helper.tickets.restore.mutate({ id }))).toEqual(unknown);
  });

  test("is open to a helper who has it, and to one who was put on it", async () => {
    const { helper, recruiter, admin, secret: id } = await setUp();
    expect(await recruiter.tickets.byId.query({ id })).toMatchObject({ id, category: SECRET });
    await admin.tickets.assign.mutate({ id, userId: helper.id });
    expect(await helper.tickets.byId.query({ id })).toMatchObject({ id });
    expect((await helper.tickets.list.query({ ...OPEN, category: SECRET })).items).toHaveLength(1);
    expect((await helper.tickets.counts.query()).open).toBe(2);
  });

  test("is told to nobody without it: not when it is opened, nor on the page of the member or Today", async () => {
    const { helper, recruiter, admin, member, secret, plain } = await setUp();
    expect(await told(helper)).toEqual([plain]);
    for (const who of [recruiter, admin]) expect(await told(who)).toEqual([plain, secret]);
    const seen = async (who: Who) => [
      (await who.administration.member.query({ id: member.id })).tickets.map(({ id }) => id),
      (await who.administration.find.query({ text: `#${secret}` })).tickets.length,
      (await who.administration.today.query({ days: 7 })).tickets.waiting,
    ];
    expect(await seen(helper)).toEqual([[plain], 0, 1]);
    expect(await seen(recruiter)).toEqual([[plain, secret], 1, 2]);
  });

  test("with the other permission alone is not seen", async () => {
    const { holder, secret: id } = await setUp();
    const manager = await holder("roles");
    expect(await refusalOf(manager.tickets.byId.query({ id }))).toEqual(unknown);
    expect(
      await refusalOf(manager.messages.send.mutate({ messageGroupId: id, content: "Hi" })),
    ).toEqual(unknown);
  });

  test("reaches the feeds of those alone who may see it", async () => {
    const { app, member, secret, plain } = await setUp();
    const sent: [channels: readonly string[], event: FeedEvent][] = [];
    const feeds = createFeedHub({ buildId: "build" });
    afterThisTest(
      await wireLive({
        ...app.deps,
        feeds: { ...feeds, sendTo: (...all) => void sent.push(all) },
      }),
    );
    await member.messages.send.mutate({ messageGroupId: secret, content: "Hello" });
    await member.messages.send.mutate({ messageGroupId: plain, content: "Hello" });
    const added = () => sent.filter(([, { type }]) => type === "message.added");
    await until(() => added().length === 2);
    const channelsOf = (id: number) =>
      added().find(([, event]) => "ticketId" in event && event.ticketId === id)?.[0];
    expect(channelsOf(secret)).toEqual([teamChannel("tickets", "roles"), memberChannel(member.id)]);
    expect(channelsOf(plain)).toEqual([teamChannel("tickets"), memberChannel(member.id)]);
  });

  test("a feed is in the channel of two permissions with both alone", async () => {
    const hub = createFeedHub({ buildId: "build" });
    const heard = async (permissions: readonly Permission[]) => {
      const session = { id: crypto.randomUUID(), userId: crypto.randomUUID() };
      const reader = hub.open([memberChannel(session.userId)], "::1", session).getReader();
      await reader.read();
      hub.setPermissions(session, permissions);
      hub.send(teamChannel("tickets", "roles"), { type: "ticket.changed", ticketId: 1 });
      hub.send(memberChannel(session.userId), { type: "points.changed" });
      const { value } = await reader.read();
      return new TextDecoder().decode(value).includes("ticket.changed");
    };
    expect(await heard(["tickets"])).toBe(false);
    expect(await heard(["roles"])).toBe(false);
    expect(await heard(["tickets", "roles"])).toBe(true);
    hub.end();
  });

  test("shows its notes to nobody who is on it and could not see it otherwise", async () => {
    const { app, holder, admin } = await setUp();
    const helper = await holder("tickets");
    const own = await helper.tickets.create.mutate({ ...TICKET, category: SECRET });
    await admin.ask("POST", `/api/tickets/${own.id}/notes`, { content: "Too young" });
    const notes = await helper.ask("GET", `/api/tickets/${own.id}/notes`);
    expect([notes.status, await notes.text()]).toEqual([403, expect.not.stringContaining("young")]);
    expect(await app.deps.store.read.select().from(app.deps.store.tables.ticketNotes)).toHaveLength(
      1,
    );
  });

  test("a helper who writes on their own stays whom the team has to answer", async () => {
    const { app, holder } = await setUp();
    const helper = await holder("tickets");
    const own = await helper.tickets.create.mutate({ ...TICKET, category: SECRET });
    await helper.messages.send.mutate({ messageGroupId: own.id, content: "About me" });
    const rows = await app.deps.store.read.select().from(app.deps.store.tables.tickets);
    expect(rows.find(({ id }) => id === own.id)?.waitingSince).not.toBeNull();
  });
});

test("[DESK-02] what browsers are told of the site does not say who sees what", async () => {
  const { app, member } = await appWithPeople({ adjust: restricted });
  const options = await member.tickets.options.query();
  expect(options.categories).toContain(SECRET);
  const site = await (await app.request("/")).text();
  expect(site).not.toContain("visibleTo");
});
