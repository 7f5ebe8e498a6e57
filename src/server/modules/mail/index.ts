import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { MailName } from "#shared/schemas/community/brand.ts";
import type { Sender } from "./content.ts";
import { MAIL_KIND, queuedMailSchema } from "./queue.ts";
import { renderMail, type Templated } from "./templates.ts";

export { deliverOutbox } from "./deliver-outbox.ts";
export {
  drawMailedCode,
  isMailable,
  isSendable,
  type QueuedMail,
  queueMail,
  queueNoMail,
  wantsNews,
} from "./queue.ts";
export type { MailPlace } from "./kinds.ts";
export { trialMailOf } from "./rendered.ts";
export { renderMail } from "./templates.ts";
export {
  forgetOldMail,
  type OutboxState,
  readOutbox,
  withdrawMail,
  WITHDRAWN,
  withdrawQueued,
} from "./outbox.ts";

/** Stands where a code would: it opens nothing. */
const NO_CODE = "0".repeat(24);

/** From where it might have been done: an address that is nobody's. */
const PLACE = { by: "owner", browser: "Firefox on Windows", network: "203.0.113.0/24" } as const;

/** What a tier of the community would cost, or what stands for one where it has none. */
const purchaseOf = ({ community: { tiers } }: SampleSender) => {
  const [tier] = tiers;
  const name = (tier?.title ?? "Package").slice(0, LENGTHS.name);
  return {
    items: [{ name, quantity: 1 }],
    totalCents: Math.round((tier?.price ?? 5) * 100),
    currency: tier?.currency ?? "EUR",
    points: tier?.monthlyPoints ?? 0,
  };
};

export type SampleSender = Sender & {
  community: {
    tiers: readonly { title: string; price: number; currency: string; monthlyPoints: number }[];
  };
};

const sampleOf = (mail: MailName, sender: SampleSender, firstName: string, at: Date): Templated => {
  const moment = at.toISOString();
  switch (mail) {
    case "verify":
      return { template: "verify", data: { code: NO_CODE } };
    case "reset":
      return { template: "reset", data: { firstName, token: NO_CODE } };
    case "browser":
      return { template: "browser", data: { firstName, code: NO_CODE } };
    case "guessed":
      return { template: "guessed", data: { firstName, at: moment, place: PLACE, code: NO_CODE } };
    case "goodbye":
      return { template: "goodbye", data: { firstName, closedAt: moment } };
    case "passwordChanged":
      return {
        template: "password-changed",
        data: { firstName, changedAt: moment, place: PLACE, code: NO_CODE },
      };
    case "security":
      return {
        template: "security",
        data: {
          firstName,
          event: "newBrowser",
          detail: null,
          at: moment,
          place: PLACE,
          code: NO_CODE,
        },
      };
    default:
      return {
        template: "receipt",
        data: { firstName, orderId: 1042, paidAt: moment, ...purchaseOf(sender) },
      };
  }
};

/**
 * A mail as it would be sent now, with what might stand in it: codes in it open nothing.
 * @param firstName of whom it would be for.
 */
export const renderSample = (
  mail: MailName,
  sender: SampleSender,
  { firstName, at }: { firstName: string; at: Date },
): ReturnType<typeof renderMail> => renderMail(sampleOf(mail, sender, firstName, at), sender);

/** Mails that are looked through at once. */
const SLICE = 200;

/** What is told of a mail that was not sent yet. */
type WaitingMail = { template: string; createdAt: Date; attempts: number };

/** The mails that wait for somebody's address, in slices. Of sent ones nobody knows to whom they went. */
export async function* waitingMails(
  { tables: { outbox: t, users }, ...reader }: CtxReader,
  userId: string,
): AsyncGenerator<readonly WaitingMail[]> {
  const [user] = await reader
    .select({ emailKey: users.emailKey })
    .from(users)
    .where(eq(users.id, userId));
  const emailKey = user?.emailKey ?? null;
  if (emailKey === null) return;
  for (let after = 0; ;) {
    const rows = await reader
      .select({ id: t.id, payload: t.payload, createdAt: t.createdAt, attempts: t.attempts })
      .from(t)
      .where(and(eq(t.kind, MAIL_KIND), isNull(t.sentAt), gt(t.id, after)))
      .orderBy(asc(t.id))
      .limit(SLICE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield rows.flatMap(({ payload, createdAt, attempts }) => {
      const mail = queuedMailSchema.safeParse(payload);
      return mail.success && emailKeyOf(mail.data.to.address) === emailKey
        ? [{ template: mail.data.template, createdAt, attempts }]
        : [];
    });
    await yieldToEventLoop();
  }
}
