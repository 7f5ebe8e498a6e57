/** A month of a tier that was paid and not taken back. */
export type PaidMonth = {
  paidAt: Date;
  /** When its subscription ended, before the month did; null where it did not. */
  cutAt: Date | null;
};

/** The same day and time a month later, or the last day of a shorter month; in UTC. */
export const monthAfter = (from: Date): Date => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  return next;
};

const later = (a: Date, b: Date) => (a > b ? a : b);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

/**
 * When a tier ends: each month begins where the one before it ends, or when it was paid. It depends
 * on what was paid alone, and not on the order in which we heard of it [POINTS-07].
 * @param givenUntil until when it was given by hand; null for not at all.
 * @returns null where nothing gives it.
 */
export const tierEnd = (givenUntil: Date | null, months: readonly PaidMonth[]): Date | null => {
  const inOrder = months.toSorted(
    (a, b) =>
      a.paidAt.getTime() - b.paidAt.getTime() ||
      (a.cutAt?.getTime() ?? Infinity) - (b.cutAt?.getTime() ?? Infinity) ||
      0,
  );
  let end = givenUntil;
  for (const { paidAt, cutAt } of inOrder) {
    const from = end === null ? paidAt : later(end, paidAt);
    const until = monthAfter(from);
    end = cutAt === null ? until : later(from, earlier(until, cutAt));
  }
  return end;
};
