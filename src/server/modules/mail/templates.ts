import { z } from "zod";
import { inGroups } from "#server/auth/one-time-codes.ts";
import { ACCOUNT_SCREENS, CLAIM } from "#shared/account-messages.ts";
import { ARCHIVE_NOTICE } from "#shared/archive-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, CODE_TTL_MS } from "#shared/constants/accounts.ts";
import { SECURITY_EVENTS } from "#shared/constants/mail.ts";
import { orderPath } from "#shared/constants/shop.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import {
  FACTOR_MAILS,
  LOST_FACTOR,
  RESET_MAILS,
  SECURITY_MAIL,
  SECURITY_MAILS,
} from "#shared/factor-messages.ts";
import { TITLES } from "#shared/messages.ts";
import { ERASING, MERGING } from "#shared/rights-messages.ts";
import { moneyText, numberText } from "#shared/rules/format.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { dateText, type MailContent, momentText, type Sender, wordsOf } from "./content.ts";
import {
  addressData,
  addressChangedMail,
  addressRevertedMail,
  addressTakenMail,
  answerMail,
  confirmAddressMail,
  digestMail,
  factorData,
  firstNameSchema,
  mailPlace,
  newsMail,
  newsMailData,
  noticeData,
  noticeMail,
  placed,
  safety,
  secretSchema,
  safetyAction,
  safetyAfter,
  strikeMail,
  strikeMailData,
  whereText,
} from "./kinds.ts";
import { type RenderedMail, setMail } from "./rendered.ts";

/** What each template has to be told. */
const templateData = () => {
  const firstName = firstNameSchema();
  const secret = secretSchema();
  return {
    /** To somebody who registered, or asked again: proves the address. */
    verify: z.object({ code: secret }),
    /**
     * To somebody who forgot the password, or wants a closed account back; without a name where the
     * address is not proven.
     */
    reset: z.object({ firstName: z.nullable(firstName), token: secret }),
    /** To somebody whose account was brought from elsewhere: makes it theirs. */
    claim: z.object({ firstName: z.nullable(firstName), token: secret }),
    /** To somebody whose browser is to be made known, since others guess the password. */
    browser: z.object({ firstName: firstName.nullable(), code: secret }),
    /** To somebody whose password others are guessing. */
    guessed: z.object({ firstName, at: z.iso.datetime(), ...safety() }),
    /** To somebody who closed the account. */
    goodbye: z.object({ firstName, closedAt: z.iso.datetime() }),
    /** To somebody who wants to merge this account into another: proves the mailbox. */
    "merge-code": z.object({ firstName, kept: z.string().max(254), code: secret }),
    /** To both addresses of somebody who has made one account of two. */
    merged: z.object({
      firstName,
      mergedAt: z.iso.datetime(),
      kept: z.string().max(254),
      gone: z.string().max(254),
    }),
    /** To somebody whose account an Admin has erased. */
    erased: z.object({ firstName, erasedAt: z.iso.datetime() }),
    /** To somebody whose data is ready to be downloaded. */
    archive: z.object({ firstName, expiresAt: z.iso.datetime() }),
    ...factorData(),
    ...addressData(),
    /** To somebody whose password was changed, by whatever way. */
    "password-changed": z.object({ firstName, changedAt: z.iso.datetime(), ...safety() }),
    /** To somebody in whose account something changed that keeps it safe. */
    security: z.object({
      firstName,
      event: z.enum(SECURITY_EVENTS),
      /** Of what was added or removed, such as a passkey's name; null where there is none. */
      detail: z.string().max(100).nullable(),
      at: z.iso.datetime(),
      place: mailPlace(),
      code: secret,
    }),
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
    /** To somebody who agreed to news by email: a post. */
    news: newsMailData(),
    ...noticeData(),
    /** To somebody who got a strike, or whose strike was lifted. */
    strike: strikeMailData(),
  };
};

type TemplateData = ReturnType<typeof templateData>;
export type TemplateName = keyof TemplateData;

/** A mail that names its template and brings that template's data. Made with the first mail: most sites send few. */
export const templatedSchema = z.lazy(() => {
  const data = templateData();
  return z.discriminatedUnion("template", [
    z.object({ template: z.literal("verify"), data: data.verify }),
    z.object({ template: z.literal("reset"), data: data.reset }),
    z.object({ template: z.literal("claim"), data: data.claim }),
    z.object({ template: z.literal("browser"), data: data.browser }),
    z.object({ template: z.literal("guessed"), data: data.guessed }),
    z.object({ template: z.literal("goodbye"), data: data.goodbye }),
    z.object({ template: z.literal("password-changed"), data: data["password-changed"] }),
    z.object({ template: z.literal("security"), data: data.security }),
    z.object({ template: z.literal("receipt"), data: data.receipt }),
    z.object({ template: z.literal("archive"), data: data.archive }),
    z.object({ template: z.literal("erased"), data: data.erased }),
    z.object({ template: z.literal("merge-code"), data: data["merge-code"] }),
    z.object({ template: z.literal("merged"), data: data.merged }),
    z.object({ template: z.literal("lost-factor"), data: data["lost-factor"] }),
    z.object({ template: z.literal("factor-reset"), data: data["factor-reset"] }),
    z.object({ template: z.literal("confirm-address"), data: data["confirm-address"] }),
    z.object({ template: z.literal("address-taken"), data: data["address-taken"] }),
    z.object({ template: z.literal("address-changed"), data: data["address-changed"] }),
    z.object({ template: z.literal("address-reverted"), data: data["address-reverted"] }),
    z.object({ template: z.literal("news"), data: data.news }),
    z.object({ template: z.literal("answer"), data: data.answer }),
    z.object({ template: z.literal("notice"), data: data.notice }),
    z.object({ template: z.literal("digest"), data: data.digest }),
    z.object({ template: z.literal("strike"), data: data.strike }),
  ]);
});
export type Templated = z.output<typeof templatedSchema>;

const count = (ms: number, unitMs: number, unit: string) => {
  const units = Math.round(ms / unitMs);
  return units === 1 ? `one ${unit}` : `${units} ${unit}s`;
};

const CHOOSE_PASSWORD = "Choose a new password";
const CODE_LIFE = count(CODE_TTL_MS, HOUR_MS, "hour");

type Write<Name extends TemplateName> = (
  data: z.output<TemplateData[Name]>,
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

const claim: Write<"claim"> = (data, { publicUrl, community: { brand } }) => ({
  subject: CLAIM.mailSubject(brand.name),
  intro: [data.firstName === null ? "Hi," : `Hi ${data.firstName},`, CLAIM.mailIntro(brand.name)],
  summary: CLAIM.mailSummary,
  heading: CLAIM.title,
  action: {
    label: CLAIM.mailAction,
    url: `${publicUrl}/claim?token=${encodeURIComponent(data.token)}`,
  },
  after: [CLAIM.mailLife(CODE_LIFE, `${publicUrl}/forgot-password`), CLAIM.mailNotYou],
  reason: CLAIM.mailReason(brand.name),
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

const security: Write<"security"> = (data, { publicUrl, community }) => {
  const { what, heading } = SECURITY_MAILS[data.event];
  return {
    ...wordsOf(community.mails.security, community, data.firstName, {
      what: data.detail === null ? what : `${what}: ${data.detail}`,
      time: momentText(new Date(data.at), community.timezone),
      place: whereText(data.place),
    }),
    summary: SECURITY_MAIL.summary,
    heading,
    action: safetyAction(publicUrl, data.code),
    after: safetyAfter(community, data.code),
    reason: SECURITY_MAIL.reason(community.brand.name),
  };
};

const guessed: Write<"guessed"> = (data, { publicUrl, community }) => ({
  ...placed(
    wordsOf(community.mails.guessed, community, data.firstName, {
      time: momentText(new Date(data.at), community.timezone),
    }),
    data.place ? SECURITY_MAIL.lastTry(whereText(data.place)) : null,
  ),
  summary: "A long password that you use nowhere else keeps them out.",
  heading: "Someone is guessing your password",
  action: safetyAction(publicUrl, data.code),
  after: safetyAfter(community, data.code),
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
  ...placed(
    wordsOf(community.mails.passwordChanged, community, data.firstName, {
      time: momentText(new Date(data.changedAt), community.timezone),
    }),
    data.place ? SECURITY_MAIL.place(whereText(data.place)) : null,
  ),
  summary: "If it was you, all is well.",
  heading: "Your password was changed",
  action: safetyAction(publicUrl, data.code),
  after: safetyAfter(community, data.code),
  reason: `You got this email because we tell you about every change of your password at ${community.brand.name}.`,
});

const erased: Write<"erased"> = (data, { publicUrl, community: { brand, timezone } }) => ({
  subject: ERASING.mailSubject(brand.name),
  summary: ERASING.mailSummary,
  heading: ERASING.mailHeading,
  intro: [
    `Hi ${data.firstName},`,
    ERASING.mailIntro(momentText(new Date(data.erasedAt), timezone)),
    ERASING.mailStays,
  ],
  action: { label: ERASING.mailAction, url: `${publicUrl}/privacy-policy` },
  after: [ERASING.mailNotYou(brand.contactEmail)],
  reason: ERASING.mailReason(brand.name),
});

const mergeCode: Write<"merge-code"> = (data, { publicUrl, community: { brand } }) => ({
  subject: MERGING.codeMailSubject(brand.name),
  summary: MERGING.codeMailSummary,
  heading: inGroups(data.code, 5).toUpperCase(),
  intro: [`Hi ${data.firstName},`, MERGING.codeMailIntro(data.kept)],
  action: { label: CHOOSE_PASSWORD, url: `${publicUrl}/forgot-password` },
  before: [MERGING.codeMailUse(CODE_LIFE), MERGING.codeMailNotYou],
  after: [],
  reason: MERGING.codeMailReason(brand.name),
});

const merged: Write<"merged"> = (data, { publicUrl, community: { brand, timezone } }) => ({
  subject: MERGING.mailSubject(brand.name),
  intro: [
    `Hi ${data.firstName},`,
    MERGING.mailIntro(data.gone, data.kept, momentText(new Date(data.mergedAt), timezone)),
  ],
  summary: MERGING.mailSummary,
  heading: MERGING.noticeSubject,
  action: { label: MERGING.mailAction, url: `${publicUrl}/member` },
  after: [MERGING.mailNotYou],
  reason: MERGING.mailReason(brand.name),
});

const archive: Write<"archive"> = (data, { publicUrl, community: { brand, timezone } }) => ({
  subject: ARCHIVE_NOTICE.mailSubject(brand.name),
  intro: [`Hi ${data.firstName},`, ARCHIVE_NOTICE.mailIntro(brand.name)],
  summary: ARCHIVE_NOTICE.mailIntro(brand.name),
  heading: ARCHIVE_NOTICE.subject,
  action: {
    label: ARCHIVE_NOTICE.mailAction,
    url: `${publicUrl}/member/accountsettings?tab=Privacy`,
  },
  after: [
    ARCHIVE_NOTICE.mailLife(dateText(new Date(data.expiresAt), timezone)),
    ARCHIVE_NOTICE.mailNotYou,
  ],
  reason: ARCHIVE_NOTICE.mailReason(brand.name),
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

const lostFactor: Write<"lost-factor"> = (data, { publicUrl, community: { brand } }) => ({
  subject: `${brand.name}: ${LOST_FACTOR.mailSubject}`,
  summary: LOST_FACTOR.mailSummary,
  heading: TITLES.lostFactor,
  intro: [`Hi ${data.firstName},`, LOST_FACTOR.mailText(brand.name)],
  action: {
    label: LOST_FACTOR.mailAction,
    url: `${publicUrl}/lost-factor?code=${encodeURIComponent(data.code)}`,
  },
  after: [LOST_FACTOR.mailLife(CODE_LIFE), LOST_FACTOR.mailNotYou],
  reason: FACTOR_MAILS.reason(brand.name),
});

const factorReset: Write<"factor-reset"> = (data, { publicUrl, community }) => {
  const { brand, timezone } = community;
  const { subject, heading, text, summary } = RESET_MAILS[data.state];
  const action =
    data.stop === null
      ? safetyAction(publicUrl, data.code)
      : {
          label: RESET_MAILS.stop,
          url: `${publicUrl}/keep-factor?code=${encodeURIComponent(data.stop)}`,
        };
  return {
    subject: `${brand.name}: ${subject}`,
    summary,
    heading,
    intro: [`Hi ${data.firstName},`, text(momentText(new Date(data.endsAt), timezone))],
    action,
    after: data.stop === null ? safetyAfter(community, data.code) : [RESET_MAILS.notYou],
    reason: FACTOR_MAILS.reason(brand.name),
  };
};

/** Puts a template's data into sentences. */
const writeMailContent = (mail: Templated, sender: Sender): MailContent => {
  switch (mail.template) {
    case "verify":
      return verify(mail.data, sender);
    case "reset":
      return reset(mail.data, sender);
    case "claim":
      return claim(mail.data, sender);
    case "browser":
      return browser(mail.data, sender);
    case "guessed":
      return guessed(mail.data, sender);
    case "goodbye":
      return goodbye(mail.data, sender);
    case "security":
      return security(mail.data, sender);
    case "receipt":
      return receipt(mail.data, sender);
    case "erased":
      return erased(mail.data, sender);
    case "merge-code":
      return mergeCode(mail.data, sender);
    case "merged":
      return merged(mail.data, sender);
    case "archive":
      return archive(mail.data, sender);
    case "lost-factor":
      return lostFactor(mail.data, sender);
    case "factor-reset":
      return factorReset(mail.data, sender);
    case "confirm-address":
      return confirmAddressMail(CODE_LIFE)(mail.data, sender);
    case "address-taken":
      return addressTakenMail(mail.data, sender);
    case "address-changed":
      return addressChangedMail(mail.data, sender);
    case "address-reverted":
      return addressRevertedMail(mail.data, sender);
    case "news":
      return newsMail(mail.data, sender);
    case "answer":
      return answerMail(mail.data, sender);
    case "notice":
      return noticeMail(mail.data, sender);
    case "digest":
      return digestMail(mail.data, sender);
    case "strike":
      return strikeMail(mail.data, sender);
    default:
      return passwordChanged(mail.data, sender);
  }
};

/** Sets a template's mail: the subject, and the same facts and link as plain text and as HTML. */
export const renderMail = (mail: Templated, sender: Sender): RenderedMail =>
  setMail(writeMailContent(mail, sender), sender);
