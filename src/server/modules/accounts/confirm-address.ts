import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { reserveCode, revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { changeAddress, findAddressOwner, indexMember } from "#server/modules/members/index.ts";
import { placeOf } from "#server/modules/security/index.ts";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_REVERT_MS, OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { verificationInput } from "#shared/schemas/accounts.ts";
import { mailboxOf } from "./mail-code.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", ADDRESS.linkInvalid],
  expired: ["bad_request", ADDRESS.linkInvalid],
  used: ["code_used", ADDRESS.linkUsed],
};

type Former = { userId: string; firstName: string; lastName: string; email: string };

/** Keeps the former address for its owner, in the caller's transaction, and tells them there how to come back. */
const announce = async (tx: Tx, { userId, email, ...names }: Former): Promise<void> => {
  const { addressChanges: t } = tx.tables;
  const id = crypto.randomUUID();
  const changedAt = tx.clock.now();
  const until = new Date(changedAt.getTime() + ADDRESS_REVERT_MS);
  const emailKey = emailKeyOf(email);
  await tx.insert(t).values({ id, userId, email, emailKey, changedAt, until });
  const code = await reserveCode(tx, { userId, kind: "revert", isOwners: true, about: id });
  if (code === null || tx.config.mail === null) return;
  await queueMail(tx, {
    to: mailboxOf(names, email),
    template: "address-changed",
    data: {
      firstName: names.firstName,
      at: changedAt.toISOString(),
      until: until.toISOString(),
      place: placeOf(tx, userId),
      code,
    },
  });
};

/** Signs out wherever the account is open, but for the browser that confirms, should it be one of them. */
const endSessions = async (tx: Tx, userId: string): Promise<void> => {
  const { actor, auth } = tx;
  if (actor.kind === "member" && actor.userId === userId)
    await auth.sessions.endOthers(tx, userId, actor.session.id);
  else await auth.sessions.endAll(tx, userId);
};

/** Takes the address that waited, which the code has proven. @returns it; null where none waits for that code. */
const takeRequest = async (tx: Tx, userId: string, id: string) => {
  const { addressRequests: t } = tx.tables;
  const [request] = await tx
    .delete(t)
    .where(and(eq(t.userId, userId), eq(t.id, id)))
    .returning();
  return request ?? null;
};

/** @returns the new address; null where the code belongs to nothing that could still come of it. */
const change = async (tx: Tx, spent: { userId: string; about: string | null }) => {
  const { users } = tx.tables;
  const { userId } = spent;
  const request = await takeRequest(tx, userId, spent.about ?? "");
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (request === null || user === undefined || user.email === null) return null;
  const { email } = request;
  const fromKey = emailKeyOf(user.email);
  const ownerId = await findAddressOwner(tx, emailKeyOf(email));
  if (ownerId !== null && ownerId !== userId)
    throw new AppError("email_in_use", ADDRESS.takenMeanwhile);
  // Read by the address, too: whoever registers with the former one at this moment begins anew.
  if ((await findAddressOwner(tx, fromKey)) !== userId) return null;
  if (!(await changeAddress(tx, { userId, fromKey, email }))) return null;
  // What was mailed to the former address opens nothing any more, but for what is mailed there now.
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  if (user.verifiedAt !== null) await announce(tx, { ...user, userId, email: user.email });
  await endSessions(tx, userId);
  await indexMember(tx, userId);
  await tx.audit({ actorId: null, action: "account.address_changed", subject: userId });
  tx.publish({ type: "account.changed", userId });
  return email;
};

/**
 * Gives an account the address that waited for it, with the code that was mailed there [EMAIL-02]. The former one is
 * kept for a week, and told; every other browser is signed out.
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` for a code that is missing, unknown or expired, `code_used`; `email_in_use` where
 *   somebody has taken the address meanwhile; `too_many_requests`.
 */
export const confirmAddress = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  if (!code) throw new AppError(...REFUSED.unknown);
  // Counted by itself: the try counts whatever comes of it.
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  const email = await ctx.write(async (tx) => {
    const spent = await spendCode(tx, { code, kind: "address" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    const changed = await change(tx, spent);
    if (changed === null) throw new AppError(...REFUSED.unknown);
    return changed;
  });
  return ADDRESS.changed(email);
};
