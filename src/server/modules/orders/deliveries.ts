import { and, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { queueDelivery, withholdDeliveries } from "#server/modules/bridge/index.ts";
import type { LineRow, PaymentRow } from "./payments.ts";

/** Names one delivery of a line, from 0. */
const deliveryReference = (paymentId: number, line: string, nth: number): string =>
  `shop:${paymentId}:${line}:${nth}`;

/** The names of every delivery that a line has left. */
export const referencesOf = ({
  paymentId,
  line,
  deliveries,
}: Pick<LineRow, "paymentId" | "line" | "deliveries">): string[] =>
  Array.from({ length: deliveries }, (_, nth) => deliveryReference(paymentId, line, nth));

/** Leaves what game servers have to hand out for lines that are held now; each once. */
export const leaveDeliveries = async (
  tx: Tx,
  payment: PaymentRow,
  lines: readonly LineRow[],
): Promise<void> => {
  const { paymentLines: l } = tx.tables;
  for (const line of lines) {
    const gives = tx.config.community.shop.packages.find(({ id }) => id === line.packageId);
    const wanted = line.deliveries > 0 ? [] : (gives?.deliveries ?? []);
    for (const [nth, { game, server, give }] of wanted.entries())
      await queueDelivery(tx, {
        userId: payment.userId,
        game,
        server,
        payload: { give, quantity: line.quantity, orderId: payment.orderId },
        reference: deliveryReference(payment.id, line.line, nth),
      });
    if (wanted.length > 0)
      await tx
        .update(l)
        .set({ deliveries: wanted.length })
        .where(and(eq(l.paymentId, payment.id), eq(l.line, line.line)));
    // What was withheld while a payment was disputed is handed out after all.
    if (line.deliveries > 0)
      await withholdDeliveries(tx, { references: referencesOf(line), isWithheld: false });
  }
};

/** Withholds what no game server has handed out yet of lines that were taken back. */
export const dropDeliveries = (tx: Tx, lines: readonly LineRow[]): Promise<void> =>
  withholdDeliveries(tx, { references: lines.flatMap(referencesOf), isWithheld: true });
