import { attemptsByAddress } from "#server/access/attempts.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { noteRefusal } from "#server/access/note-refusal.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { noteSignIn } from "#server/modules/security/index.ts";
import { LOGIN } from "#shared/account-messages.ts";
import type { LoginWay, SecondStep } from "#shared/constants/factors.ts";
import { SECOND_STEP } from "#shared/factor-messages.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";
import { findLoginAccount, type LoginAccount, secondStepsOf } from "./account.ts";
import { keepPending } from "./pending-logins.ts";
import { stopReset } from "./resets.ts";

/** How somebody has proven who they are. */
export type FirstStep =
  /** With the password of which this is the stored hash: the login ends if it was changed since. */
  | { way: "password"; passwordHash: string }
  /** Where the device itself has verified its user, a passkey is both steps at once. */
  | { way: "passkey"; isUserVerified: boolean }
  | { way: "discord" };

/** A login that is completed, or one that waits for its second step. */
export type LoginOutcome = { token: string } | { secondStep: PendingLogin };

type Standing = "deactivated" | "unverified";

const REFUSED: Record<Standing, readonly [ErrorCode, string]> = {
  deactivated: ["account_deactivated", LOGIN.deactivated],
  unverified: ["unverified", LOGIN.unverified],
};

/** Whether the account can be used; `gone` where the first step proves nothing any more. */
const standingOf = (
  account: LoginAccount | undefined,
  firstStep: FirstStep,
): Standing | "open" | "gone" => {
  if (account === undefined) return "gone";
  const { passwordHash, verifiedAt, deactivatedAt } = account;
  // While the password was verified it may have been changed, or the account closed.
  if (firstStep.way === "password") {
    const isOpen = verifiedAt !== null && deactivatedAt === null;
    return isOpen && passwordHash === firstStep.passwordHash ? "open" : "gone";
  }
  if (deactivatedAt !== null) return "deactivated";
  return verifiedAt === null ? "unverified" : "open";
};

const waysAfter = async (tx: Tx, userId: string, firstStep: FirstStep): Promise<SecondStep[]> => {
  const { way } = firstStep;
  if (way === "passkey" && firstStep.isUserVerified) return [];
  const ways = await secondStepsOf(tx, userId);
  // One thing that somebody has proves them once.
  return way === "passkey" ? ways.filter((step) => step !== "passkey") : ways;
};

/** How a login was proven, step by step. */
type Proven = { way: LoginWay; secondStep: SecondStep | null; isTwice: boolean };

/**
 * Signs the browser in, in the caller's transaction, and writes down how. A session of the same account that asked
 * for it ends: the new one takes its place.
 * @throws {LimitReached}
 */
export const startSession = async (
  tx: Tx,
  { browser, network, actor }: RequestCtx,
  given: Proven & { userId: string; passwordHash: string | null },
): Promise<NewSession> => {
  const { userId, passwordHash, way, secondStep, isTwice } = given;
  await tx.count("completedLoginsByAccount", userId);
  if (isTwice) await stopReset(tx, userId, "login");
  const after = { way, ...(secondStep === null ? {} : { secondStep }) };
  await tx.audit({ actorId: userId, action: "session.started", subject: userId, after });
  tx.publish({ type: "account.changed", userId });
  await noteSignIn(tx, { browser, network }, { userId, passwordHash });
  if (actor.kind === "member" && actor.userId === userId)
    await tx.auth.sessions.end(tx, actor.session.id);
  return tx.auth.sessions.start(tx, {
    userId,
    browser: browser.name,
    address: network,
    hasSecondFactor: isTwice,
  });
};

/** The token of a session that has just begun in this browser, which the account knows from now on. */
export const handOver = async (
  { auth, browser }: RequestCtx,
  { session, passwordHash }: { session: NewSession; passwordHash: string | null },
): Promise<{ token: string }> => {
  if (passwordHash !== null) browser.remember({ userId: session.userId, passwordHash });
  return { token: await auth.tokens.issue(session) };
};

type Completed =
  | { session: NewSession; passwordHash: string | null }
  | { secondStep: PendingLogin }
  | { refusal: Standing };

/**
 * Completes the login of somebody whose first step was proven: signs the browser in, or, where the
 * account has a second factor that this step does not contain, has the login wait for it.
 * @param given.alongside what else the login does, in the same transaction and before all else, such as
 *   spending the proof.
 * @throws {AppError} `unauthorized` where the account was changed meanwhile, `account_deactivated`,
 *   `unverified`, `too_many_requests`.
 */
export const completeLogin = async (
  ctx: RequestCtx,
  given: { userId: string; firstStep: FirstStep; alongside?: (tx: Tx) => Promise<void> },
): Promise<LoginOutcome> => {
  const { userId, firstStep, alongside } = given;
  const { way } = firstStep;
  let browserSecret: string | null = null;
  // Whoever was here before, and left without signing out, may be somebody else.
  const completed = await writeAndForgetPerson(
    ctx,
    async (tx): Promise<Completed> => {
      await alongside?.(tx);
      const account = await findLoginAccount(tx, userId);
      const standing = standingOf(account, firstStep);
      if (account === undefined || standing === "gone")
        throw new AppError("unauthorized", LOGIN.invalidOnWire);
      if (standing !== "open") {
        await noteRefusal(tx, userId, standing);
        return { refusal: standing };
      }
      const { passwordHash } = account;
      const ways = await waysAfter(tx, userId, firstStep);
      if (ways.length > 0) {
        // Not counted as a login: whoever knows the password alone must not use up those of the owner.
        assertAllowed(await tx.tryCount(...attemptsByAddress(ctx, "firstStepsByAddress")));
        // Once, though PostgreSQL may run this again.
        browserSecret ??= ctx.browser.beginLogin();
        const kept = { userId, way, passwordHash, browserSecret };
        return { secondStep: await keepPending(tx, kept, ways) };
      }
      const isTwice = way === "passkey" && firstStep.isUserVerified;
      const proven = { userId, passwordHash, way, secondStep: null, isTwice };
      return { session: await startSession(tx, ctx, proven), passwordHash };
    },
    (done) => "session" in done,
  );
  if ("refusal" in completed) throw new AppError(...REFUSED[completed.refusal]);
  return "session" in completed ? handOver(ctx, completed) : completed;
};

/**
 * The answer to whoever logs in.
 * @throws {AppError} `second_factor`, with what the login waits for.
 */
export const loginAnswer = (outcome: LoginOutcome): { token: string } => {
  if ("token" in outcome) return outcome;
  throw new AppError("second_factor", SECOND_STEP.wanted, outcome);
};
