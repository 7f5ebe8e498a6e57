import { LENGTHS } from "#shared/constants/accounts.ts";
import type { MailName } from "#shared/schemas/community/mails.ts";
import { renderMail, type Templated } from "./templates.ts";
import type { Sender } from "./words.ts";

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
