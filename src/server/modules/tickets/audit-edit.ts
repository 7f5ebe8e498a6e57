import type { MemberTx } from "#server/context/context.ts";
import {
  TICKET_FIELD_SPECS,
  type TicketField,
  type TicketFieldSpec,
  type TicketFieldValues,
} from "#shared/constants/tickets.ts";
import { noteAdminActs } from "./admin-act.ts";
import type { TicketRow } from "./load.ts";

type Changed = {
  fields: readonly TicketField[];
  joining: readonly string[];
  leaving: readonly string[];
};

/** Writes an Admin's edit of somebody else's ticket into the audit, in the caller's transaction. */
export const auditEdit = async (
  tx: MemberTx,
  old: TicketRow,
  now: TicketFieldValues,
  { fields, joining, leaving }: Changed,
): Promise<void> => {
  const ticketId = old.id;
  const audited = (how: TicketFieldSpec["audited"]) =>
    fields.filter((field) => TICKET_FIELD_SPECS[field].audited === how);
  const chosen = audited("value");
  const rewritten = audited("rewritten");
  const edited = {
    action: "ticket.edited",
    before: Object.fromEntries(chosen.map((field) => [field, old[field]])),
    after: {
      ticketId,
      ...Object.fromEntries(chosen.map((field) => [field, now[field]])),
      ...(rewritten.length > 0 && { rewritten: rewritten.join(" ") }),
    },
  } as const;
  const after = { ticketId };
  await noteAdminActs(tx, old, [
    ...(fields.length > 0 ? [edited] : []),
    ...leaving.map((subject) => ({ action: "ticket.unassigned", subject, after }) as const),
    ...joining.map((subject) => ({ action: "ticket.assigned", subject, after }) as const),
  ]);
};
