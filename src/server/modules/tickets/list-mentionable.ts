import type { MemberCtx } from "#server/context/context.ts";
import type { ThreadPerson } from "#shared/schemas/thread.ts";
import { findTicket } from "./load.ts";
import { findMentionable } from "./thread-people.ts";

/**
 * Who can be mentioned on a ticket, those on it first [WRITE-04].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const listMentionable = async (
  { read }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<ThreadPerson[]> => {
  const ticket = await findTicket(read, ticketId);
  return [...(await findMentionable(read, ticket))];
};
