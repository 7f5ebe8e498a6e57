import { z } from "zod";
import type { Community } from "#server/config/community.ts";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { orderPath } from "#shared/constants/shop.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { dateFormat, moneyText, numberText } from "#shared/rules/format.ts";
import { paletteOf } from "#shared/rules/palette.ts";
import { filledIn } from "#shared/rules/text.ts";
import type { CommunityMails } from "#shared/schemas/community/mails.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { type MailContent, asHtml, asText } from "./content.ts";

const firstName = z.string().trim().min(1).max(100);
const secret = z.string().min(1).max(512);

/** What each template has to be told. */
const DATA = {
  /** To somebody who registered, or asked again: proves the address. */
  verify: z.object({ code: secret }),
  /**
   * To somebody who forgot the password, or wants a closed account back; without a name where the
   * address is not proven.
   */
  reset: z.object({ firstName: z.nullable(firstName), token: secret }),
  /** To somebody whose browser is to be made known, since others guess the password. */
  browser: z.object({ firstName: firstName.nullable(), code: secret }),
  /** To somebody whose password others are guessing. */
  guessed: z.object({ firstName, at: z.iso.datetime() }),
  /** To somebody who closed the account. */
  goodbye: z.object({ firstName, closedAt: z.iso.datetime() }),
  /** To somebody whose password was changed, by whatever way. */
  "password-changed": z.object({ firstName, changedAt: z.iso.datetime() }),
  /** To somebody who bought something, or whose subscription was renewed. */
  receipt: z.object({
    firstName,
    orderId: z.int(),
    paidAt: z.iso.datetime(),
    items: z.array(z.object({ name: z.string().max(200), quantity: z.int() })).max(20),
    totalCents: z.int(),
    currency: z.string().length(3),
    points: z.int(),
  }),
} as const;

export type TemplateName = keyof typeof DATA;

/** Whose site it is, as far as its mails say so. */
export type Sender = {
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  community: Pick<Community, "brand" | "timezone" | "mails">;
};

/** A mail that names its template and brings that template's data. */
export const templatedSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("verify"), data: DATA.verify }),
  z.object({ template: z.literal("reset"), data: DATA.reset }),
  z.object({ template: z.literal("browser"), data: DATA.browser }),
  z.object({ template: z.literal("guessed"), data: DATA.guessed }),
  z.object({ template: z.literal("goodbye"), data: DATA.goodbye }),
  z.object({ template: z.literal("password-changed"), data: DATA["password-changed"] }),
  z.object({ template: z.literal("receipt"), data: DATA.receipt }),
]);
export type Templated = z.output<typeof templatedSchema>;

const count = (ms: number, unitMs: number, unit: string) => {
  const units = Math.round(ms / unitMs);
  return units === 1 ? `one ${unit}` : `${units} ${unit}s`;
};

const CHOOSE_PASSWORD = "Choose a new password";
const CODE_LIFE = count(CODE_TTL_MS, HOUR_MS, "hour");

const dateText = (at: Date, timeZone: string) => dateFormat({ dateStyle: "long", timeZone })(at);

const momentText = (at: Date, timeZone: string) =>
  dateFormat({
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  })(at);

/** Paragraphs stand apart by an empty line; other line ends are blanks. */
const paragraphsOf = (text: string): string[] => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll("\n", " ").trim())
    .filter((paragraph) => paragraph !== "");
};

/**
 * What the community says in a mail, with what stands in braces filled in.
 * @param firstName null where nobody is to be named: then "Hi {username}," is "Hi,".
 * @param facts by the names that stand for them.
 */
const wordsOf = (
  { subject, intro }: CommunityMails[keyof CommunityMails],
  { brand: { name, currency } }: Sender["community"],
  firstName: string | null,
  facts: Readonly<Record<string, string>> = {},
): Pick<MailContent, "subject" | "intro"> => {
  const addressed = (text: string) =>
    firstName === null ? text.replaceAll(" {username}", "") : text;
  const texts = { subject: addressed(subject), intro: paragraphsOf(addressed(intro)) };
  return filledIn(texts, { name, currency, username: firstName ?? "", ...facts });
};

type Write<Name extends TemplateName> = (
  data: z.output<(typeof DATA)[Name]>,
  sender: Sender,
) => MailContent;

const verify: Write<"verify"> = (data, { publicUrl, community }) => ({
  ...wordsOf(community.mails.verify, community, null),
  summary: "One click and your account is ready.",
  heading: "Confirm your email address",
  action: {
    label: "Confirm my address",
    url: `${publicUrl}/verify-email?code=${encodeURIComponent(data.code)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. If it has expired, try to log in: that page offers to send you a new one.`,
    `You did not register at ${community.brand.name}? Then someone mistyped their address, and you don't need to do anything.`,
  ],
  reason: `You got this email because someone registered at ${community.brand.name} with this address.`,
});

const reset: Write<"reset"> = (data, { publicUrl, community }) => ({
  ...wordsOf(community.mails.reset, community, data.firstName),
  summary: `Choose a new password within ${CODE_LIFE}.`,
  heading: ACCOUNT_SCREENS.setPassword,
  action: {
    label: CHOOSE_PASSWORD,
    url: `${publicUrl}/reset-password?token=${encodeURIComponent(data.token)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. Setting a new password logs you out everywhere. If you had closed your account, it is restored.`,
    "Wasn't you? Then ignore this email: your password stays as it is.",
  ],
  reason: `You got this email because a new password was requested for your account at ${community.brand.name}.`,
});

const browser: Write<"browser"> = (data, { publicUrl, community }) => ({
  ...wordsOf(community.mails.browser, community, data.firstName),
  summary: "Open the link in the browser in which you want to log in.",
  heading: "Do you want to log in?",
  action: {
    label: "Use this browser",
    url: `${publicUrl}/confirm-browser?code=${encodeURIComponent(data.code)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. You still log in with your password.`,
    "Wasn't you? Then ignore this email, and do not share the link.",
  ],
  reason: `You got this email because someone asked to log in to your account at ${community.brand.name} with a new browser.`,
});

const guessed: Write<"guessed"> = (data, { publicUrl, community }) => ({
  ...wordsOf(community.mails.guessed, community, data.firstName, {
    time: momentText(new Date(data.at), community.timezone),
  }),
  summary: "A long password that you use nowhere else keeps them out.",
  heading: "Someone is guessing your password",
  action: { label: CHOOSE_PASSWORD, url: `${publicUrl}/forgot-password` },
  after: [
    `Does something look wrong in your account? Write to us at ${community.brand.contactEmail}.`,
  ],
  reason: `You got this email because wrong passwords were tried for your account at ${community.brand.name}.`,
});

const goodbye: Write<"goodbye"> = (data, { publicUrl, community }) => {
  const end = new Date(Date.parse(data.closedAt) + CLOSED_ACCOUNT_KEPT_MS);
  const until = dateText(end, community.timezone);
  const days = numberText(CLOSED_ACCOUNT_KEPT_MS / DAY_MS);
  return {
    ...wordsOf(community.mails.goodbye, community, data.firstName, { until, days }),
    summary: `You can come back until ${until}.`,
    heading: "Goodbye, and thank you",
    action: { label: "Restore my account", url: `${publicUrl}/forgot-password` },
    after: [
      "After that we erase your personal data for good.",
      "You did not close the account? Then set a new password now: that restores it and keeps everyone else out.",
    ],
    reason: `You got this email because your account at ${community.brand.name} was closed.`,
  };
};

const passwordChanged: Write<"password-changed"> = (data, { publicUrl, community }) => ({
  ...wordsOf(community.mails.passwordChanged, community, data.firstName, {
    time: momentText(new Date(data.changedAt), community.timezone),
  }),
  summary: "If it was you, all is well.",
  heading: "Your password was changed",
  action: { label: ACCOUNT_SCREENS.setPassword, url: `${publicUrl}/forgot-password` },
  after: [`Can't log in any more? Write to us at ${community.brand.contactEmail}.`],
  reason: `You got this email because we tell you about every change of your password at ${community.brand.name}.`,
});

const receipt: Write<"receipt"> = (data, { publicUrl, community }) => {
  const { brand, mails, timezone } = community;
  const words = wordsOf(mails.receipt, community, data.firstName, {
    order: `#${data.orderId}`,
    time: momentText(new Date(data.paidAt), timezone),
  });
  return {
    ...words,
    summary: CHECKOUT.thanks,
    heading: CHECKOUT.thanks,
    before: [
      ...data.items.map(({ name, quantity }) => `${quantity} × ${name}`),
      `Total: ${moneyText(data.totalCents / 100, data.currency)}.${data.points > 0 ? ` It brought ${numberText(data.points)} ${brand.currency} to your account.` : ""}`,
    ],
    action: { label: "See order", url: `${publicUrl}${orderPath(data.orderId)}` },
    after: [
      "This is not an invoice: Tebex, who handled the payment, sends you one.",
      `Is something wrong? Open a ticket, or write to us at ${brand.contactEmail}.`,
    ],
    reason: `You got this email because something was bought with your account at ${brand.name}.`,
  };
};

/** Puts a template's data into sentences. */
const writeMailContent = (mail: Templated, sender: Sender): MailContent => {
  switch (mail.template) {
    case "verify":
      return verify(mail.data, sender);
    case "reset":
      return reset(mail.data, sender);
    case "browser":
      return browser(mail.data, sender);
    case "guessed":
      return guessed(mail.data, sender);
    case "goodbye":
      return goodbye(mail.data, sender);
    case "receipt":
      return receipt(mail.data, sender);
    default:
      return passwordChanged(mail.data, sender);
  }
};

/** Sets a template's mail: the subject, and the same facts and link as plain text and as HTML. */
export const renderMail = (
  mail: Templated,
  sender: Sender,
): { subject: string; text: string; html: string } => {
  const content = writeMailContent(mail, sender);
  const { brand } = sender.community;
  const { name, tagline, contactEmail } = brand;
  const { publicUrl } = sender;
  const from = {
    name,
    tagline,
    contactEmail,
    publicUrl,
    palette: paletteOf(brand),
    font: brand.font,
    language: brand.language,
  };
  return { subject: content.subject, text: asText(content, from), html: asHtml(content, from) };
};
