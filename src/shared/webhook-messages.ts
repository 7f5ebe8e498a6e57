import type { WebhookEvent } from "./constants/webhooks.ts";

/** What a webhook can be told, as whoever chooses reads it. */
export const WEBHOOK_EVENT_TEXTS: Readonly<Record<WebhookEvent, { label: string; text: string }>> =
  {
    "ticket.created": { label: "New ticket", text: "Somebody has opened a ticket." },
    "ticket.overdue": {
      label: "Overdue answer",
      text: "A ticket has waited longer than your target.",
    },
    "order.flagged": { label: "Flagged order", text: "A payment that somebody should look at." },
    "server.down": { label: "Server down", text: "A game server does not answer any more." },
    "server.up": { label: "Server up", text: "It answers again." },
    "news.published": { label: "News", text: "A post has appeared." },
    "strike.issued": { label: "Strike", text: "A member was given a strike." },
  };

/** What is said of each event, in the words that a receiver shows. */
export const WEBHOOK_TELLS = {
  ticketCreated: (id: number, subject: string | null) =>
    subject === null ? `New ticket #${id}` : `New ticket #${id}: ${subject}`,
  ticketOverdue: (id: number, subject: string | null) =>
    subject === null
      ? `The answer to ticket #${id} is late`
      : `The answer to ticket #${id} is late: ${subject}`,
  ticketFacts: (facts: readonly string[]) => facts.filter((fact) => fact !== "").join(" · "),
  ticketKept: "Only part of the team may see what it is about.",
  strikeIssued: (id: number, isWarning: boolean) =>
    isWarning ? `Warning #${id}` : `Strike #${id}`,
  strikeText: (
    forbids: readonly string[],
    { until, rule }: { until: string | null; rule: string | null },
  ) =>
    [
      forbids.length === 0
        ? "It forbids nothing."
        : `It forbids ${forbids.join(", ")}${until === null ? "" : ` until ${until}`}.`,
      ...(rule === null ? [] : [`Rule ${rule}.`]),
    ].join(" "),
  orderFlagged: "An order needs a look",
  serverDown: (name: string) => `${name} is down`,
  serverDownText: "It has not answered for a while.",
  serverUp: (name: string) => `${name} is up again`,
  serverUpText: "It answers.",
  trial: "This is a test",
  trialText: (community: string) => `${community} can reach you. Nothing has happened on the site.`,
} as const;

/** The screen with the webhooks, and what is said when something was done there. */
export const WEBHOOKS = {
  eyebrow: "Administration",
  title: "Webhooks",
  intro:
    "Discord or a program of yours is told when something happens here. Each delivery to a program of yours is signed, so that it can tell ours from anybody else's.",
  label: "Webhooks",
  make: "New webhook",
  empty: {
    title: "No webhooks yet",
    text: "Paste the address of a Discord webhook, and your team's channel hears of new tickets and of servers that are down.",
    action: "Make the first one",
  },
  failed: "We could not load the webhooks.",
  deliveriesFailed: "We could not load what was sent.",
  noDeliveries: "Nothing has been sent yet.",
  deliveries: "What was sent, newest first",
  kinds: { discord: "Discord", https: "Signed JSON" },
  states: { waiting: "Waiting", sent: "Sent", failed: "Not sent" },
  active: "Active",
  paused: "Paused",
  failing: (count: number) => (count === 1 ? "1 failure in a row" : `${count} failures in a row`),
  lastSent: "Last sent",
  neverSent: "Never sent",
  more: "Show older ones",
  tell: "Is told of",
  to: "Address",
  attempt: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
  nextAttempt: "Tried again",
  test: "Send a test",
  testThis: (name: string) => `Send a test to ${name}`,
  edit: "Edit",
  editThis: (name: string) => `Edit ${name}`,
  pause: "Pause",
  pauseThis: (name: string) => `Pause ${name}`,
  resume: "Resume",
  resumeThis: (name: string) => `Resume ${name}`,
  remove: "Remove",
  removeThis: (name: string) => `Remove ${name}`,
  again: "Send again",
  againThis: (title: string) => `Send again: ${title}`,
  tested: "The test has arrived.",
  testFailed: (reason: string) => `The test has not arrived: ${reason}`,
  saved: "Webhook saved.",
  pausedNow: "Paused. Nothing is sent until you resume it.",
  resumed: "Resumed. What waited is sent now.",
  removed: "Webhook removed.",
  queuedAgain: "It is sent again now.",
  changeFailed: "That did not work. Please try again.",
  removeQuestion: {
    title: "Remove this webhook?",
    text: "Nothing is sent to it any more, and what waits is dropped.",
    action: "Remove webhook",
  },
  unknown: "There is no such webhook.",
  unknownDelivery: "There is no such delivery that could be sent again.",
  tooMany: (max: number) => `There are ${max} webhooks already. Remove one first.`,
} as const;

/** The form of one. */
export const WEBHOOK_FORM = {
  newTitle: "New webhook",
  editTitle: "Edit webhook",
  intro:
    "In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL. Any other address must begin with https://.",
  name: "Name",
  nameHint: "For you alone, such as #team-alerts.",
  nameMissing: "Please enter a name.",
  url: "Address",
  urlHint: "It is kept encrypted and never shown again.",
  urlKept: "Leave it empty to keep the present one.",
  urlMissing: "Please paste the address.",
  events: "Tell it of",
  eventsMissing: "Please choose at least one.",
  save: "Save webhook",
  saveFailed: "The webhook was not saved. Please try again.",
  secretTitle: (name: string) => `The secret of ${name}`,
  secretText:
    "This is shown this once. With it your program checks that a delivery came from here and was not changed.",
  copy: "Copy secret",
  copyRefused: "Your browser does not let us copy. Select the secret and copy it yourself.",
  discordMade: "Webhook saved. Send a test to see it in your channel.",
} as const;

/** What is wrong with an address. */
export const WEBHOOK_ADDRESSES = {
  notHttps: "The address must begin with https://.",
  withPassword: "The address must not contain a user name or password.",
  withPort: "The address must not name a port other than 443.",
  privateHost: "The address leads into a private network.",
} as const;

/** Why a delivery has not arrived, in words of ours. */
export const WEBHOOK_ERRORS = {
  status: (status: number) => `answered ${status}`,
  timeout: "no answer in time",
  unreachable: "could not be reached",
  privateHost: "leads into a private network",
  redirect: "answered with a redirect, which is not followed",
  tooLate: "given up after a day",
  unreadable: "its address cannot be read any more; enter it again",
} as const;

export const WEBHOOK_NOTIFICATIONS = {
  paused: (name: string, error: string) => ({
    subject: "A webhook is paused",
    message: `Nothing is sent to “${name}” any more, since too many deliveries have failed in a row; the last one ${error}. Once it works again, resume it on the Webhooks screen.`,
  }),
} as const;
