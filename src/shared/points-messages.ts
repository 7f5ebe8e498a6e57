import type { EntryKind } from "#shared/constants/points.ts";
import { numberText } from "#shared/rules/format.ts";
import { anyOf } from "#shared/rules/text.ts";

/** The statement of points. */
export const STATEMENT = {
  title: "Points",
  label: "Statement",
  ownEyebrow: "Earned and spent",
  eyebrow: "Statement of a member",
  allUsers: "All users",
  seeOwn: "See your own points",
  youHave: "You have",
  has: (name: string | null) => `${name ?? "This member"} has`,
  /** What was played on one day, in hours and minutes. */
  played: (hours: number, minutes: number) =>
    `Played for ${[hours > 0 ? `${hours} h` : "", minutes > 0 ? `${minutes} min` : ""].filter(Boolean).join(" ")}`,
  credits: (count: number) => `${count} credits`,
  download: "Download CSV",
  noMatch: {
    title: "Nothing in this period",
    text: "Try another kind or other days, or show everything.",
  },
} as const;

/** What a member is told when the team changes their points. */
export const POINTS_NOTICES = {
  changed: (delta: number, balance: number, currency: string) => ({
    subject: `${delta > 0 ? "+" : "−"}${numberText(Math.abs(delta))} ${currency}`,
    message: `The team changed your ${currency}. You have ${numberText(balance)} now. Your statement says why.`,
  }),
} as const;

/** Where a statement has no line yet: how points are earned. */
export const NO_POINTS = {
  title: "No points yet",
  text: "Points come from playing here and helping the community grow. They are added through your linked game accounts, so link yours first.",
  ofOther: "No entries yet. What this member earns, buys or spends appears in their statement.",
  vote: {
    title: "Vote",
    text: "Vote for the servers where they are listed. Each vote is credited as soon as its server reports it.",
  },
  play: {
    title: "Play",
    /**
     * @param points least and most for a quarter of an hour, by tier.
     * @param games names of those that earn points, one at least.
     */
    text: ([least, most]: readonly [number, number], currency: string, games: readonly string[]) =>
      `With a subscription, every 15 minutes on ${anyOf(games)} earns ${least === most ? least : `${least} to ${most}`} ${currency}.`,
  },
  subscribe: {
    title: "Subscribe",
    text: "Each month of a subscription begins with points.",
  },
  link: "Link a game account",
} as const;

/** Points, and the statement of them. */
export const POINTS = {
  wholeNumbers: "Points are whole numbers.",
  updated: "Points updated!",
  changedMeanwhile:
    "These points have changed in the meantime. Check them again before you edit them.",
  outOfRange: "Points must be a whole number from 0 to 1,000,000,000.",
  unknownMember: "There is no such member.",
  tooFew: "Not enough points for that.",
  usedReference: "Something else has been credited or spent under this key.",
  setByHand: "Set by an Admin",
  movedAway: "Moved to your other account",
  movedHere: "Moved from your other account",
  quarterPlayed: "15 minutes played",
  loadFailed: "Failed to load the statement of points.",
  exportFailed: "The statement could not be downloaded.",
} as const;

/** The filters of the statement. */
export const STATEMENT_FILTERS = {
  timezone: (timezone: string) => `In the time zone ${timezone}`,
} as const;

/** What kinds of lines are called. */
export const ENTRY_KIND_NAMES: Readonly<Record<EntryKind, string>> = {
  purchase: "Purchase",
  subscription: "Subscription",
  passive: "Time played",
  play: "In-game reward",
  vote: "Vote",
  spend: "Spent in game",
  refund: "Refund",
  admin: "By an Admin",
  merge: "Accounts merged",
};

/** What Admins are told where the ledger was damaged. */
export const LEDGER_ALARM = {
  subject: "The points ledger does not add up",
  message: (broken: string, entries: string, firstId: number | null) =>
    `${broken} of its ${entries} entries do not follow from the ones before them; the first is number ${firstId}. The database was changed by hand, or it is damaged. Health names the accounts.`,
};
