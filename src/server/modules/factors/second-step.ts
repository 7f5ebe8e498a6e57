import type { z } from "zod";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { noteLimit } from "#server/access/note-limit.ts";
import { noteRefusal } from "#server/access/note-refusal.ts";
import { type Attempt, giveBackAttempts, LimitReached, type Verdict } from "#server/auth/limits.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { type SecondStep, TOTP_DIGITS } from "#shared/constants/factors.ts";
import { SECOND_STEP } from "#shared/factor-messages.ts";
import type { secondStepInput } from "#shared/schemas/factors.ts";
import { findLoginAccount } from "./account.ts";
import { spendTotpCode } from "./authenticator.ts";
import { handOver, startSession } from "./complete-login.ts";
import {
  countTry,
  endPending,
  findPending,
  passwordMarkOf,
  type Pending,
} from "./pending-logins.ts";
import { recoveryCodeIn, spendRecoveryCode } from "./recovery-codes.ts";

type Refusal = "over" | "wrong" | "used" | "recoveryWrong" | "tooOften";

const REFUSED: Record<Refusal, readonly [ErrorCode, string]> = {
  over: ["login_over", SECOND_STEP.over],
  tooOften: ["login_over", SECOND_STEP.tooOften],
  wrong: ["second_step_wrong", SECOND_STEP.wrong],
  used: ["second_step_wrong", SECOND_STEP.used],
  recoveryWrong: ["second_step_wrong", SECOND_STEP.recoveryWrong],
};

type Proof = { refusal: "wrong" | "used" | "recoveryWrong" } | { secondStep: SecondStep };

type Taken =
  | { session: NewSession; passwordHash: string | null }
  | { refusal: Refusal }
  | { refused: Exclude<Verdict, { allowed: true }> };

/** Tries what was typed, and uses it up if it is right. */
const spendCode = async (tx: Tx, userId: string, typed: string): Promise<Proof> => {
  const digits = typed.replace(/[\s-]/g, "");
  if (digits.length === TOTP_DIGITS) {
    const outcome = await spendTotpCode(tx, userId, digits);
    return outcome === "ok" ? { secondStep: "totp" } : { refusal: outcome };
  }
  const code = recoveryCodeIn(typed);
  if (code === null) return { refusal: "wrong" };
  if (!(await spendRecoveryCode(tx, userId, code))) return { refusal: "recoveryWrong" };
  await tx.audit({ actorId: userId, action: "factor.recovery_code_used", subject: userId });
  await tellOfSecurity(tx, { userId, event: "recoveryCodeUsed" });
  return { secondStep: "recovery" };
};

/**
 * Wrong codes count apart for browsers that the account knows: strangers cannot lock its owner out. All of
 * these together have a limit as well, since whoever has the mailbox makes browsers known.
 */
const attemptsOf = (
  { browser }: RequestCtx,
  userId: string,
  passwordHash: string | null,
): readonly Attempt[] => {
  const known = passwordHash === null ? null : browser.knownAs({ userId, passwordHash });
  if (known === null) return [{ name: "secondStepsByAccount", subject: userId }];
  return [
    { name: "secondStepsByAccountAndKnownBrowser", subject: `${userId} ${known}` },
    { name: "secondStepsByAccountFromKnownBrowsers", subject: userId },
  ];
};

/** Writes down that a code was wrong, and tells the owner by mail when there have been several. */
const noteWrongStep = async (tx: Tx, userId: string): Promise<void> => {
  await noteRefusal(tx, userId, "second_step");
  const counted = await tx.tryCount({ name: "wrongStepsByAccount", subject: userId });
  if (counted.allowed && counted.left === 0)
    await tellOfSecurity(tx, { userId, event: "codesGuessed" });
};

/** The login that waits, and its account; null where the account was changed or closed since. */
const findOpen = async (tx: Tx, ctx: RequestCtx, ticket: string) => {
  const pending = await findPending(tx, ctx, ticket);
  const account = pending === null ? undefined : await findLoginAccount(tx, pending.userId);
  if (pending === null || account === undefined) return null;
  const { passwordHash, verifiedAt, deactivatedAt } = account;
  const isSame = pending.passwordHash === passwordMarkOf(passwordHash);
  return isSame && verifiedAt !== null && deactivatedAt === null ? { pending, passwordHash } : null;
};

/**
 * Finishes a login with a second step that `prove` has looked at, in one transaction.
 * @param prove uses the proof up; called once the login and its limits allow it.
 */
const finish = async (
  ctx: RequestCtx,
  ticket: string,
  prove: (tx: Tx, pending: Pending) => Promise<Proof>,
): Promise<{ token: string }> => {
  // What is refused is no error in here: that it was tried must stay written.
  const taken = await writeAndForgetPerson(
    ctx,
    async (tx): Promise<Taken> => {
      const found = await findOpen(tx, ctx, ticket);
      if (found === null) return { refusal: "over" };
      const { pending, passwordHash } = found;
      const { userId, way } = pending;
      const attempts = attemptsOf(ctx, userId, passwordHash);
      const verdict = await tx.tryCount(...attempts);
      if (!verdict.allowed) {
        await noteLimit(tx, verdict, { actorId: null, subject: userId });
        return { refused: verdict };
      }
      const left = await countTry(tx, pending.hash);
      const proof: Proof = left === null ? { refusal: "wrong" } : await prove(tx, pending);
      if ("refusal" in proof) {
        await noteWrongStep(tx, userId);
        if (left !== null && left > 0) return proof;
        await endPending(tx, pending.hash);
        return { refusal: "tooOften" };
      }
      await giveBackAttempts(tx, attempts);
      await endPending(tx, pending.hash);
      const proven = { userId, passwordHash, way, secondStep: proof.secondStep, isTwice: true };
      return { session: await startSession(tx, ctx, proven), passwordHash };
    },
    (done) => "session" in done,
  );
  if ("refused" in taken) throw new LimitReached(taken.refused);
  if ("refusal" in taken) throw new AppError(...REFUSED[taken.refusal]);
  return handOver(ctx, taken);
};

/**
 * Finishes a login with a code of the app, or with a recovery code, which it uses up [FACTOR-02].
 * @throws {AppError} `second_step_wrong`; `login_over` for a login that has run out, began in another
 *   browser or was tried too often; `too_many_requests`.
 */
export const takeSecondStep = (
  ctx: RequestCtx,
  { ticket, code }: z.infer<typeof secondStepInput>,
): Promise<{ token: string }> =>
  finish(ctx, ticket, (tx, { userId }) => spendCode(tx, userId, code));

/**
 * The same with a passkey that was looked at.
 * @param given.userId whose passkey it is: that of another account proves nothing.
 * @param given.alongside what else is done in the same transaction, such as counting its use.
 * @throws {AppError} as above.
 */
export const takePasskeyStep = (
  ctx: RequestCtx,
  given: { ticket: string; userId: string; alongside?: (tx: Tx) => Promise<void> },
): Promise<{ token: string }> =>
  finish(ctx, given.ticket, async (tx, { userId, way }) => {
    // One thing that somebody has proves them once.
    if (userId !== given.userId || way === "passkey") return { refusal: "wrong" };
    await given.alongside?.(tx);
    return { secondStep: "passkey" };
  });
