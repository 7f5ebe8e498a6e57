import { eq } from "drizzle-orm";
import type { Tx } from "#server/context.ts";
import { type NewFlag, raiseFlag, settleFlags } from "./flags.ts";
import type { PaymentRow } from "./payments.ts";
import type { Review } from "./review-payment.ts";

/** What Tebex says was bought. */
export type BoughtItem = { packageId: number; name: string; quantity: number; priceCents: number };

/** Names of lines: the package, and which of its lines where it has several. */
const named = (items: readonly BoughtItem[]) => {
  const seen = new Map<number, number>();
  return items.map((item) => {
    const nth = (seen.get(item.packageId) ?? 0) + 1;
    seen.set(item.packageId, nth);
    return { ...item, line: nth === 1 ? String(item.packageId) : `${item.packageId}#${nth}` };
  });
};

const NAME_MAX = 200;

export const linesOf = (tx: Tx, paymentId: number) => {
  const { paymentLines: t } = tx.tables;
  return tx.select().from(t).where(eq(t.paymentId, paymentId)).orderBy(t.line);
};
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

/**
 * Writes down what a payment bought, in the caller's transaction, with what that gives by the present
 * configuration; a line that is there already stays as it is. Packages that are not configured are
 * left out and flagged, so that the same event can be worked on again.
 * @param eventId the row of the event that tells of them; null where an Admin does.
 * @returns every line, and whether a package was left out.
 */
export const keepLines = async (
  tx: Tx,
  payment: PaymentRow,
  { bought: items, review: { reasonOf } }: { bought: readonly BoughtItem[]; review: Review },
  eventId: number | null,
): Promise<{ lines: LineRow[]; isWhole: boolean }> => {
  const given = new Map(tx.config.community.shop.packages.map((one) => [one.id, one]));
  const bought = named(items);
  const known = bought.flatMap((item) => {
    const { line, packageId, name, quantity, priceCents } = item;
    const gives = given.get(packageId);
    if (gives === undefined) return [];
    const { points, tier } = gives;
    const worth = { points: points * quantity, tier, tierCutAt: null };
    const boughtItem = { packageId, name: name.slice(0, NAME_MAX), quantity, priceCents };
    const review = reasonOf(item);
    const row = { paymentId: payment.id, line, ...boughtItem, ...worth, review };
    return [Object.assign(row, { deliveries: 0, isHeld: false })];
  });
  if (known.length > 0) await tx.insert(tx.tables.paymentLines).values(known).onConflictDoNothing();
  const referenceOf = (line: string) => `package:${payment.id}:${line}`;
  const knownLines = known.map(({ line }) => referenceOf(line));
  await settleFlags(tx, knownLines);
  const unknown = bought.filter(({ packageId }) => !given.has(packageId));
  for (const { line, packageId, name } of unknown) {
    const flag: NewFlag = {
      kind: "package",
      reference: referenceOf(line),
      orderId: payment.orderId,
      eventId,
      details: `Package ${packageId} (${name.slice(0, NAME_MAX)}) was bought, but community.toml does not say what it gives.`,
    };
    await raiseFlag(tx, flag);
  }
  return { lines: await linesOf(tx, payment.id), isWhole: unknown.length === 0 };
};
