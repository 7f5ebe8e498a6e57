import { numberText } from "#shared/rules/format.ts";

/** What is said of the mails of posts. */
export const NEWSLETTER = {
  unknownPost: "There is no such post.",
  notPublished: "Publish the post first: the email leads to it.",
  mailOff: "This site sends no email at the moment.",
  nobody: "Nobody has agreed to news by email yet.",
  started: "The emails are on their way.",
  goesOn: "The rest of the emails is on its way.",
  alreadyMailed: "This post was mailed already: nobody gets it twice.",
  notRunning: "This mailing is not running.",
  stopped: "The mailing is stopped. What was sent stays sent.",
  testSent: (address: string) => `A test is on its way to ${address}.`,
} as const;

/** The mail itself. */
export const NEWS_MAIL = {
  action: "Read it on the site",
  reason: (brand: string) =>
    `You get this email because you agreed to news by email from ${brand}.`,
  unsubscribe: "Unsubscribe",
  sentBy: (operator: string, contact: string) => `Sent by ${operator}, ${contact}`,
} as const;

/** The part of a post's page that mails it. */
export const MAILING = {
  title: "Send it by email",
  intro: (people: number) =>
    people === 1
      ? "One member has agreed to news by email."
      : `${numberText(people)} members have agreed to news by email.`,
  audience: "Who they are",
  unpublished:
    "Once the post is published you can send it to everyone who agreed to news by email.",
  preview: "Preview",
  previewTitle: "The email as it will arrive",
  previewFailed: "The preview could not be made.",
  test: "Send a test to me",
  send: (people: number) => `Send to ${numberText(people)}`,
  question: (people: number) =>
    people === 1
      ? "Send this post to one member?"
      : `Send this post to ${numberText(people)} members?`,
  consequences:
    "Each gets one email, once. It goes out step by step, and you can stop it; what was sent cannot be taken back.",
  confirm: "Yes, send it",
  failed: "That did not work.",
  loadFailed: "The mailing could not be loaded.",
  progress: "Progress",
  states: { sending: "Being sent", stopped: "Stopped", done: "Finished" },
  counts: {
    sent: "Sent",
    queued: "Waiting",
    left: "Still to come",
    failed: "Failed",
    skipped: "Left out",
  },
  skippedHint: "Left out: withdrew before their email was sent.",
  failures: "Why some failed",
  failedMails: "See all failed emails",
  unknownError: "Not known whether it was delivered",
  stop: "Stop",
  stopQuestion: "Stop sending this post?",
  stopText: "Those who have not got it yet get nothing, unless you go on later.",
  stopAction: "Yes, stop it",
  goOn: "Go on",
} as const;

/** The page that ends news by email. */
export const UNSUBSCRIPTION = {
  title: "Unsubscribe",
  question: (brand: string) => `End the news by email from ${brand}?`,
  text: "You keep getting the emails that your account needs, such as a new password.",
  action: "Unsubscribe",
  doneTitle: "You are unsubscribed",
  done: (brand: string) => `You get no more news by email from ${brand}.`,
  again: "You can turn it on again in the Privacy tab of your settings.",
  invalidTitle: "This link does not work",
  invalid:
    "It may have been cut off. Open it from the email again, or turn the news off in the Privacy tab of your settings.",
} as const;

/** The list of those who agreed. */
export const MAILING_LIST = {
  csv: "Mailing list",
  /** Of the file. */
  columns: [
    "ID",
    "Email",
    "First name",
    "Last name",
    "Agreed at (UTC)",
    "Version of the text",
    "How",
    "Unsubscribe",
  ],
  filter: "News by email",
  all: "News or none",
  agreed: "Agreed to news",
} as const;
