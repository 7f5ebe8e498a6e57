import type { MailedTopic } from "./constants/notices.ts";

/** How somebody is told: what the use cases answer. */
export const PREFERENCES = {
  sameTime: "Quiet hours cannot begin and end at the same time.",
  unknownZone: "There is no such time zone.",
} as const;

/** What ends mails of one topic with one click. */
const TOPIC_MAILS: Readonly<Record<MailedTopic, string>> = {
  tickets: "emails about tickets",
  points: "emails about your points",
  shop: "emails about your purchases",
};

/** Mails of what somebody has not read on the site. */
export const NOTICE_MAIL = {
  answerSubject: (ticketId: number, subject: string) => `Re: ${subject} (ticket #${ticketId})`,
  answerHeading: (count: number) => (count === 1 ? "A new answer for you" : "New answers for you"),
  answerSummary: (author: string) => `${author} has answered your ticket.`,
  wrote: (author: string, time: string) => `${author} wrote on ${time}:`,
  pictures: (count: number) =>
    count === 1 ? "[A picture: see it on the site]" : `[${count} pictures: see them on the site]`,
  files: (count: number) =>
    count === 1 ? "[A file: see it on the site]" : `[${count} files: see them on the site]`,
  more: (count: number) =>
    count === 1
      ? "There is one more. Open the site to see it."
      : `There are ${count} more. Open the site to see them.`,
  answerAction: "Open the ticket",
  noticeAction: "See it on the site",
  digestSubject: (brand: string, count: number) =>
    count === 1 ? `${brand}: one thing that is new` : `${brand}: ${count} things that are new`,
  digestHeading: "What is new",
  digestSummary: "What you have not read on the site yet.",
  digestTicket: (ticketId: number, subject: string) => `Ticket #${ticketId}: ${subject}`,
  digestAction: "Open your notifications",
  noReplies: "Nobody reads replies to this email. Answer on the site, where the team sees it.",
  answerReason: (brand: string) =>
    `You got this email because you had not read an answer on a ticket at ${brand} after ten minutes.`,
  noticeReason: (brand: string) =>
    `You got this email because you had not read this at ${brand} after ten minutes.`,
  sentBy: (operator: string, contactEmail: string) => `Sent by ${operator}, ${contactEmail}.`,
  unsubscribe: (topic: MailedTopic | null) =>
    topic === null ? "Turn off these emails" : `Turn off ${TOPIC_MAILS[topic]}`,
} as const;

/** The page that ends such mails. */
export const NOTICE_UNSUBSCRIPTION = {
  question: (topic: MailedTopic | null, brand: string) =>
    topic === null
      ? `End the emails about what you have not read at ${brand}?`
      : `End ${TOPIC_MAILS[topic]} from ${brand}?`,
  text: "You keep getting the emails that your account needs, and everything stays on the site.",
  action: "Turn them off",
  doneTitle: "They are turned off",
  done: (topic: MailedTopic | null, brand: string) =>
    topic === null
      ? `You get no more emails about what you have not read at ${brand}.`
      : `You get no more ${TOPIC_MAILS[topic]} from ${brand}.`,
  again: "You can turn them on again in the Notifications tab of your settings.",
} as const;
