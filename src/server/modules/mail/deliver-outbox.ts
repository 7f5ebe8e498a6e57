import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { mailServerOf } from "#server/config/config.ts";
import type { Ctx } from "#server/context/context.ts";
import { growingDelayMs } from "#server/core/retry.ts";
import type { Mailer, MailOutcome, OpenMailer } from "#server/providers/mail/port.ts";
import type { Tables, Reader } from "#server/store/store.ts";
import { MAIL_TRIED_MS } from "#shared/constants/mail.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { drawMailedCode, MAIL_KIND, type QueuedMail, queuedMailSchema } from "./queue.ts";
import { wantedPart } from "./still-wanted.ts";
import { renderMail } from "./templates.ts";

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
