import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/one.ts";
import { ticketValues } from "#shared/constants/tickets.ts";
import type { NewTicket, Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { writeEntry } from "./history.ts";
import { showTicket } from "./load.ts";
import { assertCategory, isServer } from "./options.ts";
import { assertChoosable, assign } from "./people.ts";
import { writeSearchTerms } from "./search-terms.ts";

/** @returns the id of the new ticket. */
const open = async (tx: MemberTx, input: NewTicket): Promise<number> => {
  const { clock, actor } = tx;
  const { tickets, ticketPeople } = tx.tables;
  const fields = ticketValues(input);
  const { subject } = fields;
  const me = actor.userId;
  const people = new Set([me, ...(input.assignedUserIds ?? [])]);
  await assertChoosable(tx, people, new Set([me]));
  await tx.count("ticketsByMember", me);
  const now = clock.now();
  const status = "Open";
  const { id } = one(
    await tx
      .insert(tickets)
      .values({ ...fields, status, createdBy: me, createdAt: now, updatedAt: now })
      .returning({ id: tickets.id }),
  );
  await tx.insert(ticketPeople).values({ ticketId: id, userId: me, status });
  await writeSearchTerms(tx, id, subject);
  await writeEntry(tx, id, { act: "opened" });
  const others = [...people].filter((userId) => userId !== me);
  await assign(tx, { id, subject, status }, others);
  tx.publish({ type: "ticket.changed", ticketId: id, userIds: [...people] });
  return id;
};

/**
 * Opens a ticket. Whoever asks is its creator, and always on it. With an idempotency key it is opened
 * once.
 * @throws {AppError} `bad_request` for a category or server that is not among the options, and for people whom
 *   the caller may not see; `too_many_requests` [LIMIT-08].
 */
export const createTicket = async (ctx: MemberCtx, input: NewTicket): Promise<Ticket> => {
  const { actor } = ctx;
  assertCategory(ctx, input);
  if (!isServer(ctx, input)) throw wrongInput(TICKETS.unknownServer, ["server"]);
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `ticket:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    const request = { actor: actor.userId, key, content: JSON.stringify(input) };
    const id = await once(tx, request, () => open(tx, input));
    return showTicket(tx, id);
  });
};
