import { expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import { appWithPeople, person, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const SECRET = "Application";

const restricted = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = [...tickets.categories, { key: SECRET, visibleTo: "roles" } as const];
  return { ...config, community: { ...config.community, tickets: { ...tickets, categories } } };
};

test("[DESK-02] the numbers of the queue leave out tickets of a category that is hidden, on every tab", async () => {
  const { app, member } = await appWithPeople({ adjust: restricted });
  await linkDiscord(app.deps, member.id);
  const holder = async (...permissions: Permission[]) =>
    person(app, (await holderOf(app, permissions)).userId);
  const helper = await holder("tickets");
  const recruiter = await holder("tickets", "roles");
  await member.tickets.create.mutate(TICKET);
  const open = await member.tickets.create.mutate({ ...TICKET, category: SECRET });
  const closed = await member.tickets.create.mutate({ ...TICKET, category: SECRET });
  await recruiter.tickets.assign.mutate({ id: open.id });
  await member.tickets.close.mutate({ id: closed.id });
  expect(await recruiter.queue.counts.query()).toEqual({
    reply: 2,
    unassigned: 1,
    mine: 1,
    all: 2,
    closed: 1,
  });
  const without = { reply: 1, unassigned: 1, mine: 0, all: 1, closed: 0 };
  expect(await helper.queue.counts.query()).toEqual(without);
  // The list agrees with them.
  for (const tab of ["reply", "unassigned", "mine", "all", "closed"] as const)
    expect((await helper.queue.list.query({ tab })).items).toHaveLength(without[tab]);
});
