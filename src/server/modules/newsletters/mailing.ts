import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertMay } from "#server/access/rights.ts";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  isSendable,
  queueMail,
  renderMail,
  wantsNews,
  withdrawQueued,
} from "#server/modules/mail/index.ts";
import { one } from "#server/store/one.ts";
import { MAILING_OUTCOMES, type MailingOutcome } from "#shared/constants/consents.ts";
import { NEWSLETTER } from "#shared/newsletter-messages.ts";
import type { Mailing } from "#shared/schemas/newsletters.ts";
import { findMailedPost, newsMailTo } from "./mail-of.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/** How many may be mailed news now. */
const countRecipients = async (reader: CtxReader): Promise<number> => {
  const { users } = reader.tables;
  return one(await reader.select({ people: count() }).from(users).where(wantsNews(users))).people;
};

const whoIs = async (ctx: MemberCtx) => {
  const { users } = ctx.tables;
  const { userId } = ctx.actor;
  const [me] = await ctx.read
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return {
    id: userId,
    email: me?.email ?? "",
    firstName: me?.firstName ?? "",
    lastName: me?.lastName ?? "",
  };
};

/** The mail of a post as it would arrive at whoever asks. @throws {AppError} `not_found`. */
export const previewMailing = async (
  ctx: MemberCtx,
  { newsId }: { newsId: number },
): Promise<{ subject: string; text: string; html: string }> => {
  const post = await findMailedPost(ctx.read, newsId);
  const { subject, text, html } = renderMail(
    newsMailTo(ctx, post, await whoIs(ctx), true),
    ctx.config,
  );
  return { subject, text, html };
};

/**
 * Sends the mail of a post to whoever asks, and to nobody else.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` while mail is off; `too_many_requests`.
 */
export const sendTestMail = async (
  ctx: MemberCtx,
  { newsId }: { newsId: number },
): Promise<string> => {
  if (ctx.config.mail === null) throw refused(NEWSLETTER.mailOff);
  const post = await findMailedPost(ctx.read, newsId);
  const me = await whoIs(ctx);
  const mail = newsMailTo(ctx, post, me, true);
  await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("trialMailsByMember", tx.actor.userId);
    if (isSendable(mail)) await queueMail(tx, mail);
  });
  return NEWSLETTER.testSent(me.email);
};

/**
 * Begins to mail a post to all who agreed, or goes on with a mailing that was stopped: the job writes the
 * mails [CONSENT-08].
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a post that has not appeared or was mailed, while mail is
 *   off, and where nobody has agreed; `too_many_requests`.
 */
export const startMailing = (ctx: MemberCtx, { newsId }: { newsId: number }): Promise<string> =>
  ctx.write(async (tx) => {
    const { newsMailings: t } = tx.tables;
    await assertMay(tx, "site");
    await assertConfirmed(tx);
    await tx.count("newsByMember", tx.actor.userId);
    if (tx.config.mail === null) throw refused(NEWSLETTER.mailOff);
    const post = await findMailedPost(tx, newsId);
    if (!post.isPublished) throw refused(NEWSLETTER.notPublished);
    const recipients = await countRecipients(tx);
    const now = tx.clock.now();
    const audit = () =>
      tx.audit({
        action: "news.mailing_started",
        subject: String(newsId),
        after: { slug: post.slug, accounts: recipients },
      });
    const resumed = await tx
      .update(t)
      .set({ state: "sending", endedAt: null })
      .where(and(eq(t.newsId, newsId), eq(t.state, "stopped")))
      .returning({ newsId: t.newsId });
    if (resumed.length > 0) {
      await audit();
      return NEWSLETTER.goesOn;
    }
    if (recipients === 0) throw refused(NEWSLETTER.nobody);
    const begun = await tx
      .insert(t)
      .values({
        newsId,
        state: "sending",
        recipients,
        reached: "",
        startedAt: now,
        startedBy: tx.actor.userId,
        endedAt: null,
      })
      .onConflictDoNothing()
      .returning({ newsId: t.newsId });
    if (begun.length === 0) throw refused(NEWSLETTER.alreadyMailed);
    await audit();
    return NEWSLETTER.started;
  });

/** No more mails wait at a time than the job lets wait; with room to spare. */
const WAITING_MAX = 5000;

/**
 * Stops a mailing: who has not been mailed is not, and what waits in the outbox is taken back.
 * @returns the sentence to show.
 * @throws {AppError} `conflict` where it does not run.
 */
export const stopMailing = (ctx: MemberCtx, { newsId }: { newsId: number }): Promise<string> =>
  ctx.write(async (tx) => {
    const { newsMailings: t, newsMails } = tx.tables;
    await assertMay(tx, "site");
    const stopped = await tx
      .update(t)
      // Who goes on begins with the first again; whoever has a row is left out.
      .set({ state: "stopped", endedAt: tx.clock.now(), reached: "" })
      .where(and(eq(t.newsId, newsId), eq(t.state, "sending")))
      .returning({ newsId: t.newsId });
    if (stopped.length === 0) throw refused(NEWSLETTER.notRunning);
    const waiting = await tx
      .select({ id: newsMails.outboxId })
      .from(newsMails)
      .where(and(eq(newsMails.newsId, newsId), eq(newsMails.outcome, "queued")))
      .limit(WAITING_MAX);
    const withdrawn = await withdrawQueued(
      tx,
      waiting.map(({ id }) => id),
    );
    if (withdrawn.length > 0)
      await tx
        .delete(newsMails)
        .where(and(eq(newsMails.newsId, newsId), inArray(newsMails.outboxId, withdrawn)));
    await tx.audit({ action: "news.mailing_stopped", subject: String(newsId) });
    return NEWSLETTER.stopped;
  });

/** So many reasons are told apart. */
const REASONS_MAX = 5;

/** How the mailing of a post stands, and who would get it. @throws {AppError} `not_found`. */
export const readMailing = async (
  ctx: MemberCtx,
  { newsId }: { newsId: number },
): Promise<Mailing> => {
  const { read, tables, config } = ctx;
  const { newsMailings, newsMails: t, users } = tables;
  await findMailedPost(read, newsId);
  const hasMail = config.mail !== null;
  const recipients = await countRecipients(read);
  const [found] = await read
    .select({
      state: newsMailings.state,
      recipients: newsMailings.recipients,
      startedAt: newsMailings.startedAt,
      endedAt: newsMailings.endedAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(newsMailings)
    .leftJoin(users, and(eq(users.id, newsMailings.startedBy), isNull(users.erasedAt)))
    .where(eq(newsMailings.newsId, newsId));
  if (found === undefined) return { hasMail, recipients, mailing: null };
  const counted = await read
    .select({ outcome: t.outcome, mails: count() })
    .from(t)
    .where(eq(t.newsId, newsId))
    .groupBy(t.outcome);
  const failures = await read
    .select({ error: t.error, mails: count() })
    .from(t)
    .where(and(eq(t.newsId, newsId), inArray(t.outcome, ["failed"])))
    .groupBy(t.error)
    .orderBy(desc(count()))
    .limit(REASONS_MAX);
  const mailsOf = (outcome: MailingOutcome) =>
    counted.find((one) => one.outcome === outcome)?.mails ?? 0;
  const { firstName, lastName, startedAt, endedAt, state } = found;
  return {
    hasMail,
    recipients,
    mailing: {
      state,
      recipients: found.recipients,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      by: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
      ...(Object.fromEntries(
        MAILING_OUTCOMES.map((outcome) => [outcome, mailsOf(outcome)]),
      ) as Record<MailingOutcome, number>),
      failures: failures.map(({ error, mails }) => ({ error: error ?? "", mails })),
    },
  };
};
