import { and, eq, isNull, ne } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { recordMarketing } from "#server/modules/consents/index.ts";
import type { ConsentWay } from "#shared/constants/accounts.ts";

type Choice = { userId: string; isGiven: boolean; way: ConsentWay };

/**
 * Lets news be mailed to somebody, or no more, in the caller's transaction, and writes it down: whoever
 * says what holds already has changed nothing [CONSENT-01].
 * @returns whether that was new.
 */
export const setMarketing = async (tx: Tx, { userId, isGiven, way }: Choice): Promise<boolean> => {
  const { users } = tx.tables;
  const isOther = and(eq(users.id, userId), ne(users.allowMarketing, isGiven));
  const changed = await tx
    .update(users)
    .set({ allowMarketing: isGiven })
    .where(and(isOther, isNull(users.erasedAt)))
    .returning({ id: users.id });
  if (changed.length === 0) return false;
  await recordMarketing(tx, [{ userId, isGiven, way }]);
  await tx.audit({
    // The link of a mail tells whose it is, not who is signed in.
    ...(way === "unsubscription" && { actorId: null }),
    action: "account.changed",
    subject: userId,
    before: { allowMarketing: !isGiven },
    after: { allowMarketing: isGiven },
  });
  tx.publish({ type: "account.changed", userId });
  return true;
};
