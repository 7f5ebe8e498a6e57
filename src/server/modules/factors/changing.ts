import { eq } from "drizzle-orm";
import { assertConfirmed } from "#server/access/confirmed.ts";
import type { MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { FACTORS } from "#shared/factor-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { hasApp, hasPasskey } from "./account.ts";

/** Whether a member's second factor is to be proven before it is changed. */
const isGuarded = async (tx: MemberTx): Promise<boolean> => {
  const { userId, user } = tx.actor;
  if (await hasApp(tx, userId)) return true;
  // A passkey need not verify its user, and so would lock others out; of the team more is asked.
  const isTeam = user.role === "Admin" || (user.team?.permissions.length ?? 0) > 0;
  return isTeam && hasPasskey(tx, userId);
};

/**
 * Asked in the transaction that adds or removes a second factor: who does it must have proven who they are a
 * short while ago, and where they have an app already, or a passkey and a permission of the team, with that
 * too. Otherwise the password alone would lead to a factor of one's own.
 * @throws {AppError} `step_up`, `second_factor_missing`.
 */
export const assertMayChange = async (tx: MemberTx): Promise<void> => {
  await assertConfirmed(tx);
  if (tx.actor.session.hasSecondFactor || !(await isGuarded(tx))) return;
  throw new AppError("second_factor_missing", FACTORS.proveFirst);
};

/** Where a member is written to; null for whoever has no address any more. */
export const addresseeOf = async (tx: Tx, userId: string) => {
  const { users: t } = tx.tables;
  const [user] = await tx
    .select({ email: t.email, firstName: t.firstName, lastName: t.lastName })
    .from(t)
    .where(eq(t.id, userId));
  if (user === undefined || user.email === null) return null;
  const { email: address, firstName } = user;
  return { to: { name: fullName(user), address }, firstName };
};
