import { eq } from "drizzle-orm";
import type { z } from "zod";
import { assertConfirmed } from "#server/access/confirmed.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { assertPasskeyLeft, verifyPasskey } from "#server/modules/passkeys/index.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { passwordConfirmation } from "#shared/schemas/accounts.ts";
import type { passkeyLoginInput } from "#shared/schemas/passkeys.ts";
import { verifyCurrentPassword } from "./current-password.ts";
import { assertNotUsedUp } from "./limited.ts";

const COUNTED = "completedLoginsByAccount";

/**
 * Notes, in the caller's transaction, that whoever acts has just proven in this session who they are.
 * @param passwordHash of the password that proved it, which may have been changed meanwhile.
 */
const noteConfirmed = async (
  tx: MemberTx,
  by: { way: "password"; passwordHash: string } | { way: "passkey" },
): Promise<void> => {
  const { users } = tx.tables;
  const { userId, session } = tx.actor;
  const [user] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  const isSame = by.way !== "password" || user?.passwordHash === by.passwordHash;
  // A passkey that has made sure who uses it is two factors at once.
  const proven = { sessionId: session.id, userId, isTwice: by.way === "passkey" };
  if (!isSame || !(await tx.auth.sessions.confirm(tx, proven)))
    throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  // With a second factor the team's permissions come back: open pages hear of it.
  if (proven.isTwice) tx.publish({ type: "account.changed", userId });
  await tx.audit({ action: "session.confirmed", subject: userId, after: { way: by.way } });
};

/**
 * Confirms with the password who is signed in; what was refused with `step_up` goes on then. Wrong ones
 * count as failed logins, right ones as logins [STEP-03].
 * @throws {AppError} `current_password_wrong`, `too_many_requests`; `unauthorized` where the session ended
 *   or the password was changed meanwhile.
 */
export const confirmWithPassword = async (
  ctx: MemberCtx,
  { password }: z.infer<typeof passwordConfirmation>,
): Promise<void> => {
  const { userId } = ctx.actor;
  await assertNotUsedUp(ctx.read, COUNTED, userId);
  const passwordHash = await verifyCurrentPassword(ctx, password, {
    field: "password",
    whenRight: (tx) => tx.count(COUNTED, userId),
  });
  await ctx.write((tx) => noteConfirmed(tx, { way: "password", passwordHash }));
};

/**
 * The same with a passkey, of which the browser was told by `passkeys.requestConfirmation`.
 * @throws {AppError} `passkey_over`, `passkey_refused`, `passkeys_unavailable`, `too_many_requests`,
 *   `unauthorized`.
 */
export const confirmWithPasskey = async (
  ctx: MemberCtx,
  { response }: z.infer<typeof passkeyLoginInput>,
): Promise<void> => {
  const passkey = await verifyPasskey(ctx, response);
  await ctx.write(async (tx) => {
    await assertPasskeyLeft(tx, passkey);
    await noteConfirmed(tx, { way: "passkey" });
  });
};

/**
 * Confirms with a password that came along with a call, where one did.
 * @throws {AppError} as `confirmWithPassword`.
 */
export const confirmAlongside = async (
  ctx: MemberCtx,
  currentPassword: string | null | undefined,
): Promise<void> => {
  if (!currentPassword) return;
  const { userId } = ctx.actor;
  await assertNotUsedUp(ctx.read, COUNTED, userId);
  const passwordHash = await verifyCurrentPassword(ctx, currentPassword, {
    field: "currentPassword",
    whenRight: (tx) => tx.count(COUNTED, userId),
  });
  await ctx.write((tx) => noteConfirmed(tx, { way: "password", passwordHash }));
};

/**
 * Asks nothing but whether whoever is signed in has confirmed it: before a file with what others have
 * entered is put together in their browser.
 * @throws {AppError} `step_up`.
 */
export const requireConfirmed = (ctx: MemberCtx): Promise<void> => ctx.write(assertConfirmed);
