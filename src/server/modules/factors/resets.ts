import { and, asc, eq, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { reserveCode, spendCode } from "#server/auth/one-time-codes.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { Ctx, MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import {
  FACTOR_RESET_MS,
  FACTOR_RESET_WARNINGS_MS,
  type ResetState,
} from "#shared/constants/factors.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { LOST_FACTOR, SECOND_STEP } from "#shared/factor-messages.ts";
import { PEOPLE_NOTICES } from "#shared/people-messages.ts";
import type { codeInput, ticketInput } from "#shared/schemas/factors.ts";
import { addresseeOf, findPending } from "./account.ts";
import { forgetFactors } from "./authenticator.ts";

type Reset = { userId: string; id: string; beganAt: Date; endsAt: Date };

/**
 * Mails a member how their reset stands, with the link that stops it or, once it is over, the one that ends all
 * sessions; in the caller's transaction.
 * @returns the number of the mail in the outbox; null where they cannot be mailed.
 */
const tell = async (
  tx: Tx,
  { userId, id, endsAt }: Reset,
  state: ResetState,
): Promise<number | null> => {
  const addressee = await addresseeOf(tx, userId);
  if (addressee === null) return null;
  const { to, firstName } = addressee;
  const isDone = state === "done";
  const code = isDone ? await reserveCode(tx, { userId, kind: "signout", isOwners: true }) : null;
  const data = {
    firstName,
    state,
    endsAt: endsAt.toISOString(),
    stop: isDone ? null : id,
    ...(code !== null && { code }),
  };
  return queueMail(tx, { to, template: "factor-reset", data });
};

/** When the next warning after this moment is due; null after the last. */
const warningAfter = (beganAt: Date, now: Date): Date | null => {
  const times = FACTOR_RESET_WARNINGS_MS.map((ms) => new Date(beganAt.getTime() + ms));
  return times.find((at) => at > now) ?? null;
};

/**
 * Begins the week after which a member's second factors are removed, and warns them, in the caller's
 * transaction. One that has begun goes on as it is.
 */
const keepReset = async (tx: Tx, userId: string): Promise<Reset> => {
  const { factorResets: t } = tx.tables;
  const [present] = await tx.select().from(t).where(eq(t.userId, userId));
  if (present !== undefined) return present;
  const beganAt = tx.clock.now();
  const endsAt = new Date(beganAt.getTime() + FACTOR_RESET_MS);
  const reset = { userId, id: randomSecret(), beganAt, endsAt };
  await tx.insert(t).values({ ...reset, nextWarningAt: warningAfter(beganAt, beganAt) });
  await tx.audit({ actorId: null, action: "factor.reset_begun", subject: userId });
  const mailId = await tell(tx, reset, "begun");
  await tx.update(t).set({ mailId }).where(eq(t.userId, userId));
  return reset;
};

/** The reset that waits for a member; null for none. */
export const resetOf = async (reader: Reader, userId: string): Promise<Reset | null> => {
  const { factorResets: t } = reader.tables;
  const [found] = await reader
    .select({ userId: t.userId, id: t.id, beganAt: t.beganAt, endsAt: t.endsAt })
    .from(t)
    .where(eq(t.userId, userId));
  return found ?? null;
};

/**
 * Stops the reset that waits for a member, in the caller's transaction.
 * @param reason `link` of a mail, `login` with the factor, or `settings`.
 * @returns whether one waited.
 */
export const stopReset = async (
  tx: Tx,
  userId: string,
  reason: "link" | "login" | "settings",
): Promise<boolean> => {
  const { factorResets: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ id: t.id });
  if (gone.length === 0) return false;
  const actorId = reason === "link" ? null : userId;
  const after = { reason: `reset_${reason}` };
  await tx.audit({ actorId, action: "factor.reset_stopped", subject: userId, after });
  return true;
};

/** The least that is left after the last warning. */
const LAST_DAY_MS = FACTOR_RESET_MS - (FACTOR_RESET_WARNINGS_MS.at(-1) ?? 0);

/** So many at once, few enough for no visitor to wait for them. */
const SLICE = 20;

/** No week ends while a warning of it is due: a day is left after each. */
const isWarned = (t: Tables["factorResets"], now: Date) =>
  or(isNull(t.nextWarningAt), gt(t.nextWarningAt, now));

/** Whose reset is due at a moment: for its next warning, or for its end. */
const dueResets = async (reader: Reader, now: Date, what: "warning" | "end"): Promise<string[]> => {
  const { factorResets: t } = reader.tables;
  const at = what === "warning" ? t.nextWarningAt : t.endsAt;
  const due = await reader
    .select({ userId: t.userId })
    .from(t)
    .where(and(isNotNull(at), lte(at, now), what === "end" ? isWarned(t, now) : undefined))
    .orderBy(asc(at), asc(t.userId))
    .limit(SLICE);
  return due.map(({ userId }) => userId);
};

/**
 * Warns a member whose warning is due, in the caller's transaction. One that comes late moves the end: a day
 * is left after each.
 */
const warn = async (tx: Tx, userId: string): Promise<void> => {
  const { factorResets: t } = tx.tables;
  const now = tx.clock.now();
  const isDue = and(eq(t.userId, userId), lte(t.nextWarningAt, now));
  const [found] = await tx.select().from(t).where(isDue);
  if (found === undefined) return;
  const leastEnd = new Date(now.getTime() + LAST_DAY_MS);
  const endsAt = found.endsAt > leastEnd ? found.endsAt : leastEnd;
  const nextWarningAt = warningAfter(found.beganAt, now);
  const mailId = await tell(tx, { ...found, endsAt }, "waiting");
  await tx.update(t).set({ endsAt, nextWarningAt, mailId }).where(eq(t.userId, userId));
};

/** After this time it is looked again whether a warning has been sent. */
const LOOK_AGAIN_MS = HOUR_MS;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * What keeps a week from ending: its last warning was not sent, or less than a day ago. One that was given up is
 * sent anew.
 * @returns null for nothing.
 */
const delayOf = async (
  tx: Tx,
  mailId: number | null,
): Promise<{ endsAt: Date; nextWarningAt?: Date } | null> => {
  const { outbox } = tx.tables;
  const now = tx.clock.now();
  const [mail] =
    mailId === null
      ? []
      : await tx
          .select({ sentAt: outbox.sentAt, failedAt: outbox.failedAt })
          .from(outbox)
          .where(eq(outbox.id, mailId));
  // What was sent is forgotten a week later.
  if (mail === undefined) return null;
  if (mail.failedAt !== null) return { endsAt: after(now, LAST_DAY_MS), nextWarningAt: now };
  if (mail.sentAt === null) return { endsAt: after(now, LOOK_AGAIN_MS) };
  const endsAt = after(mail.sentAt, LAST_DAY_MS);
  return endsAt > now ? { endsAt } : null;
};

/**
 * Takes a reset whose week is over, in the caller's transaction; one whose last warning did not arrive in time
 * goes on.
 * @returns whether it was taken.
 */
const takeEnded = async (tx: Tx, userId: string): Promise<boolean> => {
  const { factorResets: t } = tx.tables;
  const now = tx.clock.now();
  const isOver = and(eq(t.userId, userId), lte(t.endsAt, now), isWarned(t, now));
  const [ended] = await tx.select().from(t).where(isOver);
  if (ended === undefined) return false;
  const delay = await delayOf(tx, ended.mailId);
  if (delay !== null) {
    await tx.update(t).set(delay).where(eq(t.userId, userId));
    return false;
  }
  await tx.delete(t).where(eq(t.userId, userId));
  await tell(tx, ended, "done");
  return true;
};

/**
 * Mails a link by which the week begins after which the second factors are removed, to whoever has just
 * taken the first step of a login.
 * @returns the sentence to show; while mail is off it names whom to ask.
 * @throws {AppError} `login_over`, `too_many_requests`.
 */
export const requestReset = async (
  ctx: RequestCtx,
  { ticket }: z.infer<typeof ticketInput>,
): Promise<string> => {
  const { config } = ctx;
  const hasMail = config.mail !== null;
  await ctx.write(async (tx) => {
    const pending = await findPending(tx, ctx, ticket);
    if (pending === null) throw new AppError("login_over", SECOND_STEP.over);
    if (!hasMail) return;
    const { userId } = pending;
    await tx.count("factorMailsByAccount", userId);
    const addressee = await addresseeOf(tx, userId);
    const code = await reserveCode(tx, { userId, kind: "factors", isOwners: true });
    if (addressee === null || code === null) return;
    const { to, firstName } = addressee;
    await queueMail(tx, { to, template: "lost-factor", data: { firstName, code } });
  });
  return hasMail
    ? LOST_FACTOR.mailed
    : LOST_FACTOR.withoutMail(config.community.brand.contactEmail);
};

/**
 * Begins the week, with the code of the mail: a mailbox and a password together are not enough to do it
 * unseen.
 * @returns when it ends.
 * @throws {AppError} `bad_request` for a code that is unknown or has expired, `code_used`,
 *   `too_many_requests`.
 */
export const beginReset = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof codeInput>,
): Promise<{ endsAt: string }> => {
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, endsAt, isUsed } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, endsAt: null, isUsed: false };
    const spent = await spendCode(tx, { code, kind: "factors" });
    if (spent.outcome !== "ok") return { verdict, endsAt: null, isUsed: spent.outcome === "used" };
    const { userId } = spent;
    const reset = await keepReset(tx, userId);
    await tx.notify({
      userIds: [userId],
      kind: "news",
      subject: LOST_FACTOR.noticeTitle,
      message: LOST_FACTOR.notice,
      link: "/member/accountsettings?tab=Security",
    });
    return { verdict, endsAt: reset.endsAt, isUsed: false };
  });
  assertAllowed(verdict);
  if (endsAt !== null) return { endsAt: endsAt.toISOString() };
  if (isUsed) throw new AppError("code_used", LOST_FACTOR.codeUsed);
  throw new AppError("bad_request", LOST_FACTOR.codeInvalid);
};

/**
 * Stops a reset, with the link of one of its mails.
 * @throws {AppError} `bad_request` where none waits for it any more, `too_many_requests`.
 */
export const stopResetByLink = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof codeInput>,
): Promise<string> => {
  const { factorResets: t } = ctx.tables;
  const { verdict, isStopped } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, isStopped: false };
    // No id has anything else, and not every database can look for every sign.
    const isId = /^[\w-]+$/.test(code);
    const [found] = isId
      ? await tx
          .select({ userId: t.userId })
          .from(t)
          .where(and(eq(t.id, code)))
      : [];
    const isStopped = found !== undefined && (await stopReset(tx, found.userId, "link"));
    return { verdict, isStopped };
  });
  assertAllowed(verdict);
  if (!isStopped) throw new AppError("bad_request", LOST_FACTOR.stopInvalid);
  return LOST_FACTOR.stopped;
};

/** Stops one's own. @throws {AppError} `conflict` where none waits. */
export const stopOwnReset = (ctx: MemberCtx): Promise<string> =>
  ctx.write(async (tx) => {
    if (!(await stopReset(tx, tx.actor.userId, "settings")))
      throw new AppError("conflict", LOST_FACTOR.noneWaits);
    return LOST_FACTOR.stopped;
  });

/**
 * Removes all second factors of a member and signs them out everywhere, in the caller's transaction: from
 * now on the password alone opens the account.
 * @returns whether they had any.
 */
export const resetFactors = async (tx: Tx, userId: string): Promise<boolean> => {
  const had = await forgetFactors(tx, userId);
  await tx.auth.sessions.endAll(tx, userId);
  tx.publish({ type: "account.changed", userId });
  return had;
};

/** Removes what else proves a person, which this module does not know, in the caller's transaction. */
type ForgetOthers = (tx: Tx, userId: string) => Promise<unknown>;

/**
 * Warns whose second factors are to be removed, and removes those whose week is over. While the site sends no
 * mail nothing goes on: nobody could be warned.
 * @param forgetOthers removes passkeys, which are lost with the phone as often as not.
 * @param signal stops between two accounts.
 */
export const followResets = async (
  ctx: Ctx,
  forgetOthers: ForgetOthers,
  signal: AbortSignal,
): Promise<void> => {
  const { config, clock } = ctx;
  if (config.mail === null) return;
  for (const userId of await dueResets(ctx.read, clock.now(), "warning")) {
    if (signal.aborted) return;
    await ctx.write((tx) => warn(tx, userId));
  }
  for (const userId of await dueResets(ctx.read, clock.now(), "end")) {
    if (signal.aborted) return;
    await ctx.write(async (tx) => {
      if (!(await takeEnded(tx, userId))) return;
      await forgetOthers(tx, userId);
      await resetFactors(tx, userId);
      await tx.audit({ action: "factor.reset", subject: userId, after: { reason: "reset_week" } });
      const { users } = tx.tables;
      const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
      if (user?.role === "Admin")
        await notifyAdmins(tx, { ...PEOPLE_NOTICES.adminFactorReset, link: "/member/admin/audit" });
    });
  }
};
