import { z } from "zod";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { ADDRESS_MAILS } from "#shared/address-messages.ts";
import { LENGTHS, SIGNOUT_TTL_MS, UNSUBSCRIBE_PATH } from "#shared/constants/accounts.ts";
import { RESET_STATES } from "#shared/constants/factors.ts";
import { NEWS_MAX } from "#shared/constants/lists.ts";
import { NEWS_MAIL_PARAGRAPHS_MAX } from "#shared/constants/mail.ts";
import { MAILED_TOPICS, type MailedTopic, NOTICES_PER_MAIL } from "#shared/constants/notices.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { SECURITY_MAIL, SECURITY_MAILS, SECURITY_PLACES } from "#shared/factor-messages.ts";
import { NEWS_MAIL } from "#shared/newsletter-messages.ts";
import { NOTICE_MAIL } from "#shared/notification-messages.ts";
import { STRIKE_MAIL } from "#shared/strike-messages.ts";
import { type MailContent, momentText, type Sender, wordsOf } from "./content.ts";

export const firstNameSchema = () => z.string().trim().min(1).max(100);
export const secretSchema = () => z.string().min(1).max(512);

/** From where something was done, and by whom, where that was not the account's owner. */
export const mailPlace = () =>
  z.object({
    by: z.enum(["owner", "team", "site"]),
    browser: z.string().max(100).nullable(),
    network: z.string().max(64).nullable(),
  });
export type MailPlace = z.output<ReturnType<typeof mailPlace>>;

/** Mails that were queued before they had a place and a link that ends all sessions lack both. */
export const safety = () => ({
  place: mailPlace().optional(),
  code: secretSchema().optional(),
});

/** Who did it, and from where, as the end of a sentence. */
export const whereText = ({ by, browser, network }: MailPlace): string =>
  by === "owner" ? SECURITY_PLACES.from(browser, network) : SECURITY_PLACES.by[by];

/**
 * Says from where something was done before the last paragraph of the community's words, which leads to the link.
 * @param sentence null where nothing is known of it.
 */
export const placed = <Words extends Pick<MailContent, "intro">>(
  words: Words,
  sentence: string | null,
): Words => {
  if (sentence === null) return words;
  const last = Math.max(words.intro.length - 1, 1);
  return { ...words, intro: words.intro.toSpliced(last, 0, sentence) };
};

/** The one link of a security mail; where it was queued without one, that to a new password. */
export const safetyAction = (publicUrl: string, code: string | undefined): MailContent["action"] =>
  code === undefined
    ? { label: ACCOUNT_SCREENS.setPassword, url: `${publicUrl}/forgot-password` }
    : {
        label: SECURITY_MAIL.action,
        url: `${publicUrl}/end-sessions?code=${encodeURIComponent(code)}`,
      };

/** What stands below that link. */
export const safetyAfter = ({ brand }: Sender["community"], code: string | undefined): string[] => [
  ...(code === undefined ? [] : [SECURITY_MAIL.life(SIGNOUT_TTL_MS / DAY_MS)]),
  SECURITY_MAIL.wrong(brand.contactEmail),
];

/** What the mails about a change of address have to be told. */
export const addressData = () => ({
  /** To the new address: proves it. Nothing of the account, which may be a stranger's. */
  "confirm-address": z.object({ code: secretSchema() }),
  /** To an address that somebody has already. */
  "address-taken": z.object({}),
  /** To the former address: what takes the change back. */
  "address-changed": z.object({
    firstName: firstNameSchema(),
    at: z.iso.datetime(),
    until: z.iso.datetime(),
    place: mailPlace(),
    code: secretSchema(),
  }),
  /** To the address that an account had until its change was taken back. */
  "address-reverted": z.object({ firstName: firstNameSchema(), at: z.iso.datetime() }),
});

/** What the mails about a lost second factor have to be told. */
export const factorData = () => ({
  /** To somebody who has lost the second factor: begins its removal. */
  "lost-factor": z.object({ firstName: firstNameSchema(), code: secretSchema() }),
  /** To somebody whose second factor is to be removed, or was; with what stops it, while that can be. */
  "factor-reset": z.object({
    firstName: firstNameSchema(),
    state: z.enum(RESET_STATES),
    endsAt: z.iso.datetime(),
    stop: z.nullable(secretSchema()),
    /** What ends all sessions, once the factor is removed. */
    code: z.optional(secretSchema()),
  }),
});

type Write<Name extends keyof ReturnType<typeof addressData>> = (
  data: z.output<ReturnType<typeof addressData>[Name]>,
  sender: Sender,
) => MailContent;

/** @param life how long the link works, in words. */
export const confirmAddressMail =
  (life: string): Write<"confirm-address"> =>
  ({ code }, { publicUrl, community: { brand } }) => {
    const { subject, text, reason, ...words } = ADDRESS_MAILS.confirm;
    return {
      subject: subject(brand.name),
      summary: words.summary,
      heading: words.heading,
      intro: ["Hi,", text(brand.name)],
      action: {
        label: words.action,
        url: `${publicUrl}/confirm-address?code=${encodeURIComponent(code)}`,
      },
      after: [words.life(life), words.notYou],
      reason: reason(brand.name),
    };
  };

export const addressTakenMail: Write<"address-taken"> = (
  _data,
  { publicUrl, community: { brand } },
) => {
  const { subject, text, summary, heading, mine, action, notYou } = ADDRESS_MAILS.taken;
  return {
    subject: subject(brand.name),
    summary,
    heading,
    intro: ["Hi,", text(brand.name)],
    action: { label: action, url: `${publicUrl}/login` },
    after: [mine, notYou],
    reason: ADDRESS_MAILS.confirm.reason(brand.name),
  };
};

export const addressChangedMail: Write<"address-changed"> = (data, { publicUrl, community }) => {
  const { brand, mails, timezone } = community;
  const { what, heading } = SECURITY_MAILS.addressChanged;
  const { happened, text, summary, action, life, reserved } = ADDRESS_MAILS.changed;
  const until = momentText(new Date(data.until), timezone);
  const facts = {
    what,
    time: momentText(new Date(data.at), timezone),
    place: whereText(data.place),
  };
  return {
    // The community's own words lead to another link.
    subject: wordsOf(mails.security, community, data.firstName, facts).subject,
    intro: [`Hi ${data.firstName},`, happened(brand.name, facts), text(until)],
    summary,
    heading,
    action: {
      label: action,
      url: `${publicUrl}/revert-address?code=${encodeURIComponent(data.code)}`,
    },
    after: [life, reserved(until), SECURITY_MAIL.wrong(brand.contactEmail)],
    reason: SECURITY_MAIL.reason(brand.name),
  };
};

export const addressRevertedMail: Write<"address-reverted"> = (data, { publicUrl, community }) => {
  const { brand, timezone } = community;
  const { subject, heading, summary, text, action, notYou } = ADDRESS_MAILS.reverted;
  return {
    subject: subject(brand.name),
    summary,
    heading,
    intro: [`Hi ${data.firstName},`, text(momentText(new Date(data.at), timezone))],
    action: { label: action, url: publicUrl },
    after: [notYou(brand.contactEmail)],
    reason: SECURITY_MAIL.reason(brand.name),
  };
};

/** What the mail of a post has to be told. */
export const newsMailData = () =>
  z.object({
    firstName: firstNameSchema(),
    /** Whose consent it is sent for; null for a test that somebody sends to themselves. */
    userId: z.string().max(64).nullable(),
    title: z.string().min(1).max(NEWS_MAX.title),
    paragraphs: z.array(z.string().max(NEWS_MAX.text)).max(NEWS_MAIL_PARAGRAPHS_MAX),
    slug: z.string().min(1).max(NEWS_MAX.slug),
    /** By which they end it. */
    token: secretSchema(),
  });

/** A post as its mail tells it, with what ends such mails. */
export const newsMail = (
  data: z.output<ReturnType<typeof newsMailData>>,
  { publicUrl, community: { brand } }: Sender,
): MailContent => ({
  subject: data.title,
  summary: data.paragraphs[0] ?? data.title,
  heading: data.title,
  intro: data.paragraphs,
  action: { label: NEWS_MAIL.action, url: `${publicUrl}/news/${data.slug}` },
  after: [],
  reason: NEWS_MAIL.reason(brand.name),
  list: {
    sentBy: NEWS_MAIL.sentBy(brand.operator, brand.contactEmail),
    unsubscribe: {
      label: NEWS_MAIL.unsubscribe,
      url: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(data.token)}`,
    },
  },
});

/** What the mail about a strike has to be told: one that was issued, or lifted. */
export const strikeMailData = () =>
  z.object({
    firstName: firstNameSchema(),
    strikeId: z.int(),
    isLifted: z.boolean(),
    subject: z.string().min(1).max(100),
    /** What it forbids, until when and why. */
    paragraphs: z.array(z.string().max(1500)).min(1).max(6),
  });

/** A strike as its mail tells it. */
export const strikeMail = (
  data: z.output<ReturnType<typeof strikeMailData>>,
  { publicUrl, community: { brand } }: Sender,
): MailContent => ({
  subject: STRIKE_MAIL.subject(brand.name, data.subject),
  summary: data.isLifted ? STRIKE_MAIL.liftedSummary : STRIKE_MAIL.summary,
  heading: data.subject,
  intro: [`Hi ${data.firstName},`, ...data.paragraphs],
  action: { label: STRIKE_MAIL.action, url: `${publicUrl}/member/strikes#strike-${data.strikeId}` },
  after: [],
  reason: STRIKE_MAIL.reason(brand.name),
});

/** What the mails have to be told of what somebody has not read. */
export const noticeData = () => {
  /** Whose mail it is, for whom it must still be wanted when it is sent, and by what they end such mails. */
  const reader = {
    firstName: firstNameSchema(),
    userId: z.string().max(64),
    unsubscribe: secretSchema(),
  };
  const answer = z.object({
    /** Of the message; those that were queued by an earlier version have none. */
    messageId: z.optional(z.int()),
    author: z.string().max(2 * LENGTHS.name + 1),
    at: z.iso.datetime(),
    text: z.string().max(LENGTHS.message),
    pictures: z.int().min(0).max(100),
    /** Text files. */
    files: z.int().min(0).max(100),
  });
  /** Answers on one ticket, the oldest first, and how many there are besides. */
  const answered = z.object({
    ticketId: z.int(),
    subject: z.string().max(LENGTHS.ticketSubject),
    answers: z.array(answer).max(NOTICES_PER_MAIL),
    more: z.int().min(0),
  });
  const told = z.object({
    /** The ticket that it is about. */
    ticketId: z.optional(z.nullable(z.int())),
    subject: z.string().max(LENGTHS.notificationSubject),
    message: z.string().max(LENGTHS.notificationMessage),
    /** A path of the site, or an https address; null for nowhere. */
    link: z.nullable(z.string().max(LENGTHS.notificationLink)),
  });
  return {
    /** To somebody on a ticket who has not read what others wrote there. */
    answer: z.object({ ...reader, ...answered.shape }),
    /** To somebody who chose mails for what else they are told. */
    notice: z.object({ ...reader, topic: z.enum(MAILED_TOPICS), ...told.shape }),
    /** All of it in one mail, for whoever chose that. */
    digest: z.object({
      ...reader,
      tickets: z.array(answered).max(NOTICES_PER_MAIL),
      notices: z.array(told).max(NOTICES_PER_MAIL),
      more: z.int().min(0),
    }),
  };
};

type NoticeData = ReturnType<typeof noticeData>;
type Data<Name extends keyof NoticeData> = z.output<NoticeData[Name]>;
type Answered = Data<"digest">["tickets"][number];

const answersText = ({ answers, more }: Answered, timeZone: string): string[] => [
  ...answers.flatMap(({ author, at, text, pictures, files }) => [
    NOTICE_MAIL.wrote(author, momentText(new Date(at), timeZone)),
    ...(text === "" ? [] : [text]),
    ...(pictures === 0 ? [] : [NOTICE_MAIL.pictures(pictures)]),
    ...(files === 0 ? [] : [NOTICE_MAIL.files(files)]),
  ]),
  ...(more === 0 ? [] : [NOTICE_MAIL.more(more)]),
];

const ticketUrl = (publicUrl: string, ticketId: number): string =>
  `${publicUrl}/member/tickets/ticket/${ticketId}`;

/** Where a notification leads, as a mail needs it. */
const urlOf = (link: string | null, publicUrl: string): string => {
  if (link === null) return `${publicUrl}/member/notifications`;
  return link.startsWith("/") ? publicUrl + link : link;
};

const endOf = (
  { publicUrl, community: { brand } }: Sender,
  token: string,
  topic: MailedTopic | null,
): Pick<MailContent, "noReplies" | "list"> => ({
  noReplies: NOTICE_MAIL.noReplies,
  list: {
    sentBy: NOTICE_MAIL.sentBy(brand.operator, brand.contactEmail),
    unsubscribe: {
      label: NOTICE_MAIL.unsubscribe(topic),
      url: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`,
    },
  },
});

/** What others wrote on a ticket, with the way there. */
export const answerMail = (data: Data<"answer">, sender: Sender): MailContent => {
  const { publicUrl, community } = sender;
  return {
    subject: NOTICE_MAIL.answerSubject(data.ticketId, data.subject),
    summary: NOTICE_MAIL.answerSummary(data.answers.at(-1)?.author ?? community.brand.name),
    heading: NOTICE_MAIL.answerHeading(data.answers.length + data.more),
    intro: [],
    before: [`Hi ${data.firstName},`, ...answersText(data, community.timezone)],
    action: { label: NOTICE_MAIL.answerAction, url: ticketUrl(publicUrl, data.ticketId) },
    after: [],
    reason: NOTICE_MAIL.answerReason(community.brand.name),
    ...endOf(sender, data.unsubscribe, "tickets"),
  };
};

/** One thing that somebody was told on the site. */
export const noticeMail = (data: Data<"notice">, sender: Sender): MailContent => ({
  subject: data.subject,
  summary: data.message,
  heading: data.subject,
  intro: [],
  before: [`Hi ${data.firstName},`, data.message],
  action: { label: NOTICE_MAIL.noticeAction, url: urlOf(data.link, sender.publicUrl) },
  after: [],
  reason: NOTICE_MAIL.noticeReason(sender.community.brand.name),
  ...endOf(sender, data.unsubscribe, data.topic),
});

/** Everything that somebody has not read, in one mail. */
export const digestMail = (data: Data<"digest">, sender: Sender): MailContent => {
  const { publicUrl, community } = sender;
  const { name } = community.brand;
  const { tickets, notices, more } = data;
  return {
    subject: NOTICE_MAIL.digestSubject(name, tickets.length + notices.length + more),
    summary: NOTICE_MAIL.digestSummary,
    heading: NOTICE_MAIL.digestHeading,
    intro: [],
    before: [
      `Hi ${data.firstName},`,
      ...tickets.flatMap((ticket) =>
        [
          `${NOTICE_MAIL.digestTicket(ticket.ticketId, ticket.subject)}\n${ticketUrl(publicUrl, ticket.ticketId)}`,
        ].concat(answersText(ticket, community.timezone)),
      ),
      ...notices.map(
        ({ subject, message, link }) => `${subject}\n${message}\n${urlOf(link, publicUrl)}`,
      ),
      ...(more === 0 ? [] : [NOTICE_MAIL.more(more)]),
    ],
    action: { label: NOTICE_MAIL.digestAction, url: `${publicUrl}/member/notifications` },
    after: [],
    reason: NOTICE_MAIL.noticeReason(name),
    ...endOf(sender, data.unsubscribe, null),
  };
};
