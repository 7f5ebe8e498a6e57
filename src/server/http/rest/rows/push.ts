import { PUSH } from "#shared/push-messages.ts";
import type { SiteRow } from "./site-row.ts";

const about = { section: "Push" } as const;

/** The browsers of a member that push reaches. */
export const PUSH_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/push/subscriptions",
    procedure: "push.list",
    summary: "The member's browsers that push reaches, and the key with which one subscribes.",
    reply: "json",
  },
  {
    ...about,
    method: "POST",
    path: "/push/subscriptions",
    procedure: "push.subscribe",
    summary:
      "Adds the browser, or says that it is still there; the body is what `PushSubscription.toJSON()` gives.",
    reply: "json",
    refuses: { 429: "Too many of them; `Retry-After` says in how many seconds to try again." },
  },
  {
    ...about,
    method: "DELETE",
    path: "/push/subscriptions/{id}",
    procedure: "push.unsubscribe",
    summary: "Takes one of the member's browsers away.",
    reply: "empty",
    unknown: PUSH.unknown,
  },
];
