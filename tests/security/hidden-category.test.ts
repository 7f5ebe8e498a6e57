import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { wireLive } from "#server/live/wire.ts";
import { exportMessages, exportTickets } from "#server/modules/transfer/export-files.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { archiveOf } from "#tests/support/archives.ts";
import { uploaded } from "#tests/support/attachments.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asGuest, asMember, asSite } from "#tests/support/context.ts";
import { person, type TestPerson, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { pushWorld } from "#tests/support/push.ts";
import { readFeed } from "#tests/support/sse.ts";

const SECRET = "Application";
/** Words that stand nowhere else: of the subject, of a message, of a note, and said at closing. */
const WORDS = /Kerguelen|Mauritius|Zanzibar|Tristan/;

const restricted = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = [...tickets.categories, { key: SECRET, visibleTo: "roles" } as const];
  return { ...config, community: { ...config.community, tickets: { ...tickets, categories } } };
};

const NEW = { ...TICKET, subject: "Kerguelen", category: SECRET };

/** What somebody is answered, or why they are not. */
const answer = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (given) => JSON.stringify(given),
    (error: Error) => `refused: ${error.message}`,
  );

const feedOf = async (who: TestPerson) => readFeed((await who.ask("GET", "/api/feed")).body);

/** A ticket that takes two permissions, on which everything happens; a helper with both, and one with `tickets` alone. */
const setUp = async () => {
  const world = await pushWorld({}, restricted);
  const { app, store, ada, add, run, mailAfter } = world;
  afterThisTest(await wireLive(app.deps));
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, permissions)).userId);
  const recruiter = await holder("tickets", "roles", "members", "strikes");
  const helper = await holder("tickets", "members", "strikes");
  const feeds = new Map([
    [recruiter, await feedOf(recruiter)],
    [helper, await feedOf(helper)],
  ]);
  const phones = new Map([
    [recruiter, await add(recruiter)],
    [helper, await add(helper)],
  ]);
  const { id } = await ada.tickets.create.mutate(NEW);
  const { id: plain } = await ada.tickets.create.mutate(TICKET);
  await run("deliver-push");
  await mailAfter(10 * MINUTE_MS);
  const picture = await uploaded(app, recruiter);
  const note = await recruiter.notes.add.mutate({ id, content: "Zanzibar was banned before." });
  await recruiter.notes.edit.mutate({ noteId: note.id, content: "Zanzibar was banned twice." });
  await ada.messages.typing.mutate({ ticketId: id });
  await recruiter.queue.look.mutate({ id, is: "came" });
  const sent = await recruiter.messages.send.mutate({
    messageGroupId: id,
    content: "Look behind Mauritius.",
    attachmentIds: [picture.id],
  });
  await ada.messages.markSeen.mutate({ ticketId: id, messageId: sent.id });
  const again = await person(app, ada.id);
  await again.tickets.close.mutate({ id, solved: true, word: "Tristan" });
  await store.write(async (tx) => tx.publish({ type: "calendar.changed" }));
  return { ...world, recruiter, helper, feeds, phones, id, plain, picture };
};
type World = Awaited<ReturnType<typeof setUp>>;

type Way = readonly [
  name: string,
  given: (world: World, who: TestPerson) => Promise<readonly string[]>,
];

const rest = async (who: TestPerson, path: string): Promise<string> => {
  const response = await who.ask("GET", path);
  return `${response.status} ${await response.text()}`;
};

/** Ways that tell whoever may see the ticket something with one of its words. */
const WAYS: readonly Way[] = [
  [
    "lists",
    (_, who) =>
      Promise.all([
        answer(who.tickets.list.query({ status: "closed" })),
        answer(who.queue.list.query({ tab: "closed" })),
        rest(who, "/api/tickets/closed"),
        rest(who, "/api/tickets/queue?tab=closed"),
      ]),
  ],
  [
    "search",
    (_, who) =>
      Promise.all(
        ["Kerguelen", "Mauritius"].flatMap((search) => [
          answer(who.tickets.list.query({ status: "closed", search })),
          answer(who.queue.list.query({ tab: "closed", search })),
          answer(who.administration.find.query({ text: search })),
        ]),
      ),
  ],
  [
    "ticket",
    ({ id }, who) =>
      Promise.all([
        answer(who.tickets.byId.query({ id })),
        answer(who.tickets.history.query({ id })),
        answer(who.messages.list.query({ ticketId: id })),
        answer(who.messages.seenBy.query({ ticketId: id })),
        answer(who.messages.mentionable.query({ ticketId: id })),
        answer(who.queue.facts.query({ id })),
        answer(who.notes.list.query({ id })),
        answer(who.ticketMerges.candidates.query({ id })),
      ]),
  ],
  [
    "transcript",
    ({ id }, who) =>
      Promise.all(
        ["", "?withNotes=true"].map((query) => rest(who, `/api/tickets/${id}/transcript${query}`)),
      ),
  ],
  [
    "member",
    async ({ ada }, who) => [await answer(who.administration.member.query({ id: ada.id }))],
  ],
  ["figures", async (_, who) => [await answer(who.figures.read.query({ weeks: 4 }))]],
  ["notifications", async (_, who) => [await answer(who.notifications.list.query({}))]],
  [
    "mail",
    async ({ inbox }, who) =>
      inbox().flatMap(({ to, subject, text }) => (to.startsWith(who.id) ? [subject, text] : [])),
  ],
  [
    "archive",
    async ({ app }, who) => {
      const { data, page } = await archiveOf(app, await person(app, who.id));
      return [JSON.stringify(data), page];
    },
  ],
  [
    "export",
    async ({ app, recruiter }, who) => {
      const permissions: Permission[] = who === recruiter ? ["tickets", "roles"] : ["tickets"];
      const { read } = asMember(app.deps, { userId: who.id, permissions });
      const parts = [exportTickets(read, true), exportTickets(read, false), exportMessages(read)];
      const texts: string[] = [];
      for (const part of parts) texts.push(JSON.stringify(await Array.fromAsync(part)));
      return texts;
    },
  ],
];

/** Each is refused as if there were no such ticket. */
const ACTS: readonly ((world: World, who: TestPerson) => Promise<unknown>)[] = [
  ({ id }, who) => who.queue.change.mutate({ steps: [{ ids: [id], priority: "low" }] }),
  ({ id }, who) => who.queue.look.mutate({ id, is: "came" }),
  ({ id }, who) => who.notes.add.mutate({ id, content: "Hello" }),
  ({ id }, who) => who.messages.typing.mutate({ ticketId: id }),
  ({ id, plain }, who) => who.ticketMerges.merge.mutate({ id, into: plain }),
  ({ id, plain }, who) => who.ticketMerges.merge.mutate({ id: plain, into: id }),
  ({ picture }, who) => who.attachments.byId.query({ id: picture.id }),
  ({ id }, who) => who.attachments.ofTicket.query({ id }),
  ({ id, ada }, who) =>
    who.strikes.issue.mutate({
      userId: ada.id,
      ruleId: "ase-1-1",
      reason: "Rude",
      forbids: [],
      term: "warning",
      ticketId: id,
    }),
];

test("[DESK-02] by no way a ticket of a category that takes another permission reaches a helper without it", async () => {
  const world = await setUp();
  const { recruiter, helper, feeds, phones, arrivedAt, id } = world;
  for (const [name, given] of WAYS) {
    const seen = async (who: TestPerson) => WORDS.test((await given(world, who)).join("\n"));
    expect([name, await seen(helper), await seen(recruiter)]).toEqual([name, false, true]);
  }
  for (const act of ACTS)
    expect([`refused: ${TICKETS.unknown}`, `refused: ${STRIKES.unknownTicket}`]).toContain(
      await answer(act(world, helper)),
    );
  const heard = async (who: TestPerson) => {
    const feed = feeds.get(who);
    const types = new Set<string>();
    for (let event = await feed?.next(); event; event = await feed?.next()) {
      if (event.type === "calendar.changed") break;
      if ("ticketId" in event && event.ticketId === id) types.add(event.type);
    }
    return [...types].toSorted();
  };
  expect(await heard(helper)).toEqual([]);
  expect(await heard(recruiter)).toEqual([
    "message.added",
    "note.added",
    "note.changed",
    "ticket.changed",
    "ticket.seen",
    "ticket.typing",
    "ticket.viewed",
  ]);
  const pushed = (who: TestPerson) => {
    const phone = phones.get(who);
    return phone === undefined ? [] : arrivedAt(phone).map(({ ticketId }) => ticketId);
  };
  expect([pushed(helper).includes(id), pushed(recruiter).includes(id)]).toEqual([false, true]);
});

test("[DESK-02] who loses sight of a ticket before mail and push are due gets neither", async () => {
  const { app, store, ada, add, arrivedAt, run, mailAfter, inbox } = await pushWorld(
    {},
    restricted,
  );
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, permissions)).userId);
  const [helper, recruiter] = [await holder("tickets"), await holder("tickets", "roles")];
  const phones = [await add(helper), await add(recruiter)] as const;
  const { id } = await ada.tickets.create.mutate({ ...NEW, category: "Bug" });
  const { tickets } = store.tables;
  await store.write(async (tx) => {
    await tx.update(tickets).set({ category: SECRET }).where(eq(tickets.id, id));
  });
  await run("deliver-push");
  await mailAfter(10 * MINUTE_MS);
  expect(phones.map((phone) => arrivedAt(phone).length)).toEqual([0, 1]);
  const mailed = (who: TestPerson) => inbox().filter(({ to }) => to.startsWith(who.id)).length;
  expect([mailed(helper), mailed(recruiter)]).toEqual([0, 1]);
});

test("[MOVE-06] the site's own export has tickets of every category, a member's their own, a guest's none", async () => {
  const { app, ada, stranger } = await pushWorld({}, restricted);
  const { id } = await ada.tickets.create.mutate(NEW);
  const exported = async (read: Parameters<typeof exportTickets>[0]) =>
    (await Array.fromAsync(exportTickets(read, false))).flat().some((row) => row["id"] === id);
  expect(await exported(asSite(app.deps).read)).toBe(true);
  expect(await exported(asMember(app.deps, { userId: ada.id }).read)).toBe(true);
  expect(await exported(asMember(app.deps, { userId: stranger.id }).read)).toBe(false);
  expect(await exported(asGuest(app.deps, {}).read)).toBe(false);
});
