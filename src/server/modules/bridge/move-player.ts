import { eq, sql } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

/** Moves when somebody played, and what waits for them in games, in the caller's transaction. */
export const movePlayer = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { presence, playWeeks, deliveries } = tx.tables;
  // Of a quarter in which both played, one counts.
  for (const row of await tx.delete(presence).where(eq(presence.userId, from)).returning())
    await tx
      .insert(presence)
      .values({ ...row, userId: to })
      .onConflictDoNothing();
  for (const row of await tx.delete(playWeeks).where(eq(playWeeks.userId, from)).returning()) {
    const { userId, week, game, server } = playWeeks;
    await tx
      .insert(playWeeks)
      .values({ ...row, userId: to })
      .onConflictDoUpdate({
        target: [userId, week, game, server],
        set: {
          quarters: sql`${playWeeks.quarters} + ${row.quarters}`,
          points: sql`${playWeeks.points} + ${row.points}`,
        },
      });
  }
  await tx.update(deliveries).set({ userId: to }).where(eq(deliveries.userId, from));
};
