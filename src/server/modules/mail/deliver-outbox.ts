import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { mailServerOf } from "#server/config/config.ts";
import type { Ctx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/clock.ts";
import { findSeen } from "#server/modules/desk/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import type { Mailer, MailOutcome, OpenMailer } from "#server/providers/ports/sending.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { MAIL_TRIED_MS } from "#shared/constants/mail.ts";
import { MAILED_TOPICS, type MailedTopic } from "#shared/constants/notices.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import {
  drawMailedCode,
  isMailable,
  MAIL_KIND,
  type QueuedMail,
  queuedMailSchema,
  wantsNews,
} from "./queue.ts";
import { renderMail } from "./templates.ts";

type DataOf<Template extends QueuedMail["template"]> = Extract<
  QueuedMail,
  { template: Template }
>["data"];
type Answered = DataOf<"digest">["tickets"][number];
type Told = DataOf<"digest">["notices"][number];

/** Of what a mail tells somebody that they may not have read; null of what their account needs. */
const topicsOf = (mail: QueuedMail): readonly MailedTopic[] | null => {
  switch (mail.template) {
    case "answer":
      return ["tickets"];
    case "notice":
      return [mail.data.topic];
    case "digest":
      return MAILED_TOPICS;
    default:
      return null;
  }
};

/** Whether somebody still wants a mail that their account does not need. */
const isStillWanted = async (
  { tables: { users }, read }: Pick<Ctx, "tables" | "read">,
  mail: QueuedMail,
): Promise<boolean> => {
  const topics = topicsOf(mail);
  const isNews = mail.template === "news";
  const userId = "userId" in mail.data ? mail.data.userId : null;
  if (userId === null || (topics === null && !isNews)) return true;
  const [found] = await read
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNews ? wantsNews(users) : isMailable(users)));
  if (found === undefined || topics === null) return found !== undefined;
  const preferences = (await preferencesOf(read, [userId]))(userId);
  return topics.some((topic) => isWanted(preferences, topic, "mail"));
};

/** The messages of a mail as they read now; what was removed is not among them. */
const textsNow = async ({ tables, read }: Ctx, tickets: readonly Answered[]) => {
  const { messages: t } = tables;
  const ids = tickets.flatMap(({ answers }) => answers.flatMap(({ messageId }) => messageId ?? []));
  if (ids.length === 0) return new Map<number, string>();
  const rows = await read
    .select({ id: t.id, text: t.content })
    .from(t)
    .where(and(inArray(t.id, ids), isNull(t.removedAt)));
  return new Map(rows.map(({ id, text }) => [id, text]));
};

/** Of what a mail tells: what its reader may still see, as it reads now. */
const seenPart = async (
  ctx: Ctx,
  userId: string,
  told: { tickets: readonly Answered[]; notices: readonly Told[] },
): Promise<{ tickets: Answered[]; notices: Told[] }> => {
  const ids = [...told.tickets, ...told.notices].flatMap(({ ticketId }) => ticketId ?? []);
  const seen = await findSeen(ctx.read, userId, [...new Set(ids)]);
  const texts = await textsNow(ctx, told.tickets);
  const tickets = told.tickets.flatMap((ticket) => {
    if (!seen.has(ticket.ticketId)) return [];
    const answers = ticket.answers.flatMap((answer) => {
      const text = answer.messageId === undefined ? answer.text : texts.get(answer.messageId);
      return text === undefined ? [] : [{ ...answer, text }];
    });
    return answers.length === 0 ? [] : [{ ...ticket, answers }];
  });
  const notices = told.notices.filter(
    ({ ticketId = null }) => ticketId === null || seen.has(ticketId),
  );
  return { tickets, notices };
};

/**
 * What of a mail is still to be sent. One that nobody's account needs is not, once they have withdrawn their
 * consent or turned it off, closed their account or lost its address [CONSENT-09, PUSH-07]; nor is what it
 * tells of tickets that its reader may not see any more, and of messages that were removed [DESK-02].
 * @returns null where nothing is left.
 */
const wantedPart = async (ctx: Ctx, mail: QueuedMail): Promise<QueuedMail | null> => {
  if (!(await isStillWanted(ctx, mail))) return null;
  switch (mail.template) {
    case "answer": {
      const { tickets } = await seenPart(ctx, mail.data.userId, {
        tickets: [mail.data],
        notices: [],
      });
      const [left] = tickets;
      return left === undefined ? null : { ...mail, data: { ...mail.data, ...left } };
    }
    case "notice": {
      const { notices } = await seenPart(ctx, mail.data.userId, {
        tickets: [],
        notices: [mail.data],
      });
      return notices.length === 0 ? null : mail;
    }
    case "digest": {
      const left = await seenPart(ctx, mail.data.userId, mail.data);
      const isEmpty = left.tickets.length + left.notices.length === 0;
      return isEmpty ? null : { ...mail, data: { ...mail.data, ...left } };
    }
    default:
      return mail;
  }
};

const DELAY = { firstMs: 30_000, maxMs: HOUR_MS, jitter: 0.2 };

/** How long one can look up that a mail was sent, or was not. */
export const KEPT_MS = 7 * DAY_MS;

/** So many are under way at once. */
const SLICE = 5;
/** For so long a claimed mail is nobody else's: much longer than a mailer takes for one. */
const CLAIM_MS = 2 * MINUTE_MS;

type Row = Tables["outbox"]["$inferSelect"];

const dueNow = ({ outbox: t }: Tables, now: Date) =>
  and(eq(t.kind, MAIL_KIND), isNull(t.sentAt), isNull(t.failedAt), lte(t.nextAttemptAt, now));

const isAnyDue = async (reader: Reader, now: Date) => {
  const rows = await reader
    .select({ id: reader.tables.outbox.id })
    .from(reader.tables.outbox)
    .where(dueNow(reader.tables, now))
    .limit(1);
  return rows.length > 0;
};

/** Takes the mails that have waited longest. Of several who ask, one gets each. */
const claim = (ctx: Ctx, now: Date): Promise<Row[]> => {
  const { outbox: t } = ctx.tables;
  return ctx.write(async (tx) => {
    const due = await tx
      .select()
      .from(t)
      .where(dueNow(ctx.tables, now))
      .orderBy(asc(t.nextAttemptAt), asc(t.id))
      .limit(SLICE);
    const claimed: Row[] = [];
    for (const { id, attempts } of due)
      claimed.push(
        ...(await tx
          .update(t)
          .set({ attempts: attempts + 1, nextAttemptAt: new Date(now.getTime() + CLAIM_MS) })
          .where(and(eq(t.id, id), eq(t.attempts, attempts), dueNow(ctx.tables, now)))
          .returning()),
      );
    return claimed;
  });
};

/** What is kept of a mail that nobody sends again: neither the address nor what the link is good for. */
const redacted = (mail: QueuedMail | null) => ({ template: mail?.template ?? null });

/** An attempt that is over. `isFinal` says that there will be no other. */
type Attempt = {
  row: Row;
  mail: QueuedMail | null;
  outcome: MailOutcome;
  isFinal: boolean;
};

const failed = (code: string): MailOutcome => ({ isSent: false, code, isServerDown: false });

/** Revoked while it waited: it would have led nowhere, or nobody wants it any more. */
export const WITHDRAWN = "withdrawn";

/** The program ended while it was being sent, and nobody knows whether it was. */
export const UNCERTAIN = "uncertain";

/** What stands on the site as well, so that nobody needs a mail of it. */
const isOnSite = ({ template }: QueuedMail): boolean =>
  template === "archive" ||
  template === "news" ||
  template === "answer" ||
  template === "notice" ||
  template === "digest";

/**
 * Whether an earlier attempt was begun and never recorded. What an account needs is sent again then; what
 * stands on the site is not, as nobody wants it twice [CONSENT-08, PUSH-06].
 */
const isUncertain = ({ attempts, lastError }: Row, mail: QueuedMail): boolean =>
  isOnSite(mail) && attempts > 1 && lastError === null;

const attempt = async (ctx: Ctx, mailer: Mailer, row: Row): Promise<Attempt> => {
  const { clock, config } = ctx;
  const isLate = () => clock.now().getTime() - row.createdAt.getTime() >= MAIL_TRIED_MS;
  const parsed = queuedMailSchema.safeParse(row.payload);
  if (!parsed.success) return { row, mail: null, outcome: failed("unreadable"), isFinal: true };
  const queued = parsed.data;
  if (isLate())
    return { row, mail: queued, outcome: failed(row.lastError ?? "too late"), isFinal: true };
  if (isUncertain(row, queued))
    return { row, mail: queued, outcome: failed(UNCERTAIN), isFinal: true };
  const wanted = await wantedPart(ctx, queued);
  const mail = wanted === null ? null : await drawMailedCode(ctx, row.id, wanted);
  if (mail === null) return { row, mail: queued, outcome: failed(WITHDRAWN), isFinal: true };
  const outcome = await mailer.send({
    id: `${row.createdAt.getTime().toString(36)}.${row.id}`,
    to: mail.to,
    ...renderMail(mail, config),
  });
  return { row, mail, outcome, isFinal: outcome.isSent || isLate() };
};

const changeAfter = ({ row, mail, outcome, isFinal }: Attempt, now: Date) => {
  if (outcome.isSent) return { payload: redacted(mail), sentAt: now, lastError: null };
  const lastError = outcome.code;
  if (!isFinal) {
    const nextAttemptAt = new Date(now.getTime() + growingDelayMs(row.attempts, DELAY));
    return { lastError, nextAttemptAt };
  }
  // Out of the way of those that are due.
  const nextAttemptAt = new Date(now.getTime() + KEPT_MS);
  const given = { failedAt: now, lastError, nextAttemptAt };
  // One that was given up stays whole: an Admin may have it sent again [MAIL-04].
  return mail === null || lastError === WITHDRAWN ? { payload: redacted(mail), ...given } : given;
};

const record = (ctx: Ctx, now: Date, attempts: readonly Attempt[]): Promise<void> => {
  const { outbox: t } = ctx.tables;
  const changes = attempts.map((made) => ({ row: made.row, change: changeAfter(made, now) }));
  return ctx.write(async (tx) => {
    // Whoever took it over since, because this took so long, records it instead; sent stays sent.
    for (const { row, change } of changes)
      await tx
        .update(t)
        .set(change)
        .where(
          and(
            eq(t.id, row.id),
            isNull(t.sentAt),
            "sentAt" in change ? undefined : eq(t.attempts, row.attempts),
          ),
        );
  });
};

const logAttempt = ({ log, config }: Ctx, { row, mail, outcome, isFinal }: Attempt) => {
  const fields = { id: row.id, template: mail?.template, attempts: row.attempts };
  const url = config.mail?.url;
  const server = url === undefined ? {} : mailServerOf(url);
  if (outcome.isSent) log.info("mail.sent", fields);
  else if (outcome.code === WITHDRAWN) log.info("mail.withdrawn", fields);
  else if (isFinal) log.error("mail.given_up", { ...fields, ...server, code: outcome.code });
  else log.warn("mail.not_sent", { ...fields, ...server, code: outcome.code });
};

/**
 * Sends what is due in the outbox, oldest first, in slices. Each mail is sent at least once, and by
 * one instance at a time; twice only where a program ends between sending and recording it. What
 * fails is tried again after 30 s, then in ever longer intervals, and given up after 48 hours.
 * A mail server that does not answer ends the round.
 * @param openMailer called when something is due.
 * @param signal stops between two slices; mails under way are finished.
 */
export const deliverOutbox = async (
  context: Ctx,
  openMailer: OpenMailer,
  signal: AbortSignal,
): Promise<void> => {
  const { clock } = context;
  if (!(await isAnyDue(context.read, clock.now()))) return;
  const mailer = await openMailer();
  if (mailer === null) return;
  try {
    while (!signal.aborted) {
      const rows = await claim(context, clock.now());
      if (rows.length === 0) return;
      const attempts = await Promise.all(rows.map((row) => attempt(context, mailer, row)));
      await record(context, clock.now(), attempts);
      for (const made of attempts) logAttempt(context, made);
      if (attempts.some(({ outcome }) => !outcome.isSent && outcome.isServerDown)) return;
    }
  } finally {
    mailer.close();
  }
};
