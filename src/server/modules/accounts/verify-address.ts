import { and, eq, gt, gte } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress, writeAndForgetPerson } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { issueCode, reserveCode, revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode, wrongInput } from "#server/core/errors.ts";
import { forgetFactorsSince } from "#server/modules/factors/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import {
  changeAddress,
  correctAddress,
  findAddressOwner,
  indexMember,
  restoreAddress,
  verifyUser,
} from "#server/modules/members/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { forgetPlaces, placeOf } from "#server/modules/security/index.ts";
import { LOGIN, NO_MAIL_ANSWERS, VERIFICATION } from "#shared/account-messages.ts";
import { ADDRESS } from "#shared/address-messages.ts";
import { ADDRESS_REVERT_MS, OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { emailKeyOf, newEmailProblem } from "#shared/rules/account-fields.ts";
import type {
  emailCorrection,
  revertedAddress,
  verificationInput,
  verifiedAddress,
} from "#shared/schemas/accounts.ts";
import { dropRequest } from "./change-address.ts";
import { countMail, emailInUse, whereMailed } from "./checks.ts";
import { judge, noteRight, refuse, tryPassword } from "./login.ts";
import { mailboxOf, mailCode } from "./mailed-codes.ts";

const NOT_REVERTED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> =
  {
    unknown: ["bad_request", ADDRESS.revertInvalid],
    expired: ["bad_request", ADDRESS.revertInvalid],
    used: ["code_used", ADDRESS.revertUsed],
  };

/** Takes a change that can still be taken back, and those that came after it. @returns it; null where it cannot. */
const takeChange = async (tx: Tx, userId: string, id: string) => {
  const { addressChanges: t } = tx.tables;
  const isIt = and(eq(t.id, id), eq(t.userId, userId), gt(t.until, tx.clock.now()));
  const [change] = await tx.delete(t).where(isIt).returning();
  if (change === undefined) return null;
  // Whoever went on to a third address does not keep the second one for a week.
  await tx.delete(t).where(and(eq(t.userId, userId), gte(t.changedAt, change.changedAt)));
  return change;
};

/**
 * Removes that with which whoever changed the address could log in again: passkeys and a Discord account that came
 * within the week before, or since. An app is no way in by itself: one that stood at the change stays, or whoever
 * reads the former mailbox would get rid of it; a later one would keep the owner out.
 */
const removeNewWays = async (tx: Tx, userId: string, changedAt: Date): Promise<void> => {
  const since = new Date(changedAt.getTime() - ADDRESS_REVERT_MS);
  await forgetPasskeys(tx, userId, since);
  await forgetFactorsSince(tx, userId, changedAt);
  const { links } = tx.tables;
  const isNew = and(eq(links.userId, userId), gte(links.linkedAt, since));
  const [discord] = await tx
    .select({ platform: links.platform })
    .from(links)
    .where(and(isNew, eq(links.platform, "discord")));
  if (discord !== undefined) await releaseLinks(tx, { userId, platform: discord.platform });
};

/** Tells the address that is given up: its owner may be the account's, whose old mailbox is another's. */
const tellGivenUp = async (
  tx: Tx,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
): Promise<void> => {
  if (tx.config.mail === null) return;
  await queueMail(tx, {
    to: mailboxOf({ firstName, lastName }, email),
    template: "address-reverted",
    data: { firstName, at: tx.clock.now().toISOString() },
  });
};

const revert = async (tx: Tx, spent: { userId: string; about: string | null }) => {
  const { users } = tx.tables;
  const { userId } = spent;
  const change = await takeChange(tx, userId, spent.about ?? "");
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (change === null || user === undefined) throw new AppError(...NOT_REVERTED.unknown);
  await restoreAddress(tx, userId, change.email);
  await dropRequest(tx, userId);
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  await removeNewWays(tx, userId, change.changedAt);
  await forgetPlaces(tx, userId);
  await tx.auth.sessions.endAll(tx, userId);
  await indexMember(tx, userId);
  await tx.audit({ actorId: null, action: "account.address_reverted", subject: userId });
  tx.publish({ type: "account.changed", userId });
  if (user.email !== null && emailKeyOf(user.email) !== change.emailKey)
    await tellGivenUp(tx, { ...user, email: user.email });
  // Only an Admin opens what an Admin has closed.
  if (user.deactivatedBy === "admin")
    return { message: ADDRESS.revertedClosed(change.email), token: null };
  const token = await issueCode(tx, { userId, kind: "reset" });
  return { message: ADDRESS.reverted(change.email), token };
};

/**
 * Takes a change of address back, with the link that was mailed to the former one [EMAIL-04]. The account is signed
 * out everywhere and its password opens nothing any more, so that whoever changed the address with it gains nothing.
 * @returns the sentence to show, and the token with which a new password is set; no token for an account that an
 *   Admin has closed.
 * @throws {AppError} `bad_request` for a code that is missing, unknown or expired, `code_used`; `too_many_requests`.
 */
export const revertAddress = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<z.infer<typeof revertedAddress>> => {
  if (!code) throw new AppError(...NOT_REVERTED.unknown);
  // Counted by itself: the try counts whatever comes of it.
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  return writeAndForgetPerson(ctx, async (tx) => {
    const spent = await spendCode(tx, { code, kind: "revert" });
    if (spent.outcome !== "ok") throw new AppError(...NOT_REVERTED[spent.outcome]);
    return revert(tx, spent);
  });
};

const isAnothers = async (tx: Tx, userId: string, emailKey: string): Promise<boolean> => {
  const ownerId = await findAddressOwner(tx, emailKey);
  return ownerId !== null && ownerId !== userId;
};

/** Whether an address is another one's; who asks that too often is told no more. */
const isTaken = async (ctx: RequestCtx, userId: string, emailKey: string): Promise<boolean> => {
  // What is refused is no error in here: it must stay counted.
  const { verdict, taken } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount({ name: "emailCorrectionsByAccount", subject: userId });
    if (!verdict.allowed) return { verdict, taken: false };
    if (!(await isAnothers(tx, userId, emailKey))) return { verdict, taken: false };
    const counted = await tx.tryCount(...attemptsByAddress(ctx, "takenRegistrationsByAddress"));
    return { verdict: counted, taken: true };
  });
  assertAllowed(verdict);
  return taken;
};

type Correction = { userId: string; passwordHash: string; email: string };

/** Another address for whoever has proven none yet; what was mailed to the old one is worth nothing. */
const changeUnverified = async (
  ctx: RequestCtx,
  tx: Tx,
  { userId, passwordHash, email }: Correction,
): Promise<void> => {
  const emailKey = emailKeyOf(email);
  // Somebody may have taken it since it was looked for.
  if (await isAnothers(tx, userId, emailKey)) throw emailInUse("newEmail");
  await countMail(tx, { emailKey, isOwners: false }, attemptsByAddress(ctx, "mailsByAddress"));
  // While the password was verified the old address may have been proven, or the account closed.
  const user = await correctAddress(tx, { userId, passwordHash, email });
  if (user === null) throw new AppError("unauthorized", LOGIN.invalidOnWire);
  await indexMember(tx, userId);
  await mailCode(tx, "verify", { user });
  await tx.audit({ actorId: null, action: "account.email_corrected", subject: userId });
  tx.publish({ type: "account.changed", userId });
};

/**
 * Gives a registration whose address nobody has proven yet another one, which frees the first, and mails
 * a new code. Whoever says the password is the one who registered. Sent once more, it does the same.
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` for what is no email address, `unauthorized` as a login does,
 *   `account_deactivated`, `conflict` where the address is proven already, `email_in_use`,
 *   `too_many_requests`.
 */
export const correctEmail = async (
  ctx: RequestCtx,
  { email, newEmail, password }: z.infer<typeof emailCorrection>,
): Promise<string> => {
  const problem = newEmailProblem(newEmail);
  if (problem !== null) throw wrongInput(problem, ["newEmail"]);
  const tried = await tryPassword(ctx, { email, orEmail: newEmail, password });
  const judged = judge(tried);
  const { account } = tried;
  if ("refusal" in judged && (judged.refusal !== "unverified" || account === undefined))
    return refuse(ctx, tried, judged.refusal);
  await ctx.write((tx) => noteRight(tx, tried));
  if (!("refusal" in judged) || account === undefined)
    throw new AppError("conflict", VERIFICATION.already);
  if (await isTaken(ctx, account.id, emailKeyOf(newEmail))) throw emailInUse("newEmail");
  const { id: userId, passwordHash } = account;
  await ctx.write((tx) =>
    changeUnverified(ctx, tx, { userId, passwordHash: passwordHash ?? "", email: newEmail }),
  );
  return whereMailed(ctx, VERIFICATION.corrected, NO_MAIL_ANSWERS.corrected);
};

const NOT_VERIFIED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> =
  {
    unknown: ["bad_request", VERIFICATION.codeInvalid],
    expired: ["bad_request", VERIFICATION.codeInvalid],
    used: ["code_used", VERIFICATION.codeUsed],
  };

const markVerified = async (tx: Tx, userId: string) => {
  if (!(await verifyUser(tx, userId))) return;
  await tx.audit({ actorId: null, action: "account.verified", subject: userId });
  tx.publish({ type: "account.changed", userId });
};

const readEmail = async (tx: Tx, userId: string): Promise<string | null> => {
  const { users } = tx.tables;
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
};

/**
 * Spends a code of a mail: the address is its owner's.
 * @returns the address too, which whoever has the mail knows, so that they need not type it again.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const verifyEmail = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<z.infer<typeof verifiedAddress>> => {
  if (!code) throw new AppError("bad_request", VERIFICATION.codeMissing);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome, email } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const, email: null };
    const spent = await spendCode(tx, { code, kind: "verify" });
    if (spent.outcome !== "ok") return { verdict, outcome: spent.outcome, email: null };
    await markVerified(tx, spent.userId);
    return { verdict, outcome: spent.outcome, email: await readEmail(tx, spent.userId) };
  });
  assertAllowed(verdict);
  if (outcome !== "ok") throw new AppError(...NOT_VERIFIED[outcome]);
  return { message: VERIFICATION.verified, email };
};

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
