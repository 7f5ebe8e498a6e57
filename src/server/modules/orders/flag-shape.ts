import type { Tables } from "#server/store/store.ts";
import type { Flag } from "#shared/schemas/orders.ts";

type FlagRow = Tables["shopFlags"]["$inferSelect"];

/** A flag as Admins see it. */
export const toFlag = (row: FlagRow): Flag => ({
  id: row.id,
  kind: row.kind,
  orderId: row.orderId,
  eventId: row.eventId,
  paymentId: row.paymentId,
  details: row.details,
  createdAt: row.createdAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  resolvedBy: row.resolvedBy,
});
