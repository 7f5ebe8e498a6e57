import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress, writeAndForgetPerson } from "#server/access/account-changes.ts";
import { noteLimit, noteRefusal } from "#server/access/audit-notes.ts";
import {
  assertAllowed,
  type Attempt,
  giveBackAttempts,
  LimitReached,
  type Verdict,
} from "#server/auth/limits.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { readProof, spendProof } from "#server/auth/proofs.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { noteSignIn, tellOfSecurity } from "#server/modules/security/index.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { type LoginWay, type SecondStep, TOTP_DIGITS } from "#shared/constants/factors.ts";
import { DISCORD_LOGIN, SECOND_STEP } from "#shared/factor-messages.ts";
import type { discordLoginInput, PendingLogin, secondStepInput } from "#shared/schemas/factors.ts";
import {
  countTry,
  endPending,
  findLoginAccount,
  findPending,
  keepPending,
  type LoginAccount,
  passwordMarkOf,
  type Pending,
  secondStepsOf,
} from "./account.ts";
import { recoveryCodeIn, spendRecoveryCode, spendTotpCode } from "./authenticator.ts";
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
const startSession = async (
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
const handOver = async (
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

const notProven = () => new AppError("discord_not_proven", DISCORD_LOGIN.notProven);

/**
 * Logs in the member who has linked the Discord account that this browser has just proven: one factor,
 * as the password is [FACTOR-06]. The proof is spent with it; one of an account that nobody has linked stays,
 * for whoever goes on to register.
 * @throws {AppError} `discord_not_proven`, `discord_unlinked`, `second_factor` and what else a login is
 *   refused for.
 */
export const loginWithDiscord = async (
  ctx: RequestCtx,
  { discordId }: z.infer<typeof discordLoginInput>,
): Promise<{ token: string }> => {
  const { links, users } = ctx.tables;
  const { secret } = ctx.browser;
  const whose = { browserSecret: secret ?? "", platform: "discord" } as const;
  const proof = secret === null ? null : await readProof(ctx.read, whose);
  if (proof === null || proof.externalId !== discordId) throw notProven();
  const isIt = and(eq(links.platform, "discord"), eq(links.externalId, discordId));
  const [link] = await ctx.read
    .select({ userId: links.userId })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(isIt, isNull(users.waitsSince)));
  if (link === undefined) throw new AppError("discord_unlinked", DISCORD_LOGIN.unlinked);
  const { userId } = link;
  const outcome = await completeLogin(ctx, {
    userId,
    firstStep: { way: "discord" },
    alongside: async (tx) => {
      if ((await spendProof(tx, { ...whose, externalId: discordId })) === null) throw notProven();
      // Unlinked since, it is nobody's.
      const [still] = await tx
        .select({ userId: links.userId })
        .from(links)
        .where(and(isIt, eq(links.userId, userId)));
      if (still === undefined) throw new AppError("discord_unlinked", DISCORD_LOGIN.unlinked);
    },
  });
  return loginAnswer(outcome);
};

type Refusal = "over" | "wrong" | "used" | "recoveryWrong" | "tooOften";

const STEP_REFUSED: Record<Refusal, readonly [ErrorCode, string]> = {
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
  if ("refusal" in taken) throw new AppError(...STEP_REFUSED[taken.refusal]);
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
