/** What holds where two parts of the desk meet: a merge, a strike, a category and the clock. */

import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { forgetAttachments } from "#server/modules/attachments/index.ts";
import { closeSilent, followTargets } from "#server/modules/tickets/index.ts";
import { TICKET_LABELS_MAX } from "#shared/constants/queue.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK_NOTIFICATIONS, TRANSCRIPT } from "#shared/desk-messages.ts";
import { transcriptHtml, transcriptText } from "#shared/rules/transcript.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import type { TestApp } from "#tests/support/app.ts";
import { attachmentWorld, uploaded } from "#tests/support/attachments.ts";
import { asSite } from "#tests/support/context.ts";
import { notesWorld } from "#tests/support/notes.ts";
import { noticeWorld } from "#tests/support/notices.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { strikeOf, strikerOf, strikeWorld } from "#tests/support/strikes.ts";
import { addTicket } from "#tests/support/tickets.ts";

const NEVER = new AbortController().signal;

const withTickets =
  (part: object) =>
  (config: Config): Config => ({
    ...config,
    community: { ...config.community, tickets: { ...config.community.tickets, ...part } },
  });

const withRestricted = (config: Config): Config =>
  withTickets({
    categories: [
      ...config.community.tickets.categories,
      { key: "Application", visibleTo: "roles" },
    ],
  })(config);

const helperOf = async (app: TestApp) => person(app, (await holderOf(app, ["tickets"])).userId);

const rowOf = async ({ deps: { store } }: TestApp, id: number) => {
  const { tickets } = store.tables;
  const [row] = await store.read.select().from(tickets).where(eq(tickets.id, id));
  if (row === undefined) throw new Error("There is no such ticket.");
  return row;
};

describe("a category that not all of the team see", () => {
  test("[DESK-02] is left by those alone who see it, with what was noted there", async () => {
    const { app, admin, member } = await appWithPeople({ adjust: withRestricted });
    const helper = await helperOf(app);
    const { id } = await member.tickets.create.mutate({ ...TICKET, category: "Application" });
    await admin.notes.add.mutate({ id, content: "secret note" });
    const edit = { ...TICKET, id, category: "Bug" };
    expect(await refusalOf(member.tickets.edit.mutate(edit))).toEqual([403, TICKETS.categoryStays]);
    expect((await refusalOf(helper.notes.list.query({ id })))[0]).toBe(404);
    await member.tickets.edit.mutate({ ...edit, category: "Application", subject: "Please" });
    await admin.tickets.assign.mutate({ id });
    const { subject, description } = await member.tickets.byId.query({ id });
    await admin.tickets.edit.mutate({ ...edit, subject, description });
    expect((await helper.notes.list.query({ id })).items).toHaveLength(1);
  });
});

test("[AID-07] a transcript has answers and files of the opening, and says what silence closed", async () => {
  const question = { key: "order", label: "Order number", type: "text" };
  const shop = { key: "Shop", questions: [question] };
  const { app, clock, member } = await appWithPeople({
    adjust: withTickets({ closing: { afterDays: 10, warnDays: 3 }, categories: [shop] }),
  });
  const picture = await uploaded(app, member, { path: "/api/tickets/pictures?name=raft.png" });
  const { id } = await member.tickets.create.mutate({
    ...TICKET,
    category: "Shop",
    answers: { order: "tbx-12345" },
    attachmentIds: [picture.id],
  });
  await (await helperOf(app)).messages.send.mutate({ messageGroupId: id, content: "Hello" });
  for (const days of [7, 3]) {
    clock.advance(days * DAY_MS);
    await closeSilent(asSite(app.deps), NEVER);
  }
  const found = await (await person(app, member.id)).transcripts.read.query({ id });
  expect(found.facts).toContainEqual({ term: "Order number", value: "tbx-12345" });
  expect(found.files).toEqual([picture.name]);
  const text = "closed the ticket after 10 days without an answer";
  expect(found.lines.at(-1)).toMatchObject({ kind: "event", name: TRANSCRIPT.site, text });
  for (const shown of [transcriptText(found), transcriptHtml(found)]) {
    for (const word of ["tbx-12345", picture.name, text]) expect(shown).toContain(word);
  }
});

describe("[AID-05] a merge takes along", () => {
  test("the mail of an answer that waits to be read, and tells of itself", async () => {
    const { app, ada, ben, say, mailAfter, inbox, ticketId } = await noticeWorld();
    const helper = await helperOf(app);
    const second = await addTicket(app.deps, { people: [ada.id], subject: "Still stuck" });
    await say(ben, "Look behind the waterfall.");
    await mailAfter(3 * MINUTE_MS);
    await helper.ticketMerges.merge.mutate({ id: ticketId, into: second });
    await mailAfter(11 * MINUTE_MS);
    const texts = inbox().map(({ text }) => text);
    expect(texts.filter((text) => text.includes("Look behind the waterfall."))).toHaveLength(1);
    expect(texts.some((text) => text.includes(`#${second}`))).toBe(true);
  });

  test("what was uploaded and is not sent yet", async () => {
    const { app, member, helper, ticketId } = await notesWorld();
    const second = await addTicket(app.deps, { people: [member.id], subject: "Still stuck" });
    const picture = await uploaded(app, member, { path: `/api/tickets/${ticketId}/pictures` });
    await helper.ticketMerges.merge.mutate({ id: ticketId, into: second });
    const said = { messageGroupId: second, content: "Here", attachmentIds: [picture.id] };
    expect((await member.messages.send.mutate(said)).attachments).toHaveLength(1);
  });

  test("[STRIKE-06] the appeal of a strike, which is written on where it goes on", async () => {
    const { app, member, strike } = await strikeWorld();
    const helper = await strikerOf(app, ["tickets", "strikes"]);
    const other = await member.tickets.create.mutate(TICKET);
    const { id } = await strike({ forbids: ["writing"], term: "week" });
    const appeal = await member.tickets.create.mutate({
      ...TICKET,
      subject: "Appeal",
      appealOf: id,
    });
    await helper.ticketMerges.merge.mutate({ id: appeal.id, into: other.id });
    await member.messages.send.mutate({ messageGroupId: other.id, content: "Please." });
    expect((await helper.strikes.list.query({ ticketId: other.id })).items).toHaveLength(1);
  });

  test("the mark of what is late, and the higher priority", async () => {
    const { app, clock, member } = await appWithPeople({
      adjust: withTickets({ targets: { firstAnswerMinutes: 60, warnMinutes: 5 } }),
    });
    const helper = await helperOf(app);
    const follow = () => followTargets(asSite(app.deps), NEVER);
    const one = await member.tickets.create.mutate(TICKET);
    await follow();
    clock.advance(50 * MINUTE_MS);
    const two = await member.tickets.create.mutate({ ...TICKET, subject: "Again" });
    await helper.queue.change.mutate({ steps: [{ ids: [one.id], priority: "urgent" }] });
    await follow();
    clock.advance(11 * MINUTE_MS);
    await follow();
    const before = await rowOf(app, one.id);
    expect(before.overdueAt).not.toBeNull();
    await helper.ticketMerges.merge.mutate({ id: one.id, into: two.id });
    await follow();
    const { waitingSince, dueAt, overdueAt, priority } = await rowOf(app, two.id);
    expect({ waitingSince, dueAt, overdueAt, priority }).toEqual({
      waitingSince: before.waitingSince,
      dueAt: before.dueAt,
      overdueAt: before.overdueAt,
      priority: before.priority,
    });
  });

  test("its labels, as many as a ticket may have", async () => {
    const { app, member } = await appWithPeople();
    const helper = await helperOf(app);
    const labels: number[] = [];
    for (let name = 0; name < TICKET_LABELS_MAX + 2; name += 1)
      labels.push((await helper.queue.makeLabel.mutate({ name: `l${name}`, colour: "grey" })).id);
    const one = await member.tickets.create.mutate(TICKET);
    const two = await member.tickets.create.mutate({ ...TICKET, subject: "Again" });
    const [first = 0, second = 0] = labels;
    await helper.queue.change.mutate({
      steps: [
        { ids: [one.id], addLabels: labels.slice(1, TICKET_LABELS_MAX) },
        { ids: [two.id], addLabels: [first, second, ...labels.slice(TICKET_LABELS_MAX)] },
      ],
    });
    await helper.ticketMerges.merge.mutate({ id: one.id, into: two.id });
    const { items } = await helper.queue.list.query({ tab: "all" });
    const kept = items.find(({ id }) => id === two.id)?.labels.map(({ id }) => id) ?? [];
    expect(kept).toHaveLength(TICKET_LABELS_MAX);
    for (const id of [first, second, ...labels.slice(TICKET_LABELS_MAX)])
      expect(kept).toContain(id);
    const { ticketLabels: t } = app.deps.store.tables;
    expect(await app.deps.store.read.select().from(t).where(eq(t.ticketId, one.id))).toEqual([]);
  });

  test("how far both were read", async () => {
    const { app, member, helper, ticketId } = await notesWorld();
    const second = await addTicket(app.deps, { people: [member.id] });
    const there = await helper.messages.send.mutate({ messageGroupId: second, content: "two" });
    const here = await helper.messages.send.mutate({ messageGroupId: ticketId, content: "one" });
    await member.messages.markSeen.mutate({ ticketId: second, messageId: there.id });
    await member.messages.markSeen.mutate({ ticketId, messageId: here.id });
    await helper.ticketMerges.merge.mutate({ id: ticketId, into: second });
    const { items } = await member.tickets.list.query({ status: "Open" });
    expect(items.map(({ id, isUnread }) => [id, isUnread])).toEqual([[second, false]]);
  });
});

describe("the evidence of a strike", () => {
  test("stays where its message is taken back, and where who uploaded it is erased", async () => {
    const { app, ada, ticketId, onTicket } = await attachmentWorld();
    const moderator = await strikerOf(app, ["strikes", "tickets"]);
    const picture = await uploaded(app, ada, { path: onTicket });
    const message = await ada.messages.send.mutate({
      messageGroupId: ticketId,
      content: "An insult",
      attachmentIds: [picture.id],
    });
    const own = await uploaded(app, moderator);
    const issued = await moderator.strikes.issue.mutate(
      strikeOf(ada.id, {
        attachmentIds: [picture.id, own.id],
        ticketId,
        forbids: ["writing"],
      }),
    );
    await ada.messages.remove.mutate({ id: message.id });
    await asSite(app.deps).write((tx) => forgetAttachments(tx, moderator.id));
    const evidence = async () =>
      (await moderator.strikes.byId.query({ id: issued.id })).attachments.map(({ id }) => id);
    expect(await evidence()).toEqual([picture.id, own.id]);
    // It is on the ticket no more, and goes with its member.
    expect((await ada.messages.list.query({ ticketId })).items.at(-1)?.attachments ?? []).toEqual(
      [],
    );
    await asSite(app.deps).write((tx) => forgetAttachments(tx, ada.id));
    expect(await evidence()).toEqual([own.id]);
  });

  test("[STRIKE-02] no mail about it goes to an address that nobody has proven", async () => {
    const { app, ada, ben, inbox, run, store } = await noticeWorld();
    const moderator = await strikerOf(app);
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ verifiedAt: null }).where(eq(users.id, ben.id));
    });
    for (const { id } of [ada, ben]) await moderator.strikes.issue.mutate(strikeOf(id));
    await run("deliver-mail");
    expect(inbox()).toHaveLength(1);
  });
});

describe("whose turn it is", () => {
  test("[DESK-06] silence begins anew with whatever else the team says", async () => {
    const { app, clock, member } = await appWithPeople({
      adjust: withTickets({ closing: { afterDays: 10, warnDays: 3 } }),
    });
    const helperId = (await holderOf(app, ["tickets"])).userId;
    const { id } = await member.tickets.create.mutate(TICKET);
    const say = async () =>
      (await person(app, helperId)).messages.send.mutate({ messageGroupId: id, content: "Hello" });
    const close = () => closeSilent(asSite(app.deps), NEVER);
    await say();
    clock.advance(7 * DAY_MS);
    await close();
    clock.advance(3 * DAY_MS - HOUR_MS);
    await say();
    clock.advance(HOUR_MS);
    await close();
    expect((await rowOf(app, id)).status).toBe("Open");
    clock.advance(7 * DAY_MS);
    await close();
    clock.advance(3 * DAY_MS);
    await close();
    expect(await rowOf(app, id)).toMatchObject({ status: "closed", closedBySilence: true });
  });

  test("[DESK-05] what is restored has not waited while it was closed, and is not late at once", async () => {
    const { app, clock, member } = await appWithPeople({
      adjust: withTickets({ targets: { firstAnswerMinutes: 60, warnMinutes: 30 } }),
    });
    const helper = await helperOf(app);
    const { id } = await member.tickets.create.mutate(TICKET);
    clock.advance(20 * MINUTE_MS);
    await helper.tickets.close.mutate({ id });
    clock.advance(3 * DAY_MS);
    await (await person(app, member.id)).tickets.restore.mutate({ id });
    await followTargets(asSite(app.deps), NEVER);
    const waitingSince = new Date(clock.now().getTime() - 20 * MINUTE_MS);
    expect(await rowOf(app, id)).toMatchObject({ overdueAt: null, waitingSince });
    clock.advance(41 * MINUTE_MS);
    await followTargets(asSite(app.deps), NEVER);
    expect((await rowOf(app, id)).overdueAt).not.toBeNull();
  });

  test("a helper who adds to a ticket of their own does not answer it", async () => {
    const { app, clock } = await appWithPeople();
    const helper = await helperOf(app);
    const { id } = await helper.tickets.create.mutate(TICKET);
    const at = clock.now();
    clock.advance(MINUTE_MS);
    await helper.messages.send.mutate({ messageGroupId: id, content: "It still happens." });
    expect(await rowOf(app, id)).toMatchObject({ waitingSince: at, firstAnsweredBy: null });
  });

  test("[DESK-05] where whoever took it is no helper any more, the team is told that it is late", async () => {
    const { app, store, clock, member } = await appWithPeople({
      adjust: withTickets({ targets: { firstAnswerMinutes: 60, warnMinutes: 30 } }),
    });
    const [helper, other] = [await helperOf(app), await helperOf(app)];
    const { id } = await member.tickets.create.mutate(TICKET);
    await helper.tickets.assign.mutate({ id });
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ team: null }).where(eq(users.id, helper.id));
    });
    await followTargets(asSite(app.deps), NEVER);
    clock.advance(61 * MINUTE_MS);
    await followTargets(asSite(app.deps), NEVER);
    const { subject } = DESK_NOTIFICATIONS.overdue(id, TICKET.subject);
    const told = async (userId: string) =>
      (await (await person(app, userId)).notifications.list.query({})).items.map(
        (notice) => notice.subject,
      );
    expect(await told(other.id)).toContain(subject);
    expect(await told(helper.id)).not.toContain(subject);
  });
});

describe("[QUEUE-02] the words by which a ticket is found", () => {
  test("follow an edited message and one that is taken back, and those of others stay", async () => {
    const { app, member } = await appWithPeople();
    const helper = await helperOf(app);
    const { id } = await member.tickets.create.mutate(TICKET);
    const say = (content: string) => member.messages.send.mutate({ messageGroupId: id, content });
    const [first, second] = [await say("zebra walrus"), await say("walrus otter")];
    const found = async (search: string) =>
      (await helper.queue.list.query({ tab: "all", search })).items.length;
    await member.messages.edit.mutate({ id: first.id, content: "giraffe" });
    expect([await found("zebra"), await found("walrus"), await found("giraffe")]).toEqual([
      0, 1, 1,
    ]);
    await member.messages.remove.mutate({ id: second.id });
    expect([await found("walrus"), await found("otter"), await found("giraffe")]).toEqual([
      0, 0, 1,
    ]);
    await member.tickets.edit.mutate({ ...TICKET, id, subject: "Lost badger" });
    expect([await found("badger"), await found("giraffe")]).toEqual([1, 1]);
  });

  test("are not all written again: a change in a long thread costs few statements and rows", async () => {
    const { member, store } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    const { ticketSearchTerms: t } = store.tables;
    await member.messages.send.mutate({ messageGroupId: id, content: "kestrel" });
    const last = await member.messages.send.mutate({ messageGroupId: id, content: "heron" });
    // A row that no text explains: whoever writes the whole index anew would lose it.
    await store.write((tx) => tx.insert(t).values({ term: "unexplained", ticketId: id }));
    await member.messages.edit.mutate({ id: last.id, content: "stork" });
    const terms = await store.read.select({ term: t.term }).from(t).where(eq(t.ticketId, id));
    expect(terms.map(({ term }) => term)).toContain("unexplained");
  });
});
