import { and, asc, count, eq, gt, inArray, isNotNull, isNull, notExists, or } from "drizzle-orm";
import {
  readUnsubscriptionToken,
  type Unsubscription,
  unsubscriptionToken,
} from "#server/auth/auth.ts";
import type { Ctx, CtxReader, SystemCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import {
  isSendable,
  type QueuedMail,
  queueMail,
  wantsNews,
  WITHDRAWN,
} from "#server/modules/mail/index.ts";
import { setMarketing } from "#server/modules/members/index.ts";
import { stopMails } from "#server/modules/preferences/index.ts";
import { one } from "#server/store/store.ts";
import type { MailingOutcome } from "#shared/constants/accounts.ts";
import { NEWS_MAIL_PARAGRAPHS_MAX } from "#shared/constants/mail.ts";
import { NEWSLETTER } from "#shared/newsletter-messages.ts";
import type { DocumentBlock } from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";

/** Longer ones end with an ellipsis: the mail leads to the whole. In UTF-16 units. */
const PARAGRAPH_MAX = 1000;

/** A post, as far as its mail tells it. */
export type MailedPost = {
  id: number;
  slug: string;
  title: string;
  isPublished: boolean;
  paragraphs: readonly string[];
};

const plain = (line: RichLine): string =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

const textsOf = (block: DocumentBlock): string[] => {
  switch (block.kind) {
    case "paragraph":
      return [plain(block.text)];
    case "heading":
      return [block.title];
    case "list":
      return block.items.map((item) => `• ${plain(item)}`);
    case "steps":
      return block.items.map((item, index) => `${block.start + index}. ${plain(item)}`);
    default:
      return block.items.map(({ term, text }) => `${plain(term)}: ${plain(text)}`);
  }
};

const cut = (text: string): string =>
  text.length > PARAGRAPH_MAX ? `${text.slice(0, PARAGRAPH_MAX - 1).trimEnd()}…` : text;

/** A post as it would be mailed; null for one that was deleted. */
const readMailedPost = async (reader: CtxReader, newsId: number): Promise<MailedPost | null> => {
  const { news } = reader.tables;
  const [row] = await reader.select().from(news).where(eq(news.id, newsId));
  if (row === undefined) return null;
  const { id, slug, title, summary, isPublished } = row;
  // It was read from its Markdown when it was saved.
  const { opening } = row.body as { opening: readonly DocumentBlock[] };
  const texts = [summary, ...opening.flatMap(textsOf)]
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  const paragraphs = [...new Set(texts)].slice(0, NEWS_MAIL_PARAGRAPHS_MAX).map(cut);
  return { id, slug, title, isPublished, paragraphs };
};

/** @throws {AppError} `not_found`. */
export const findMailedPost = async (reader: CtxReader, newsId: number): Promise<MailedPost> => {
  const post = await readMailedPost(reader, newsId);
  if (post === null) throw new AppError("not_found", NEWSLETTER.unknownPost);
  return post;
};

type Recipient = { id: string; email: string; firstName: string; lastName: string };

/** The mail of a post to one person, which they can end with one click. @param isTest sent whatever they have agreed to. */
export const newsMailTo = (
  { auth }: Pick<CtxReader, "auth">,
  { slug, title, paragraphs }: MailedPost,
  { id, email, firstName, lastName }: Recipient,
  isTest = false,
): QueuedMail => ({
  to: { name: `${firstName} ${lastName}`.trim(), address: email },
  template: "news",
  data: {
    firstName: firstName.trim() || title,
    userId: isTest ? null : id,
    slug,
    title,
    paragraphs: [...paragraphs],
    token: unsubscriptionToken(auth, id, "news"),
  },
});

/** Mails that are written in one transaction. */
const BATCH = 20;
/** Outcomes that are taken over in one transaction. */
const SETTLED = 200;
/** More do not wait in the outbox: while a mail server is down they would only grow old. */
const WAITING_MAX = 400;
/** All mailings of the site share one allowance. */
const EVERYBODY = "";

const endMailing = async (tx: Tx, newsId: number, state: "done" | "stopped"): Promise<void> => {
  const { newsMailings: t } = tx.tables;
  await tx
    .update(t)
    .set({ state, endedAt: tx.clock.now() })
    .where(and(eq(t.newsId, newsId), eq(t.state, "sending")));
};

const countWaiting = async (tx: Tx, newsId: number): Promise<number> => {
  const { newsMails: t } = tx.tables;
  const isWaiting = and(eq(t.newsId, newsId), eq(t.outcome, "queued"));
  return one(await tx.select({ mails: count() }).from(t).where(isWaiting)).mails;
};

/**
 * Writes the next mails of a mailing into the outbox. Who is noted as reached, the mail and the person's
 * row come in one transaction, so that however it ends nobody gets a second one [CONSENT-08].
 * @returns whether there may be more to write now.
 */
const writeBatch = (ctx: SystemCtx, newsId: number): Promise<boolean> =>
  ctx.write(async (tx) => {
    const { newsMailings, newsMails, users } = tx.tables;
    const [mailing] = await tx
      .select({ reached: newsMailings.reached, startedAt: newsMailings.startedAt })
      .from(newsMailings)
      .where(and(eq(newsMailings.newsId, newsId), eq(newsMailings.state, "sending")));
    if (mailing === undefined) return false;
    const post = await readMailedPost(tx, newsId);
    if (post === null || !post.isPublished) {
      await endMailing(tx, newsId, "stopped");
      return false;
    }
    const waiting = await countWaiting(tx, newsId);
    if (waiting >= WAITING_MAX) return false;
    const mailed = tx
      .select({ userId: newsMails.userId })
      .from(newsMails)
      .where(and(eq(newsMails.newsId, newsId), eq(newsMails.userId, users.id)));
    const next = await tx
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(users)
      .where(and(gt(users.id, mailing.reached), wantsNews(users), notExists(mailed)))
      .orderBy(asc(users.id))
      .limit(BATCH);
    if (next.length === 0) {
      if (waiting === 0) await endMailing(tx, newsId, "done");
      return false;
    }
    let { reached } = mailing;
    let isRefused = false;
    for (const { email, ...person } of next) {
      const mail = newsMailTo(tx, post, { ...person, email: email ?? "" });
      if (isSendable(mail)) {
        const verdict = await tx.tryCount({ name: "newsMails", subject: EVERYBODY });
        isRefused = !verdict.allowed;
        if (isRefused) break;
        const outboxId = await queueMail(tx, mail);
        await tx
          .insert(newsMails)
          .values({ newsId, userId: person.id, outboxId, outcome: "queued", error: null });
      }
      reached = person.id;
    }
    await tx.update(newsMailings).set({ reached }).where(eq(newsMailings.newsId, newsId));
    return !isRefused;
  });

type Finished = { id: number | null; sentAt: Date | null; lastError: string | null };

const outcomeOf = ({ id, sentAt, lastError }: Finished): MailingOutcome => {
  if (sentAt !== null) return "sent";
  // Taken back with the account, or forgotten while no mail was sent at all.
  return id === null || lastError === WITHDRAWN ? "skipped" : "failed";
};

/**
 * Takes over from the outbox what has become of mails, before it forgets them. One that failed may have
 * been sent again meanwhile.
 */
const settle = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { newsMails: t, outbox } = ctx.tables;
  while (!signal.aborted) {
    const isOver = or(
      and(
        eq(t.outcome, "queued"),
        or(isNull(outbox.id), isNotNull(outbox.sentAt), isNotNull(outbox.failedAt)),
      ),
      and(eq(t.outcome, "failed"), isNotNull(outbox.sentAt)),
    );
    const rows = await ctx.read
      .select({
        newsId: t.newsId,
        userId: t.userId,
        id: outbox.id,
        sentAt: outbox.sentAt,
        lastError: outbox.lastError,
      })
      .from(t)
      .leftJoin(outbox, eq(outbox.id, t.outboxId))
      .where(and(inArray(t.outcome, ["queued", "failed"]), isOver))
      .limit(SETTLED);
    if (rows.length === 0) return;
    await ctx.write(async (tx) => {
      for (const { newsId, userId, ...finished } of rows) {
        const outcome = outcomeOf(finished);
        const error = outcome === "failed" ? (finished.lastError ?? "") : null;
        await tx
          .update(t)
          .set({ outcome, error })
          .where(and(eq(t.newsId, newsId), eq(t.userId, userId)));
      }
    });
    if (rows.length < SETTLED) return;
  }
};

/**
 * Goes on with the mailings of posts: takes over what was sent, and writes what may be sent now, as many a
 * minute as the community allows. A second instance, or one that was killed in the middle, goes on where
 * the last transaction ended.
 * @param signal stops between two batches.
 */
export const mailNews = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { newsMailings: t } = ctx.tables;
  const isRunning = await ctx.read
    .select({ newsId: t.newsId })
    .from(t)
    .where(eq(t.state, "sending"))
    .orderBy(asc(t.startedAt))
    .limit(10);
  await settle(ctx, signal);
  for (const { newsId } of isRunning) {
    let hasMore = true;
    while (hasMore && !signal.aborted) hasMore = await writeBatch(ctx, newsId);
  }
};

/** Which mails a token ends; null for one that this site has not made. Changes nothing. */
export const unsubscriptionOf = (
  { auth }: Pick<Ctx, "auth">,
  token: string,
): Unsubscription | null => readUnsubscriptionToken(auth, token)?.what ?? null;

/**
 * Ends the mails that a token is for, of whoever it belongs to. That news are ended is written down as a
 * withdrawal [CONSENT-07]. Who has ended them already, or is gone, has nothing more to end.
 * @returns what was ended; null for a token that this site has not made.
 */
export const unsubscribe = async (ctx: Ctx, token: string): Promise<Unsubscription | null> => {
  const read = readUnsubscriptionToken(ctx.auth, token);
  if (read === null) return null;
  const { userId, what } = read;
  await ctx.write(async (tx) => {
    if (what === "news") await setMarketing(tx, { userId, isGiven: false, way: "unsubscription" });
    else await stopMails(tx, { userId, topic: what === "notices" ? null : what });
  });
  return what;
};
