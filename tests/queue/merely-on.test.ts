import { beforeEach, describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { QUEUE } from "#shared/desk-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const SECRET = "Application";

const restricted = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = [...tickets.categories, { key: SECRET, visibleTo: "roles" } as const];
  return { ...config, community: { ...config.community, tickets: { ...tickets, categories } } };
};

/** The application of a helper, on which a recruiter works, and a plain ticket of the same helper. */
const setUp = async () => {
  const world = await appWithPeople({ adjust: restricted });
  const { app } = world;
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, ["members", ...permissions])).userId);
  const helper = await holder("tickets");
  const other = await holder("tickets");
  const team = { roles: ["Recruiter"], permissions: ["members", "tickets", "roles"] as const };
  const recruiter = await person(app, { team, firstName: "Quilla" });
  for (const one of [helper, other, recruiter]) await linkDiscord(app.deps, one.id);
  const { id } = await helper.tickets.create.mutate({ ...TICKET, category: SECRET });
  const { id: plain } = await helper.tickets.create.mutate(TICKET);
  const label = await recruiter.queue.makeLabel.mutate({ name: "Unsuitable", colour: "red" });
  await recruiter.queue.change.mutate({
    steps: [
      { ids: [id], assigneeId: recruiter.id, addLabels: [label.id], priority: "low" },
      { ids: [plain], addLabels: [label.id] },
    ],
  });
  return { ...world, helper, other, recruiter, id, plain, label };
};
const idsOf = (items: readonly { id: number }[]) =>
  items.map(({ id }) => id).toSorted((a, b) => a - b);

let world: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  world = await setUp();
});

describe("[DESK-02] whoever takes care of a ticket", () => {
  test("does so no more once it is of a category that they may not see, or once they are taken off it", async () => {
    const { helper, other, recruiter, plain } = world;
    const { category: _category, ...fields } = TICKET;
    const assigneeOf = async () =>
      (await recruiter.queue.facts.query({ id: plain })).assignee?.id ?? null;
    await other.tickets.assign.mutate({ id: plain });
    await recruiter.tickets.assign.mutate({ id: plain, userId: recruiter.id });
    await recruiter.tickets.edit.mutate({ ...fields, id: plain, category: SECRET });
    expect(await assigneeOf()).toBeNull();
    await recruiter.tickets.assign.mutate({ id: plain });
    await recruiter.tickets.edit.mutate({ ...fields, id: plain, category: "Other" });
    expect(await assigneeOf()).toBe(recruiter.id);
    const assignedUserIds = [helper.id];
    await recruiter.tickets.edit.mutate({
      ...fields,
      id: plain,
      category: "Other",
      assignedUserIds,
    });
    expect(await assigneeOf()).toBeNull();
  });
});

const forTeam: [number, string] = [403, TICKETS.forTeam];

describe("[DESK-02] a helper who is merely on a ticket of a category that takes another permission", () => {
  test("reads nothing of what the team keeps about it", async () => {
    const { helper, recruiter, id } = world;
    for (const ask of [
      () => helper.queue.facts.query({ id }),
      () => helper.queue.requesterTickets.query({ id }),
      () => helper.ticketMerges.candidates.query({ id }),
    ])
      expect(await refusalOf(ask())).toEqual(forTeam);
    expect((await helper.ask("GET", `/api/tickets/${id}/facts`)).status).toBe(403);
    expect((await recruiter.queue.facts.query({ id })).assignee?.id).toBe(recruiter.id);
    // Who of the team has read it is for those alone who work on it.
    const sent = await helper.messages.send.mutate({ messageGroupId: id, content: "Well?" });
    const colleague = await person(
      world.app,
      (await holderOf(world.app, ["tickets", "roles"])).userId,
    );
    await colleague.messages.markSeen.mutate({ ticketId: id, messageId: sent.id });
    const readers = async (who: typeof helper) =>
      (await who.messages.seenBy.query({ ticketId: id })).map((reader) => reader.id);
    expect(await readers(helper)).toEqual([]);
    expect(await readers(recruiter)).toContain(colleague.id);
    const mentionable = await helper.messages.mentionable.query({ ticketId: id });
    expect(mentionable.map((one) => one.id)).not.toContain(colleague.id);
  });

  test("changes nothing of it as one of the team", async () => {
    const { app, helper, other, recruiter, id, label } = world;
    const heard = await hear(app.deps.store);
    const change = (step: object) =>
      helper.queue.change.mutate({ steps: [{ ids: [id], ...step }] });
    for (const act of [
      () => change({ removeLabels: [label.id] }),
      () => change({ priority: "urgent" }),
      () => change({ assigneeId: null }),
      () => change({ assigneeId: other.id }),
      () => change({ status: "closed" }),
      () => helper.tickets.assign.mutate({ id }),
      () => helper.tickets.assign.mutate({ id, userId: other.id }),
      () => helper.queue.look.mutate({ id, is: "came" }),
    ])
      expect(await refusalOf(act())).toEqual(forTeam);
    expect(await heard()).toEqual([]);
    expect(await recruiter.queue.facts.query({ id })).toMatchObject({
      assignee: { id: recruiter.id },
      labels: [label],
      priority: "low",
    });
    const ticket = await helper.tickets.byId.query({ id });
    expect([ticket.mayWork, ticket.status]).toEqual([undefined, "Open"]);
    expect((await recruiter.tickets.byId.query({ id })).mayWork).toBe(true);
  });

  test("puts nobody on it that its opener did not", async () => {
    const { helper, other, recruiter, member } = world;
    const { id } = await member.tickets.create.mutate({ ...TICKET, category: SECRET });
    await recruiter.tickets.assign.mutate({ id, userId: helper.id });
    const edit = helper.tickets.edit.mutate({
      ...TICKET,
      id,
      category: SECRET,
      assignedUserIds: [member.id, helper.id, other.id],
    });
    expect(await refusalOf(edit)).toEqual([403, TICKETS.mayNotAssign]);
  });

  test("finds it in their own list, not in the queue, and by its words alone", async () => {
    const { helper, recruiter, id, plain, label } = world;
    const queued = async (who: typeof helper, input: object) =>
      idsOf((await who.queue.list.query({ tab: "all", ...input })).items);
    const listed = async (search: string, more: object = {}) =>
      idsOf((await helper.tickets.list.query({ status: "Open", search, ...more })).items);
    const both = [id, plain];
    for (const input of [{}, { label: label.id }, { search: "unsuitable" }, { search: "mesh" }]) {
      expect(await queued(helper, input)).toEqual([plain]);
      expect(await queued(recruiter, input)).toEqual(both);
    }
    expect(await queued(helper, { search: `${id}` })).toEqual([]);
    expect((await helper.queue.counts.query()).all).toBe(1);
    for (const more of [{}, { isMine: true }]) {
      expect(await listed("mesh", more)).toEqual(both);
      expect(await listed(`${id}`, more)).toEqual([id]);
      expect(await listed("unsuitable", more)).toEqual([plain]);
      expect(await listed("quilla", more)).not.toContain(id);
    }
    expect((await helper.administration.today.query({ days: 7 })).tickets.waiting).toBe(1);
  });

  test("works on their own ticket of any other category as before", async () => {
    const { helper, plain, label } = world;
    expect((await helper.queue.facts.query({ id: plain })).labels).toEqual([label]);
    await helper.tickets.assign.mutate({ id: plain });
    await helper.queue.change.mutate({ steps: [{ ids: [plain], removeLabels: [label.id] }] });
    expect(await helper.queue.facts.query({ id: plain })).toMatchObject({
      assignee: { id: helper.id },
      labels: [],
    });
    expect((await helper.tickets.byId.query({ id: plain })).mayWork).toBe(true);
  });
});

test("[DESK-02] nobody takes care of a ticket without what its category takes, and nobody else is offered", async () => {
  const { helper, other, recruiter, admin, id, plain } = world;
  const give = (ids: number[], assigneeId: string) =>
    recruiter.queue.change.mutate({ steps: [{ ids, assigneeId }] });
  expect(await refusalOf(give([plain, id], other.id))).toEqual([400, QUEUE.noHelperHere]);
  expect((await recruiter.queue.facts.query({ id: plain })).assignee).toBeNull();
  const offered = async (who: typeof helper, ids?: number[]) =>
    (await who.queue.helpers.query(ids && { ids })).map((one) => one.id).toSorted();
  const everybody = [admin, helper, other, recruiter].map((one) => one.id).toSorted();
  const some = [admin.id, recruiter.id].toSorted();
  expect(await offered(recruiter)).toEqual(everybody);
  expect(await offered(recruiter, [plain])).toEqual(everybody);
  expect(await offered(recruiter, [id])).toEqual(some);
  expect(await offered(recruiter, [plain, id])).toEqual(some);
  await give([id, plain], admin.id);
  expect((await recruiter.queue.facts.query({ id })).assignee?.id).toBe(admin.id);
});
