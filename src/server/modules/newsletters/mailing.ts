import { and, asc, count, desc, eq, gt, gte, inArray, isNull, max } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay } from "#server/access/rights.ts";
import { unsubscriptionToken } from "#server/auth/auth.ts";
import type { CtxReader, MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  isSendable,
  queueMail,
  renderMail,
  wantsNews,
  withdrawQueued,
} from "#server/modules/mail/index.ts";
import { NO_SUCH_PAGE } from "#server/store/cursor.ts";
import { one } from "#server/store/store.ts";
import {
  MAILING_OUTCOMES,
  type MailingOutcome,
  UNSUBSCRIBE_PATH,
} from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { NEWSLETTER } from "#shared/newsletter-messages.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type { ListedRecipient, Mailing } from "#shared/schemas/newsletters.ts";
import { findMailedPost, newsMailTo } from "./index.ts";

const EXPORTED = "mailing_list.exported";

/** What some people said last of news by email. */
const lastConsents = async (reader: CtxReader, userIds: readonly string[]) => {
  const { consents: t } = reader.tables;
  if (userIds.length === 0) return new Map<string, never>();
  const isTheirs = and(inArray(t.userId, [...userIds]), eq(t.kind, "marketing"));
  const newest = reader
    .select({ id: max(t.id) })
    .from(t)
    .where(isTheirs)
    .groupBy(t.userId);
  const rows = await reader
    .select({ userId: t.userId, version: t.version, way: t.way, at: t.at })
    .from(t)
    .where(inArray(t.id, newest));
  return new Map(rows.map((row) => [row.userId, row] as const));
};

/** How long all pages of the list can be asked for, once its beginning was written down. */
const WHOLE_LIST_WITHIN_MS = HOUR_MS;

/** Whether the actor has begun with the list lately: a page without its beginning would be written down nowhere. */
const hasBegun = async (tx: MemberTx): Promise<boolean> => {
  const { audit: t } = tx.tables;
  const since = new Date(tx.clock.now().getTime() - WHOLE_LIST_WITHIN_MS);
  const isTheirs = and(eq(t.actorId, tx.actor.userId), eq(t.action, EXPORTED));
  const [begun] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(isTheirs, gte(t.at, since)))
    .limit(1);
  return begun !== undefined;
};

/**
 * Those who agreed to news by email and may be mailed now, page by page, with when and to which text they
 * agreed, and the address that ends it for each [CONSENT-06]. Its beginning is counted and written down; further
 * pages are there for an hour after it.
 * @throws {AppError} `step_up`; `bad_request` for a cursor that is none, or without a beginning; `too_many_requests`.
 */
export const listRecipients = async (
  ctx: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<ListedRecipient>> => {
  const { users } = ctx.tables;
  const after = cursor ?? "";
  if (after.length > 64) throw new AppError("bad_request", NO_SUCH_PAGE);
  await ctx.write(async (tx) => {
    await assertMay(tx, "addresses");
    await assertConfirmed(tx);
    if (after === "") {
      await tx.count("exportsByMember", tx.actor.userId);
      await tx.audit({ action: EXPORTED, subject: null });
    } else if (!(await hasBegun(tx))) throw new AppError("bad_request", NO_SUCH_PAGE);
  });
  const rows = await ctx.read
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(gt(users.id, after), wantsNews(users)))
    .orderBy(asc(users.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const said = await lastConsents(
    ctx.read,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map(({ id, email, firstName, lastName }) => {
      const consent = said.get(id);
      return {
        id,
        email: email ?? "",
        firstName,
        lastName,
        agreedAt: consent?.at.toISOString() ?? null,
        version: consent?.version ?? null,
        way: consent?.way ?? null,
        unsubscribeUrl: `${ctx.config.publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(unsubscriptionToken(ctx.auth, id, "news"))}`,
      };
    }),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};

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
