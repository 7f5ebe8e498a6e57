import { z } from "zod";
import type { Community } from "#server/config/community.ts";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { dateFormat, moneyText, numberText } from "#shared/rules/format.ts";
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
  community: Pick<Community, "brand" | "timezone">;
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
const KEPT = count(CLOSED_ACCOUNT_KEPT_MS, DAY_MS, "day");
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

type Write<Name extends TemplateName> = (
  data: z.output<(typeof DATA)[Name]>,
  sender: Sender,
) => MailContent;

const verify: Write<"verify"> = (data, { publicUrl, community: { brand } }) => ({
  subject: `Confirm your email address for ${brand.name}`,
  summary: "One click and your account is ready.",
  heading: "Confirm your email address",
  before: [
    "Hi,",
    `Thank you for joining ${brand.name}. One step is left: confirm that this mailbox is yours. Then you can log in.`,
  ],
  action: {
    label: "Confirm my address",
    url: `${publicUrl}/verify-email?code=${encodeURIComponent(data.code)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. If it has expired, try to log in: that page offers to send you a new one.`,
    `You did not register at ${brand.name}? Then someone mistyped their address, and you don't need to do anything.`,
  ],
  reason: `You got this email because someone registered at ${brand.name} with this address.`,
});

const reset: Write<"reset"> = (data, { publicUrl, community: { brand } }) => ({
  subject: `Set a new password for ${brand.name}`,
  summary: `Choose a new password within ${CODE_LIFE}.`,
  heading: ACCOUNT_SCREENS.setPassword,
  before: [
    data.firstName === null ? "Hi," : `Hi ${data.firstName},`,
    `Someone, hopefully you, asked for a new password for your ${brand.name} account. Choose one here:`,
  ],
  action: {
    label: CHOOSE_PASSWORD,
    url: `${publicUrl}/reset-password?token=${encodeURIComponent(data.token)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. Setting a new password logs you out everywhere. If you had closed your account, it is restored.`,
    "Wasn't you? Then ignore this email: your password stays as it is.",
  ],
  reason: `You got this email because a new password was requested for your account at ${brand.name}.`,
});

const browser: Write<"browser"> = (data, { publicUrl, community: { brand } }) => ({
  subject: `Log in to ${brand.name} with this browser`,
  summary: "Open the link in the browser in which you want to log in.",
  heading: "Do you want to log in?",
  before: [
    data.firstName === null ? "Hi," : `Hi ${data.firstName},`,
    `Your ${brand.name} account has had too many wrong passwords, so we ask new browsers for more than the password. Open this link in the browser in which you want to log in:`,
  ],
  action: {
    label: "Use this browser",
    url: `${publicUrl}/confirm-browser?code=${encodeURIComponent(data.code)}`,
  },
  after: [
    `The link works once, for ${CODE_LIFE}. You still log in with your password.`,
    "Wasn't you? Then ignore this email, and do not share the link.",
  ],
  reason: `You got this email because someone asked to log in to your account at ${brand.name} with a new browser.`,
});

const guessed: Write<"guessed"> = (data, { publicUrl, community: { brand, timezone } }) => ({
  subject: `Someone is guessing your ${brand.name} password`,
  summary: "A long password that you use nowhere else keeps them out.",
  heading: "Someone is guessing your password",
  before: [
    `Hi ${data.firstName},`,
    `By ${momentText(new Date(data.at), timezone)} many wrong passwords had been tried for your ${brand.name} account. If that was you, all is well.`,
    "If it was not, we slow them down. Check your settings for browsers that are not yours. If you use your password anywhere else, choose a new one now:",
  ],
  action: { label: CHOOSE_PASSWORD, url: `${publicUrl}/forgot-password` },
  after: [`Does something look wrong in your account? Write to us at ${brand.contactEmail}.`],
  reason: `You got this email because wrong passwords were tried for your account at ${brand.name}.`,
});

const goodbye: Write<"goodbye"> = (data, { publicUrl, community: { brand, timezone } }) => {
  const until = dateText(new Date(Date.parse(data.closedAt) + CLOSED_ACCOUNT_KEPT_MS), timezone);
  return {
    subject: `Your ${brand.name} account is closed`,
    summary: `You can come back until ${until}.`,
    heading: "Goodbye, and thank you",
    before: [
      `Hi ${data.firstName},`,
      `Your ${brand.name} account is closed, as you asked, and you are logged out everywhere. Thank you for the nights you spent with us.`,
      `If you change your mind, you have ${KEPT}: set a new password by ${until}, and everything is as you left it.`,
    ],
    action: { label: "Restore my account", url: `${publicUrl}/forgot-password` },
    after: [
      "After that we erase your personal data for good.",
      "You did not close the account? Then set a new password now: that restores it and keeps everyone else out.",
    ],
    reason: `You got this email because your account at ${brand.name} was closed.`,
  };
};

const passwordChanged: Write<"password-changed"> = (
  data,
  { publicUrl, community: { brand, timezone } },
) => ({
  subject: `Your ${brand.name} password was changed`,
  summary: "If it was you, all is well.",
  heading: "Your password was changed",
  before: [
    `Hi ${data.firstName},`,
    `The password of your ${brand.name} account was changed on ${momentText(new Date(data.changedAt), timezone)}. Other browsers were logged out.`,
    "If it was you, all is well. If it was not, set a new password now:",
  ],
  action: { label: ACCOUNT_SCREENS.setPassword, url: `${publicUrl}/forgot-password` },
  after: [`Can't log in any more? Write to us at ${brand.contactEmail}.`],
  reason: `You got this email because we tell you about every change of your password at ${brand.name}.`,
});

const receipt: Write<"receipt"> = (data, { publicUrl, community: { brand, timezone } }) => ({
  subject: `Your order #${data.orderId} at ${brand.name}`,
  summary: CHECKOUT.thanks,
  heading: CHECKOUT.thanks,
  before: [
    `Hi ${data.firstName},`,
    `Order #${data.orderId} was paid on ${momentText(new Date(data.paidAt), timezone)}:`,
    ...data.items.map(({ name, quantity }) => `${quantity} × ${name}`),
    `Total: ${moneyText(data.totalCents / 100, data.currency)}.${data.points > 0 ? ` It brought ${numberText(data.points)} ${brand.currency} to your account.` : ""}`,
  ],
  action: { label: "See my purchases", url: `${publicUrl}/member/purchases` },
  after: [
    "This is not an invoice: Tebex, who handled the payment, sends you one.",
    `Is something wrong? Open a ticket, or write to us at ${brand.contactEmail}.`,
  ],
  reason: `You got this email because something was bought with your account at ${brand.name}.`,
});

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
  const { name, tagline, contactEmail } = sender.community.brand;
  const from = { name, tagline, contactEmail, publicUrl: sender.publicUrl };
  return { subject: content.subject, text: asText(content, from), html: asHtml(content, from) };
};
