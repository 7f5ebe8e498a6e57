import type { NoticeTopic } from "./constants/notices.ts";
import type { NotificationKind } from "./constants/notifications.ts";

/** Browsers that are reached by push: what the use cases answer. */
export const PUSH = {
  unknown: "This browser is not among those that are notified.",
  badEndpoint: "This browser's push service is not one that the site knows.",
  badKeys: "The browser's keys cannot be used.",
  none: "No browser of yours is notified yet.",
  testQueued: "A test is on its way. It arrives within a few seconds.",
} as const;

const ON_TICKET: Partial<Readonly<Record<NotificationKind, (ticketId: number) => string>>> = {
  ticket: (ticketId) => `Ticket #${ticketId} was opened.`,
  mention: (ticketId) => `You were mentioned on ticket #${ticketId}.`,
  reply: (ticketId) => `There is an answer on ticket #${ticketId}.`,
  assignment: (ticketId) => `You were added to ticket #${ticketId}.`,
  closing: (ticketId) => `Ticket #${ticketId} was closed.`,
};

const ABOUT: Readonly<Record<NoticeTopic, string>> = {
  tickets: "There is something new in your tickets.",
  points: "Your points have changed.",
  shop: "There is something new about your purchases.",
  // Not more: others may see the screen.
  strikes: "There is something new about your account.",
  news: "There is news for you.",
};

/** What a push says: that there is something, and nothing of it, as others may see the screen [PUSH-10]. */
export const PUSH_SENTENCES = {
  about: (topic: NoticeTopic, kind: NotificationKind, ticketId: number | null) =>
    ticketId === null
      ? ABOUT[topic]
      : (ON_TICKET[kind]?.(ticketId) ?? `There is something new on ticket #${ticketId}.`),
  test: "This is a test. Notifications reach this browser.",
} as const;
