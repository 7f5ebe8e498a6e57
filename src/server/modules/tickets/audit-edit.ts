import type { MemberContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import type { TicketField } from "#shared/constants/tickets.ts";
import type { TicketEdit } from "#shared/schemas/tickets.ts";
import { noteAdminActs } from "./admin-act.ts";
import type { TicketRow } from "./load.ts";

/** What people write themselves may name somebody: of these only that they were rewritten is told. */
const FREE_TEXTS = ["subject", "description"] as const satisfies readonly TicketField[];
const CHOICES = ["category", "game", "server"] as const satisfies readonly TicketField[];

type Changed = {
  fields: readonly TicketField[];
  joining: readonly string[];
  leaving: readonly string[];
};

/** Writes an Admin's edit of somebody else's ticket into the audit, in the caller's transaction. */
export const auditEdit = async (
  ctx: MemberContext,
  tx: Tx,
  old: TicketRow,
  edit: TicketEdit,
  { fields, joining, leaving }: Changed,
): Promise<void> => {
  const ticketId = old.id;
  const chosen = CHOICES.filter((field) => fields.includes(field));
  const rewritten = FREE_TEXTS.filter((field) => fields.includes(field));
  const edited = {
    action: "ticket.edited",
    before: Object.fromEntries(chosen.map((field) => [field, old[field]])),
    after: {
      ticketId,
      ...Object.fromEntries(chosen.map((field) => [field, edit[field]])),
      ...(rewritten.length > 0 && { rewritten: rewritten.join(" ") }),
    },
  } as const;
  const after = { ticketId };
  await noteAdminActs(ctx, tx, old, [
    ...(fields.length > 0 ? [edited] : []),
    ...leaving.map((subject) => ({ action: "ticket.unassigned", subject, after }) as const),
    ...joining.map((subject) => ({ action: "ticket.assigned", subject, after }) as const),
  ]);
};
