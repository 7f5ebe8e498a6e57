import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { Log } from "#server/core/log.ts";
import type { Mailer, MailOutcome, OpenMailer } from "#server/providers/mail/port.ts";
import type { Tables, Reader } from "#server/store/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { drawMailedCode, MAIL_KIND, type QueuedMail, queuedMailSchema } from "./queue.ts";
import { renderMail } from "./templates.ts";

const FIRST_DELAY_MS = 30_000;
const DELAY_MAX_MS = HOUR_MS;
/** Part of the delay that is left to chance, so that what failed together does not come back so. */
const JITTER = 0.2;

/** How long one can look up that a mail was sent, or was not. */
export const KEPT_MS = 7 * DAY_MS;
/** A mail that could not be sent for so long would only confuse. */
export const GIVE_UP_MS = 48 * HOUR_MS;

/**
 * How long to wait after a failure, in milliseconds: 30 s, doubled each time, up to an hour.
 * @param attempts made so far, from 1.
 * @param random from 0 up to 1.
 */
export const retryDelayMs = (attempts: number, random = Math.random()): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), DELAY_MAX_MS) * (1 - JITTER * random);

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

/** What is kept of a mail that is through: neither the address nor what the link is good for. */
const redacted = (mail: QueuedMail | null) => ({ template: mail?.template ?? null });

/** An attempt that is over. `isFinal` says that there will be no other. */
type Attempt = {
  row: Row;
  mail: QueuedMail | null;
  outcome: MailOutcome;
  isFinal: boolean;
};

const failed = (code: string): MailOutcome => ({ isSent: false, code, isServerDown: false });

/** Revoked while it waited: it would have led nowhere. */
export const WITHDRAWN = "withdrawn";

const attempt = async (ctx: Ctx, mailer: Mailer, row: Row): Promise<Attempt> => {
  const { clock, config } = ctx;
  const isLate = () => clock.now().getTime() - row.createdAt.getTime() >= GIVE_UP_MS;
  const parsed = queuedMailSchema.safeParse(row.payload);
  if (!parsed.success) return { row, mail: null, outcome: failed("unreadable"), isFinal: true };
  const queued = parsed.data;
  if (isLate())
    return { row, mail: queued, outcome: failed(row.lastError ?? "too late"), isFinal: true };
  const mail = await drawMailedCode(ctx, row.id, queued);
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
    const nextAttemptAt = new Date(now.getTime() + retryDelayMs(row.attempts));
    return { lastError, nextAttemptAt };
  }
  // Out of the way of those that are due.
  const nextAttemptAt = new Date(now.getTime() + KEPT_MS);
  return { payload: redacted(mail), failedAt: now, lastError, nextAttemptAt };
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

const logAttempt = (log: Log, { row, mail, outcome, isFinal }: Attempt) => {
  const fields = { id: row.id, template: mail?.template, attempts: row.attempts };
  if (outcome.isSent) log.info("mail.sent", fields);
  else if (outcome.code === WITHDRAWN) log.info("mail.withdrawn", fields);
  else if (isFinal) log.error("mail.given_up", { ...fields, code: outcome.code });
  else log.warn("mail.not_sent", { ...fields, code: outcome.code });
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
  const { clock, log } = context;
  if (!(await isAnyDue(context.read, clock.now()))) return;
  const mailer = await openMailer();
  if (mailer === null) return;
  try {
    while (!signal.aborted) {
      const rows = await claim(context, clock.now());
      if (rows.length === 0) return;
      const attempts = await Promise.all(rows.map((row) => attempt(context, mailer, row)));
      await record(context, clock.now(), attempts);
      for (const made of attempts) logAttempt(log, made);
      if (attempts.some(({ outcome }) => !outcome.isSent && outcome.isServerDown)) return;
    }
  } finally {
    mailer.close();
  }
};
