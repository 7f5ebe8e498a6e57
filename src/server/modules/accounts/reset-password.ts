import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress, writeAndForgetPerson } from "#server/access/account-changes.ts";
import { assertAllowed, forgetAttempts } from "#server/auth/limits.ts";
import { findCode, revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import { fingerprintOf, hashOf, hashPassword, verifyPassword } from "#server/auth/secrets.ts";
import type { KnownAccount, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode, wrongInput } from "#server/core/errors.ts";
import { recordRegistration } from "#server/modules/consents/index.ts";
import { creditClaimed } from "#server/modules/links/index.ts";
import {
  changeUser,
  indexMember,
  readTiers,
  recoverUser,
  setMarketing,
} from "#server/modules/members/index.ts";
import { welcome } from "#server/modules/notifications/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { rememberPlace, tellOfSecurity } from "#server/modules/security/index.ts";
import { once } from "#server/store/idempotency.ts";
import {
  CLAIM,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  REFUSED_PASSWORDS,
} from "#shared/account-messages.ts";
import { OPENING_CODE_KINDS } from "#shared/constants/accounts.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type {
  claimInput,
  claimToken,
  passwordResetInput,
  waitingAccount,
} from "#shared/schemas/accounts.ts";
import { dropRequest } from "./change-address.ts";
import { assertNames, assertPasswordAllowed, isWaiting, type PasswordOwner } from "./checks.ts";
import { loginAttempts, type PasswordAttempts } from "./confirm.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", PASSWORD_RESET.tokenInvalid],
  expired: ["bad_request", PASSWORD_RESET.tokenInvalid],
  used: ["code_used", PASSWORD_RESET.tokenUsed],
};

const CLAIM_REFUSED: typeof REFUSED = {
  unknown: ["bad_request", CLAIM.linkInvalid],
  expired: ["bad_request", CLAIM.linkInvalid],
  used: ["code_used", CLAIM.linkUsed],
};

const refused = (sentence: string) => new AppError("bad_request", sentence);

/** Whoever forgot a password has failed before: with the new one they are let in here. */
const forgetFailedLogins = async (
  tx: Tx,
  userId: string,
  counts: PasswordAttempts["counts"],
): Promise<void> => {
  for (const counted of counts)
    if (counted.name !== "loginsByAddress") await forgetAttempts(tx, counted);
  for (const name of ["loginsByAccountFromKnownBrowsers", "completedLoginsByAccount"] as const)
    await forgetAttempts(tx, { name, subject: userId });
};

/** An account that was imported is its owner's from now on, and told so as any other is at the start. */
const claim = async (tx: Tx, userId: string, claimed: Claimed | null) => {
  if (claimed !== null) {
    const { firstName, lastName, allowMarketingEmails } = claimed;
    await changeUser(tx, userId, { firstName, lastName, password: null });
    // What the account came with stays: a box that is left empty takes nothing back.
    if (allowMarketingEmails === true)
      await setMarketing(tx, { userId, isGiven: true, way: "registration" });
  }
  await recordRegistration(tx, { userId, agreesTo: claimed?.agreesTo });
  await indexMember(tx, userId);
  await creditClaimed(tx, userId);
  await welcome(tx, { userId, config: tx.config });
  await tx.audit({ action: "account.claimed", actorId: null, subject: userId });
};

/** The mailbox was proven: the address is verified, and an account that its owner closed opens. */
const setPassword = async (
  tx: Tx,
  {
    userId,
    passwordHash,
    claimed,
  }: { userId: string; passwordHash: string; claimed: Claimed | null },
) => {
  const { clock, auth } = tx;
  const { users } = tx.tables;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user === undefined || user.email === null) throw refused(PASSWORD_RESET.tokenInvalid);
  // What an Admin has closed, or what is being erased, is not opened again by its owner.
  if (user.deactivatedBy === "admin" || user.eraseAskedAt !== null)
    throw refused(PASSWORD_RESET.tokenInvalid);
  const now = clock.now();
  await recoverUser(tx, userId, { passwordHash, verifiedAt: user.verifiedAt ?? now });
  // The first link that is used ends the others.
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  await dropRequest(tx, userId);
  await auth.sessions.endAll(tx, userId);
  tx.publish({ type: "account.changed", userId });
  if (user.waitsSince !== null) return claim(tx, userId, claimed);
  await tellOfSecurity(tx, { userId, event: "passwordChanged" });
  const entry = { actorId: null, subject: userId };
  await tx.audit({ action: "account.password_reset", ...entry });
  if (user.verifiedAt === null) await tx.audit({ action: "account.verified", ...entry });
  if (user.deactivatedAt !== null) await tx.audit({ action: "account.reactivated", ...entry });
};

type Claimed = Pick<
  z.infer<typeof claimInput>,
  "firstName" | "lastName" | "agreesTo" | "allowMarketingEmails"
>;
type NewPassword = z.infer<typeof passwordResetInput>;

/** Whose password a token sets, which is not used up by that; nobody's where it is not good. */
const ownerOf = async (
  { tables, read }: RequestCtx,
  token: string,
): Promise<PasswordOwner & { passwordHash?: string | null }> => {
  const { users: t } = tables;
  const found = await findCode(read, { code: token, kind: "reset" });
  if (found.outcome !== "ok") return {};
  const [user] = await read
    .select({
      email: t.email,
      firstName: t.firstName,
      lastName: t.lastName,
      passwordHash: t.passwordHash,
    })
    .from(t)
    .where(eq(t.id, found.userId));
  return user ?? {};
};

/**
 * Sets a new password with the token of a mail.
 * @param claimed what its owner says who claims an account; null for a mere password.
 */
const spendToken = async (
  ctx: RequestCtx,
  { token, newPassword, confirmPassword, idempotencyKey }: NewPassword,
  claimed: Claimed | null,
): Promise<void> => {
  const { browser } = ctx;
  if (!token) throw refused(PASSWORD_RESET.tokenMissing);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw wrongInput(problem, ["newPassword"]);
  if (newPassword !== confirmPassword)
    throw wrongInput(LOGIN_FIELDS.passwordsDiffer, ["confirmPassword"]);
  // Counted by itself: the try counts whatever comes of it, and allows the costly hash.
  const attempts = attemptsByAddress(ctx, "codesByAddress");
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attempts)));
  const owner = await ownerOf(ctx, token);
  await assertPasswordAllowed(ctx, { field: "newPassword", password: newPassword, owner });
  const former = owner.passwordHash ?? null;
  if (former !== null && (await verifyPassword(newPassword, former))) {
    // Of two requests with one token the later one meets the password that the earlier one has just set.
    const { outcome } = await findCode(ctx.read, { code: token, kind: "reset" });
    if (outcome === "ok") throw wrongInput(REFUSED_PASSWORDS.current, ["newPassword"]);
  }
  const passwordHash = await hashPassword(newPassword);
  let account: KnownAccount | null = null;
  const set = async (tx: Tx): Promise<boolean> => {
    const spent = await spendCode(tx, { code: token, kind: "reset" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    await setPassword(tx, { userId: spent.userId, passwordHash, claimed });
    await rememberPlace(tx, ctx, spent.userId);
    const { counts } = loginAttempts(ctx, { id: spent.userId, passwordHash: null }, "");
    await forgetFailedLogins(tx, spent.userId, counts);
    account = { userId: spent.userId, passwordHash };
    return true;
  };
  // The token stands nowhere, so the fingerprint of the password tells nobody anything.
  const request = {
    actor: hashOf(`reset ${token}`),
    key: idempotencyKey === undefined ? null : `reset:${idempotencyKey}`,
    content: fingerprintOf(token, JSON.stringify([newPassword, claimed])),
  };
  // One of the sessions that end may be this browser's.
  await writeAndForgetPerson(ctx, (tx) => once(tx, request, () => set(tx)));
  // All browsers that knew the account are forgotten; this one has proven the mailbox.
  if (account !== null) browser.remember(account);
};

/**
 * Sets a new password with the token of a mail, and signs out everywhere. With an idempotency key,
 * whoever lost the answer is answered as the first time.
 * @throws {AppError} `bad_request` for a token that is missing, unknown, expired or used, and for a
 *   password that breaks a rule, which costs no token; `too_many_requests`; `conflict` for a key that was
 *   used for something else.
 */
export const resetPassword = async (ctx: RequestCtx, input: NewPassword): Promise<string> => {
  await spendToken(ctx, input, null);
  return PASSWORD_RESET.done;
};

/**
 * Makes an account that was imported that of whoever holds the token of its mail: with a password, and
 * the names that they give it [ACC-27].
 * @returns the sentence to show.
 * @throws {AppError} as `resetPassword` does.
 */
export const claimAccount = async (
  ctx: RequestCtx,
  { firstName, lastName, agreesTo, allowMarketingEmails, ...input }: z.infer<typeof claimInput>,
): Promise<string> => {
  assertNames({ firstName, lastName });
  const { newPassword: password } = input;
  if (passwordProblem(password) === null) {
    const owner = { firstName, lastName };
    await assertPasswordAllowed(ctx, { field: "newPassword", password, owner });
  }
  await spendToken(ctx, input, { firstName, lastName, agreesTo, allowMarketingEmails });
  return CLAIM.done;
};

/**
 * What waits for whoever holds the token of a mail: shown before it is claimed.
 * @throws {AppError} `bad_request` for a token that is unknown, expired or used, or of an account that
 *   waits no longer; `too_many_requests`.
 */
export const readClaim = async (
  ctx: RequestCtx,
  { token }: z.infer<typeof claimToken>,
): Promise<z.infer<typeof waitingAccount>> => {
  const { users, links } = ctx.tables;
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"))));
  const found = await findCode(ctx.read, { code: token, kind: "reset" });
  if (found.outcome !== "ok") throw new AppError(...CLAIM_REFUSED[found.outcome]);
  const { userId } = found;
  const [user] = await ctx.read
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isWaiting(ctx.tables)));
  if (user === undefined) throw new AppError(...CLAIM_REFUSED.unknown);
  const linked = await ctx.read
    .select({ platform: links.platform })
    .from(links)
    .where(eq(links.userId, userId));
  return {
    email: user.email ?? "",
    firstName: user.firstName,
    lastName: user.lastName,
    points: await readBalance(ctx.read, userId),
    sub: (await readTiers(ctx.read, [userId])).get(userId) ?? null,
    platforms: linked.map(({ platform }) => platform),
  };
};
