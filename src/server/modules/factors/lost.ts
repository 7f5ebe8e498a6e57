import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { reserveCode, spendCode } from "#server/auth/one-time-codes.ts";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { LOST_FACTOR, SECOND_STEP } from "#shared/factor-messages.ts";
import type { codeInput, ticketInput } from "#shared/schemas/factors.ts";
import { addresseeOf } from "./changing.ts";
import { findPending } from "./pending-logins.ts";
import { keepReset, stopReset } from "./resets.ts";

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
