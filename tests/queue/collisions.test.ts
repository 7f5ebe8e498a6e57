/** What holds where two of the team work on the same ticket. */
import { describe, expect, test } from "bun:test";
import { TICKET_NOTIFICATIONS, TICKETS } from "#shared/ticket-messages.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const helperWith = async (...permissions: Parameters<typeof holderOf>[1]) =>
    person(world.app, (await holderOf(world.app, permissions)).userId);
  return { ...world, helperWith };
};

describe("[QUEUE-04] two of the team at once", () => {
  test("an undo leaves alone what somebody else has changed since, and says so", async () => {
    const { member, helperWith } = await setUp();
    const [one, other] = [await helperWith("tickets"), await helperWith("tickets")];
    const first = await member.tickets.create.mutate(TICKET);
    const second = await member.tickets.create.mutate({ ...TICKET, subject: "Again" });
    const ids = [first.id, second.id];
    const { undo } = await one.queue.change.mutate({
      steps: [{ ids, assigneeId: one.id, priority: "high" }],
    });
    await other.queue.change.mutate({
      steps: [{ ids: [first.id], assigneeId: other.id, priority: "urgent" }],
    });
    expect(await one.queue.change.mutate({ steps: undo })).toMatchObject({
      changed: 1,
      skipped: 1,
    });
    expect(await other.queue.facts.query({ id: first.id })).toMatchObject({
      assignee: { id: other.id },
      priority: "urgent",
    });
    expect(await other.queue.facts.query({ id: second.id })).toMatchObject({
      assignee: null,
      priority: "normal",
    });
  });

  test("an undo of a label and of a close leaves what others have done besides", async () => {
    const { member, helperWith } = await setUp();
    const [one, other] = [await helperWith("tickets"), await helperWith("tickets")];
    const { id } = await member.tickets.create.mutate(TICKET);
    const mine = await one.queue.makeLabel.mutate({ name: "Mine", colour: "grey" });
    const theirs = await one.queue.makeLabel.mutate({ name: "Theirs", colour: "grey" });
    const { undo } = await one.queue.change.mutate({
      steps: [{ ids: [id], status: "closed", addLabels: [mine.id] }],
    });
    await other.queue.change.mutate({ steps: [{ ids: [id], addLabels: [theirs.id] }] });
    expect(await one.queue.change.mutate({ steps: undo })).toMatchObject({
      changed: 1,
      skipped: 0,
    });
    const { labels } = await one.queue.facts.query({ id });
    expect(labels.map((label) => label.id)).toEqual([theirs.id]);
    expect((await one.tickets.byId.query({ id })).status).toBe("Open");
  });

  test("whoever gives a ticket that was somebody's by then is told that it stays as it is", async () => {
    const { member, helperWith } = await setUp();
    const [one, other] = [await helperWith("tickets"), await helperWith("tickets")];
    const { id } = await member.tickets.create.mutate(TICKET);
    const take = (who: typeof one) =>
      who.queue.change.mutate({
        steps: [{ ids: [id], assigneeId: who.id, expected: { assigneeId: null } }],
      });
    expect(await take(one)).toMatchObject({ changed: 1, skipped: 0 });
    expect(await take(other)).toEqual({ changed: 0, skipped: 1, undo: [] });
    expect((await other.queue.facts.query({ id })).assignee?.id).toBe(one.id);
  });

  test("of two who take a ticket that they saw as nobody's one has it, and the other is told who", async () => {
    const { member, helperWith } = await setUp();
    const [one, other] = [await helperWith("tickets"), await helperWith("tickets")];
    const { id } = await member.tickets.create.mutate(TICKET);
    const takes = [one, other].map((who) => who.tickets.assign.mutate({ id, from: null }));
    const statuses = (await Promise.allSettled(takes)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = statuses[0] === "fulfilled" ? one : other;
    const loser = winner === one ? other : one;
    expect((await loser.queue.facts.query({ id })).assignee?.id).toBe(winner.id);
    const [status, sentence] = await refusalOf(loser.tickets.assign.mutate({ id, from: null }));
    expect([status, sentence]).toEqual([409, TICKETS.takenBy("Ada Lynx")]);
    // Whoever has seen that takes it over.
    await loser.tickets.assign.mutate({ id, from: winner.id });
    expect((await winner.queue.facts.query({ id })).assignee?.id).toBe(loser.id);
    const told = (await winner.notifications.list.query({})).items.map(({ subject }) => subject);
    expect(told).toContain(TICKET_NOTIFICATIONS.takenOver(id, TICKET.subject).subject);
    await loser.queue.change.mutate({ steps: [{ ids: [id], assigneeId: null }] });
    expect(await refusalOf(winner.tickets.assign.mutate({ id, from: loser.id }))).toEqual([
      409,
      TICKETS.givenBack,
    ]);
  });
});
