import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { findSeen } from "#server/modules/desk/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import { MAILED_TOPICS, type MailedTopic } from "#shared/constants/notices.ts";
import { isMailable, type QueuedMail, wantsNews } from "./queue.ts";

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
export const wantedPart = async (ctx: Ctx, mail: QueuedMail): Promise<QueuedMail | null> => {
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
