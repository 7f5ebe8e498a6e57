import type { Sample } from "./account-samples.ts";

/** Calls about what people are told, and how. */
export const NOTICE_SAMPLES = {
  "notifications.list": { input: () => ({}), admin: 200 },
  "notifications.unread": {},
  "notifications.markRead": {
    input: ({ notification }) => ({ notificationId: notification }),
    others: 404,
  },
  "notifications.markAllRead": {},
  "notifications.markTicketRead": { input: ({ ticket }) => ({ ticketId: ticket }) },
  "notifications.create": {
    input: () => ({ subject: "News", message: "Soon.", isGlobal: true }),
  },
  "notifications.remove": { input: ({ notification }) => ({ id: notification }), admin: 200 },
  "notifications.sent": { input: () => ({}) },
  // It was written by the site.
  "notifications.withdraw": { input: ({ notification }) => ({ id: notification }), status: 404 },
  "notifications.targets": { input: () => ({}) },
  "preferences.read": {},
  "preferences.save": { input: () => ({ choices: { tickets: { mail: false } } }) },
  "push.list": {},
  "push.subscribe": {
    input: () => ({ endpoint: "https://push.example.net/p/1", keys: { p256dh: "BA", auth: "AA" } }),
    status: 400,
  },
  "push.unsubscribe": { input: () => ({ id: 1_000_000 }), status: 404 },
  "push.sendTest": { status: 409 },
} as const satisfies Readonly<Record<string, Sample>>;
