import type { SiteRow } from "#server/http/rest/row.ts";
import { STRIKES } from "#shared/strike-messages.ts";

const about = { section: "Strikes" } as const;
const one = { ...about, reply: "json", unknown: STRIKES.unknown } as const;
const TOO_MANY = "Too many of them; `Retry-After` says in how many seconds to try again.";

/** What the team issues and lifts, and what members see of their own. */
export const STRIKE_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/strikes",
    procedure: "strikes.list",
    summary: "Strikes, newest first. For the team.",
    reply: "list",
  },
  {
    ...about,
    method: "GET",
    path: "/strikes/mine",
    procedure: "strikes.mine",
    summary: "One's own strikes, newest first.",
    reply: "list",
  },
  {
    ...about,
    method: "GET",
    path: "/strikes/standing",
    procedure: "strikes.standing",
    summary: "What one is kept from now, and until when.",
    reply: "json",
  },
  {
    ...about,
    method: "GET",
    path: "/strikes/rules",
    procedure: "strikes.rules",
    summary: "The community's numbered rules, of which a strike names one. For the team.",
    reply: "json",
  },
  {
    ...one,
    method: "GET",
    path: "/strikes/{id}",
    procedure: "strikes.byId",
    summary: "One strike. For the team.",
  },
  {
    ...about,
    method: "POST",
    path: "/strikes",
    procedure: "strikes.issue",
    summary:
      "Issues a strike. The member is told at once. The same `idempotencyKey` again issues nothing, and is answered as the first time.",
    reply: "json",
    status: 201,
    refuses: { 404: STRIKES.unknownMember, 429: TOO_MANY },
  },
  {
    ...one,
    method: "POST",
    path: "/strikes/{id}/lift",
    procedure: "strikes.lift",
    summary: "Lifts a strike. It is never changed otherwise.",
    refuses: { 409: "It was lifted, or has expired.", 429: TOO_MANY },
  },
];
