import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { once } from "#server/store/idempotency.ts";
import type { Tx } from "#server/store/store.ts";
import { TICKETS } from "#shared/messages.ts";
import type { NewTicket, Ticket } from "#shared/schemas/tickets.ts";
import { writeEntry } from "./history.ts";
import { showTicket } from "./load.ts";
import { assertChoosable, assign } from "./people.ts";
import { isServer } from "./servers.ts";
import { writeWords } from "./write-words.ts";

/** @returns the id of the new ticket. */
const open = async (ctx: MemberContext, tx: Tx, input: NewTicket): Promise<number> => {
  const { store, clock, config, actor } = ctx;
  const { tickets, ticketPeople } = store.tables;
  const { subject, category, game, server, description } = input;
  const me = actor.userId;
  const people = new Set([me, ...(input.assignedUserIds ?? [])]);
  await assertChoosable(ctx, tx, people, new Set([me]));
  const { ticketsByMember: limit } = config.community.limits;
  assertAllowed(await countAttempt(store, tx, clock, "ticketsByMember", me, limit));
  const now = clock.now();
  const status = "Open";
  const fields = { subject, category, game, server, description };
  const [ticket] = await tx
    .insert(tickets)
    .values({ ...fields, status, createdBy: me, createdAt: now, updatedAt: now })
    .returning({ id: tickets.id });
  if (ticket === undefined) throw new Error("The ticket was not written.");
  const { id } = ticket;
  await tx.insert(ticketPeople).values({ ticketId: id, userId: me, status });
  await writeWords(store, tx, id, subject);
  await writeEntry(ctx, tx, id, { act: "opened" });
  const others = [...people].filter((userId) => userId !== me);
  await assign(ctx, tx, { id, subject, status }, others);
  tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people] });
  return id;
};

/**
 * Opens a ticket. Whoever asks is its creator, and always on it. With an idempotency key it is opened
 * once.
 * @throws {AppError} `bad_request` for a server that is not among the options, and for people whom
 *   the caller may not see; `too_many_requests` (facts §2).
 */
export const createTicket = async (ctx: MemberContext, input: NewTicket): Promise<Ticket> => {
  const { store, clock, actor } = ctx;
  if (!isServer(ctx, input)) throw new AppError("bad_request", TICKETS.unknownServer);
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `ticket:${idempotencyKey}`;
  return store.write(async (tx) => {
    const request = { actor: actor.userId, key, content: JSON.stringify(input) };
    const id = await once(store, tx, clock, request, () => open(ctx, tx, input));
    return showTicket(ctx, tx, id);
  });
};
