import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { indexTickets } from "#server/modules/tickets/index.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { addTicket } from "#tests/support/tickets.ts";

test("[QUEUE-07] tickets of an earlier release are found by what was said once the job has seen them", async () => {
  const { app, store, clock, member, admin } = await appWithPeople();
  const { tickets, messages } = store.tables;
  const old = await addTicket(app.deps, { people: [member.id], subject: "Old one" });
  const silent = await addTicket(app.deps, { people: [member.id], subject: "Silent one" });
  const say = (ticketId: number, content: string) =>
    store.write(async (tx) => {
      await tx.insert(messages).values({
        ticketId,
        authorId: member.id,
        content,
        imgUrls: [],
        createdAt: clock.now(),
      });
    });
  const found = async (search: string) =>
    (await admin.queue.list.query({ tab: "all", search })).items.map(({ id }) => id);
  const run = (signal = new AbortController().signal) => indexTickets(asSite(app.deps), signal);
  await say(old, "A dodo ate my basket");
  expect(await found("dodo")).toEqual([]);
  await run(AbortSignal.abort());
  expect(await found("dodo")).toEqual([]);
  await run();
  expect(await found("dodo")).toEqual([old]);
  expect(await found("silent")).toEqual([silent]);
  // The release before this one writes meanwhile, and knows nothing of the search.
  await say(old, "It was a pteranodon");
  await run();
  expect(await found("pteranodon")).toEqual([old]);
  expect(await found("dodo")).toEqual([old]);
  const [row] = await store.read
    .select({ last: tickets.lastMessageId })
    .from(tickets)
    .where(eq(tickets.id, silent));
  expect(row?.last).toBe(0);
});
