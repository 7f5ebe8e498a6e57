import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { QUEUE } from "#shared/desk-messages.ts";
import type { QueueInput } from "#shared/schemas/desk.ts";
import { hear } from "#tests/support/events.ts";
import {
  appWithPeople,
  person,
  refusalOf,
  type TestPerson,
  TICKET,
} from "#tests/support/people.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const HELPER = { team: { roles: ["Helper"], permissions: ["tickets"] as const } };

/** Three tickets a minute apart; the second has been answered. */
const setUp = async () => {
  const world = await appWithPeople();
  const { app, clock, member, stranger, admin } = world;
  const helper = await person(app, { ...HELPER, firstName: "Hope", lastName: "Keeper" });
  for (const one of [member, stranger, admin, helper]) await linkDiscord(app.deps, one.id);
  const open = async (who: TestPerson, subject: string) => {
    clock.advance(MINUTE_MS);
    return (await who.tickets.create.mutate({ ...TICKET, subject })).id;
  };
  const first = await open(member, "First");
  const second = await open(stranger, "Second");
  const third = await open(member, "Third");
  const say = (who: TestPerson, id: number, content: string) => {
    clock.advance(MINUTE_MS);
    return who.messages.send.mutate({ messageGroupId: id, content });
  };
  await say(helper, second, "Have you\ntried   again?");
  const idsOf = async (asked: QueueInput, who: TestPerson = helper) =>
    (await who.queue.list.query(asked)).items.map(({ id }) => id);
  return { ...world, helper, first, second, third, open, say, idsOf };
};

describe("[QUEUE-01] the queue", () => {
  test("has a tab each for what waits, what nobody has taken, one's own, all and what is closed", async () => {
    const { helper, admin, first, second, third, idsOf } = await setUp();
    await helper.tickets.assign.mutate({ id: third });
    await admin.tickets.close.mutate({ id: first });
    expect(await idsOf({ tab: "reply" })).toEqual([third]);
    expect(await idsOf({ tab: "unassigned" })).toEqual([second]);
    expect(await idsOf({ tab: "mine" })).toEqual([third]);
    expect(await idsOf({ tab: "mine" }, admin)).toEqual([]);
    expect(await idsOf({ tab: "all" })).toEqual([third, second]);
    expect(await idsOf({ tab: "closed" })).toEqual([first]);
    expect(await helper.queue.counts.query()).toEqual({
      reply: 1,
      unassigned: 1,
      mine: 1,
      all: 2,
      closed: 1,
    });
  });

  test("goes by waiting time, by number or by priority, page by page", async () => {
    const { helper, first, second, third, open, member, idsOf } = await setUp();
    const fourth = await open(member, "Fourth");
    await helper.queue.change.mutate({
      steps: [
        { ids: [third], priority: "urgent" },
        { ids: [first], priority: "low" },
      ],
    });
    const orders = {
      waiting: [first, third, fourth, second],
      newest: [fourth, third, second, first],
      priority: [third, second, fourth, first],
    } as const;
    for (const tab of ["all", "unassigned"] as const)
      for (const sort of ["waiting", "newest", "priority"] as const) {
        expect([sort, await idsOf({ tab, sort })]).toEqual([sort, [...orders[sort]]]);
        const paged: number[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof helper.queue.list.query>> =
            await helper.queue.list.query({ tab, sort, limit: 1, cursor });
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect([sort, paged]).toEqual([sort, [...orders[sort]]]);
      }
    expect(await idsOf({ tab: "reply" })).toEqual([first, third, fourth]);
    expect(await idsOf({ tab: "reply", sort: "priority" })).toEqual([third, fourth, first]);
    const other = await helper.queue.list.query({ tab: "all", sort: "newest", limit: 1 });
    const asked = { tab: "all", sort: "priority", cursor: other.nextCursor } as const;
    expect((await refusalOf(helper.queue.list.query(asked)))[0]).toBe(400);
  });

  test("goes by when an answer is due, and leaves those alone whose answer is late", async () => {
    const { app, store, clock, admin, member, helper, first, second, third, open, idsOf } =
      await setUp();
    const fourth = await open(member, "Fourth");
    const { tickets } = store.tables;
    const due = (id: number, inMinutes: number) =>
      store.write(async (tx) => {
        const dueAt = new Date(clock.now().getTime() + inMinutes * MINUTE_MS);
        await tx.update(tickets).set({ dueAt }).where(eq(tickets.id, id));
      });
    await due(fourth, 5);
    await due(first, 20);
    expect(await idsOf({ tab: "all", sort: "due" })).toEqual([fourth, first, second, third]);
    const { items, nextCursor } = await helper.queue.list.query({
      tab: "reply",
      sort: "due",
      limit: 1,
    });
    expect(items.map(({ id }) => id)).toEqual([fourth]);
    const more = { tab: "reply", sort: "due", cursor: nextCursor } as const;
    expect(await idsOf(more)).toEqual([first, third]);
    expect(await idsOf({ tab: "all", isLate: true })).toEqual([]);
    clock.advance(5 * MINUTE_MS);
    const late = await person(app, helper.id);
    expect(await idsOf({ tab: "all", isLate: true }, late)).toEqual([fourth]);
    expect(await idsOf({ tab: "mine", isLate: true }, late)).toEqual([]);
    const answer = await late.ask("GET", "/api/tickets/queue?tab=all&isLate=true");
    expect(await answer.json()).toMatchObject([{ id: fourth }]);
    const all = await late.ask("GET", "/api/tickets/queue?tab=all&isLate=false");
    expect(await all.json()).toHaveLength(4);
    await admin.tickets.close.mutate({ id: fourth });
    for (const tab of ["all", "closed"] as const)
      expect(await idsOf({ tab, isLate: true }, late)).toEqual([]);
  });

  test("shows the last message on one line, its author, and what the team sorts by", async () => {
    const { helper, stranger, second, clock } = await setUp();
    const [row] = (await helper.queue.list.query({ tab: "all", search: "second" })).items;
    expect(row).toMatchObject({
      id: second,
      requester: { id: stranger.id, firstName: "Stray" },
      last: { text: "Have you tried again?", author: { id: helper.id } },
      waitingSince: null,
      priority: "normal",
      assignee: null,
      labels: [],
    });
    expect(row?.last?.at).toBe(clock.now().toISOString());
  });

  test("is narrowed by game, category, priority, label and who asked, together too", async () => {
    const { helper, member, first, second, third, idsOf } = await setUp();
    const label = await helper.queue.makeLabel.mutate({ name: "Refund", colour: "red" });
    await helper.queue.change.mutate({
      steps: [{ ids: [first, second], addLabels: [label.id] }],
    });
    expect(await idsOf({ tab: "all", label: label.id })).toEqual([first, second]);
    expect(await idsOf({ tab: "reply", label: label.id })).toEqual([first]);
    expect(await idsOf({ tab: "all", requester: member.id })).toEqual([first, third]);
    expect(await idsOf({ tab: "all", requester: member.id, label: label.id })).toEqual([first]);
    expect(await idsOf({ tab: "all", priority: "high" })).toEqual([]);
    expect(await idsOf({ tab: "all", game: "Ark:SE", category: "Bug" })).toHaveLength(3);
    expect(await idsOf({ tab: "all", category: "Shop Issue" })).toEqual([]);
  });
});

const search = async (who: TestPerson, words: string) =>
  (await who.tickets.list.query({ status: "Open", search: words })).items.map(({ id }) => id);

describe("[QUEUE-02] the search", () => {
  test("finds by number, subject, description, messages, people and labels", async () => {
    const { helper, member, first, second, third, say, idsOf } = await setUp();
    await say(member, first, "The Überladen crate vanished");
    const label = await helper.queue.makeLabel.mutate({ name: "Needs refund", colour: "red" });
    await helper.queue.change.mutate({ steps: [{ ids: [third], addLabels: [label.id] }] });
    const found = (search: string) => idsOf({ tab: "all", search, sort: "newest" });
    expect(await found(`#${second}`)).toEqual([second]);
    expect(await found("uberl crate")).toEqual([first]);
    expect(await found("tried")).toEqual([second]);
    expect(await found("ice cave")).toEqual([third, second, first]);
    expect(await found("stray")).toEqual([second]);
    expect(await found("stray tried")).toEqual([second]);
    expect(await found("stray vanished")).toEqual([]);
    expect(await found("refund")).toEqual([third]);
    expect(await found("fund")).toEqual([]);
    expect(await found("%")).toEqual([]);
  });

  test("covers for members what they may read alone", async () => {
    const { helper, member, stranger, second, say } = await setUp();
    await say(stranger, second, "My secret hideout");
    expect(await search(stranger, "hideout")).toEqual([second]);
    expect(await search(stranger, `#${second}`)).toEqual([second]);
    expect(await search(member, "hideout")).toEqual([]);
    expect(await search(member, `#${second}`)).toEqual([]);
    const label = await helper.queue.makeLabel.mutate({ name: "Troublemaker", colour: "red" });
    await helper.queue.change.mutate({ steps: [{ ids: [second], addLabels: [label.id] }] });
    expect(await search(stranger, "troublemaker")).toEqual([]);
  });

  test("forgets the words of an edited description, and keeps those of messages", async () => {
    const { member, first, say, idsOf } = await setUp();
    await say(member, first, "Crate vanished");
    await member.tickets.edit.mutate({ ...TICKET, id: first, description: "It is about wood." });
    const found = (search: string) => idsOf({ tab: "all", search, requester: member.id });
    expect(await found("wood")).toEqual([first]);
    expect(await found("vanished")).toEqual([first]);
    expect(await found("cave")).not.toContain(first);
  });
});

test("[QUEUE-08] a ticket is marked as unread until its last message, which is another's, has been seen", async () => {
  const { helper, admin, stranger, second, say } = await setUp();
  const isUnread = async (who: TestPerson) =>
    (await who.queue.list.query({ tab: "all", search: `#${second}` })).items.map(
      (ticket) => ticket.isUnread,
    );
  expect([await isUnread(helper), await isUnread(admin)]).toEqual([[false], [true]]);
  const { id } = await say(stranger, second, "Twice.");
  expect(await isUnread(helper)).toEqual([true]);
  await helper.messages.markSeen.mutate({ ticketId: second, messageId: id });
  expect([await isUnread(helper), await isUnread(admin)]).toEqual([[false], [true]]);
  expect(await search(stranger, "twice")).toEqual([second]);
  await stranger.messages.remove.mutate({ id });
  expect([await isUnread(admin), await search(stranger, "twice")]).toEqual([[false], []]);
});

test("[QUEUE-09] beside a ticket stand the last others of whoever opened it, as far as the helper sees them", async () => {
  const { helper, member, first, second } = await setUp();
  const asked = async (id: number) =>
    (await helper.queue.requesterTickets.query({ id })).map((ticket) => ticket.id);
  const before = await asked(first);
  expect(before).not.toContain(first);
  const made: number[] = [];
  for (let count = 0; count < 6; count += 1)
    made.unshift((await member.tickets.create.mutate(TICKET)).id);
  expect(await asked(first)).toEqual(made.slice(0, 5));
  expect(await asked(second)).not.toContain(made[0]);
  const unknown = helper.queue.requesterTickets.query({ id: 1_000_000 });
  expect((await refusalOf(unknown))[0]).toBe(404);
  expect((await refusalOf(member.queue.requesterTickets.query({ id: first })))[0]).toBe(403);
});

describe("[QUEUE-03] labels", () => {
  test("have a name of their own and a colour, and leave the tickets with which they are removed", async () => {
    const { app, admin, helper, first } = await setUp();
    const label = await helper.queue.makeLabel.mutate({ name: " Bug ", colour: "blue" });
    expect(label).toMatchObject({ name: "Bug", colour: "blue" });
    const again = helper.queue.makeLabel.mutate({ name: "BÜG", colour: "red" });
    expect(await refusalOf(again)).toEqual([400, expect.stringContaining(QUEUE.labelTaken)]);
    await helper.queue.change.mutate({ steps: [{ ids: [first], addLabels: [label.id] }] });
    const heard = await hear(app.deps.store);
    await helper.queue.changeLabel.mutate({ ...label, name: "Crash", colour: "red" });
    expect((await heard()).map(({ type }) => type)).toEqual(["labels.changed"]);
    const { items } = await admin.administration.audit.query({ limit: 1 });
    expect(items[0]).toMatchObject({
      action: "label.saved",
      before: { label: "Bug", colour: "blue" },
      after: { label: "Crash", colour: "red" },
    });
    expect(await helper.queue.labelUse.query({ id: label.id })).toEqual({ tickets: 1 });
    expect((await helper.queue.facts.query({ id: first })).labels).toMatchObject([
      { name: "Crash" },
    ]);
    await helper.queue.removeLabel.mutate({ id: label.id });
    expect((await helper.queue.facts.query({ id: first })).labels).toEqual([]);
    expect(await helper.queue.labels.query()).toEqual([]);
  });

  test("are fifty at most, and ten on a ticket", async () => {
    const { helper, first } = await setUp();
    const ids: number[] = [];
    for (let count = 0; count < 50; count += 1)
      ids.push((await helper.queue.makeLabel.mutate({ name: `L${count}`, colour: "grey" })).id);
    const more = helper.queue.makeLabel.mutate({ name: "L50", colour: "grey" });
    expect(await refusalOf(more)).toEqual([400, QUEUE.tooManyLabels]);
    const give = (labels: number[]) =>
      helper.queue.change.mutate({ steps: [{ ids: [first], addLabels: labels }] });
    await give(ids.slice(0, 10));
    expect(await refusalOf(give(ids.slice(10, 11)))).toEqual([400, QUEUE.tooManyOnTicket]);
    expect(await refusalOf(give([1_000_000]))).toEqual([400, QUEUE.noLabel]);
  });
});

describe("[QUEUE-04] many tickets", () => {
  test("are changed in one transaction, and the answer takes it back", async () => {
    const { app, helper, member, stranger, first, second, third } = await setUp();
    const label = await helper.queue.makeLabel.mutate({ name: "Wave", colour: "green" });
    await helper.tickets.assign.mutate({ id: second });
    const all = [first, second, third];
    const factsOf = () => Promise.all(all.map((id) => helper.queue.facts.query({ id })));
    const before = await factsOf();
    const heard = await hear(app.deps.store);
    const { changed, undo } = await helper.queue.change.mutate({
      steps: [
        {
          ids: all,
          status: "closed",
          assigneeId: helper.id,
          priority: "high",
          addLabels: [label.id],
        },
      ],
    });
    expect(changed).toBe(3);
    expect((await heard()).filter(({ type }) => type === "ticket.changed")).toHaveLength(3);
    expect(await factsOf()).toMatchObject(
      all.map((id) => ({ id, assignee: { id: helper.id }, priority: "high", labels: [label] })),
    );
    const [told] = (await stranger.notifications.list.query({})).items;
    expect(told).toMatchObject({ kind: "closing", ticketId: second });
    expect((await member.tickets.byId.query({ id: first })).status).toBe("closed");
    expect((await helper.queue.change.mutate({ steps: undo })).changed).toBe(3);
    expect(await factsOf()).toEqual(before);
    const people = (await member.tickets.byId.query({ id: first })).assignedUsers;
    expect(people.map(({ id }) => id)).toEqual([member.id]);
    expect(
      (await helper.queue.change.mutate({ steps: [{ ids: all, status: "Open" }] })).changed,
    ).toBe(0);
  });

  test("all or none: one that is not there leaves the others as they are", async () => {
    const { helper, first } = await setUp();
    const steps = [{ ids: [first, 1_000_000], priority: "urgent" as const }];
    expect((await refusalOf(helper.queue.change.mutate({ steps })))[0]).toBe(404);
    expect((await helper.queue.facts.query({ id: first })).priority).toBe("normal");
    const twice = [{ ids: [first] }, { ids: [first] }];
    expect(await refusalOf(helper.queue.change.mutate({ steps: twice }))).toEqual([
      400,
      QUEUE.tooManyAtOnce,
    ]);
    const tooMany = [{ ids: Array.from({ length: 101 }, (_, at) => at + 1) }];
    expect((await refusalOf(helper.queue.change.mutate({ steps: tooMany })))[0]).toBe(400);
  });
});

describe("[QUEUE-05] whoever takes care of a ticket", () => {
  test("is on it, is told, and may hand it over or give it back", async () => {
    const { helper, admin, member, first } = await setUp();
    await helper.tickets.assign.mutate({ id: first });
    const hand = (assigneeId: string | null) =>
      helper.queue.change.mutate({ steps: [{ ids: [first], assigneeId }] });
    const onIt = async () =>
      (await member.tickets.byId.query({ id: first })).assignedUsers.map(({ id }) => id);
    expect(await onIt()).toEqual([member.id, helper.id]);
    await hand(admin.id);
    expect(await onIt()).toEqual([member.id, admin.id]);
    expect((await admin.notifications.list.query({})).items[0]).toMatchObject({
      kind: "assignment",
      ticketId: first,
    });
    await hand(null);
    expect(await onIt()).toEqual([member.id]);
    expect((await helper.queue.facts.query({ id: first })).assignee).toBeNull();
    expect(await refusalOf(hand(member.id))).toEqual([400, QUEUE.noHelper]);
    expect((await helper.queue.helpers.query()).map(({ id }) => id).toSorted()).toEqual(
      [admin.id, helper.id].toSorted(),
    );
  });
});

describe("a member", () => {
  test("who is on the ticket gets nothing of the queue, nor does one of the team without tickets", async () => {
    const { app, helper, member, stranger, first } = await setUp();
    const editor = await person(app, { team: { roles: ["Editor"], permissions: ["site"] } });
    await helper.queue.change.mutate({ steps: [{ ids: [first], priority: "urgent" }] });
    for (const who of [member, stranger, editor]) {
      const { queue } = who;
      const calls = [
        () => queue.list.query({ tab: "all" }),
        () => queue.counts.query(),
        () => queue.facts.query({ id: first }),
        () => queue.change.mutate({ steps: [{ ids: [first], priority: "low" }] }),
        () => queue.look.mutate({ id: first, is: "came" }),
        () => queue.helpers.query(),
        () => queue.labels.query(),
        () => queue.makeLabel.mutate({ name: "x", colour: "red" }),
        () => queue.changeLabel.mutate({ id: 1, name: "x", colour: "red" }),
        () => queue.labelUse.query({ id: 1 }),
        () => queue.removeLabel.mutate({ id: 1 }),
      ];
      for (const call of calls) expect((await refusalOf(call()))[0]).toBe(403);
    }
    const shown = JSON.stringify([
      await member.tickets.byId.query({ id: first }),
      await member.tickets.list.query({ status: "Open" }),
    ]);
    for (const word of ["priority", "urgent", "assigneeId", "lastMessageId", "waitingSince"])
      expect(shown).not.toContain(word);
    const answer = await member.ask("GET", "/api/tickets/queue?tab=all");
    expect(answer.status).toBe(403);
  });
});

test("the queue answers over REST, with filters in the query and a link to the next page", async () => {
  const { helper, first, third } = await setUp();
  const page = await helper.ask("GET", "/api/tickets/queue?tab=reply&sort=newest&limit=1");
  expect([page.status, ((await page.json()) as { id: number }[]).map(({ id }) => id)]).toEqual([
    200,
    [third],
  ]);
  expect(page.headers.get("link")).toContain('rel="next"');
  const made = await helper.ask("POST", "/api/tickets/labels", { name: "Wipe", colour: "blue" });
  const { id } = (await made.json()) as { id: number };
  expect(made.status).toBe(201);
  const changed = await helper.ask("POST", "/api/tickets/queue/changes", {
    steps: [{ ids: [first], addLabels: [id] }],
  });
  expect(await changed.json()).toMatchObject({ changed: 1 });
  const labelled = await helper.ask("GET", `/api/tickets/queue?tab=all&label=${id}`);
  expect(await labelled.json()).toMatchObject([{ id: first }]);
  expect((await helper.ask("GET", `/api/tickets/${first}/facts`)).status).toBe(200);
  expect((await helper.ask("DELETE", `/api/tickets/labels/${id}`)).status).toBe(204);
});
