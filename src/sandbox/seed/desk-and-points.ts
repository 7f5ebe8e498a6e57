import { type ExampleTier, HIGH, LOW, MIDDLE } from "#sandbox/community.ts";
import type { EntryKind } from "#shared/constants/points.ts";
import type { LabelColour } from "#shared/constants/queue.ts";
import type { StrikeAct, StrikeTerm } from "#shared/constants/strikes.ts";
import { POINTS } from "#shared/points-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import type { SampleName } from "./accounts.ts";

/** By what the team sorts tickets. */
export const SAMPLE_LABELS = {
  "lost item": "blue",
  "next restart": "yellow",
  "mod author": "orange",
} as const satisfies Record<string, LabelColour>;
export type SampleLabelName = keyof typeof SAMPLE_LABELS;

/** What somebody of the team has written once, to send it often. */
export type SampleReply = {
  by: SampleName;
  daysAgo: number;
  title: string;
  text: string;
  isShared: boolean;
};

export const SAMPLE_REPLIES: readonly SampleReply[] = [
  {
    by: "rowan",
    daysAgo: 39,
    title: "Where to find the log",
    text: "Hello {name}, could you send the last 50 lines of the game's log? On Windows it is in ShooterGame\\Saved\\Logs. Drop the file right here.",
    isShared: true,
  },
  {
    by: "rowan",
    daysAgo: 28,
    title: "Looked at after the restart",
    text: "Thank you, {name}. Ticket {ticket} is on the list for the restart at 4 AM CST. I write here as soon as the server is back.",
    isShared: true,
  },
  {
    by: "sage",
    daysAgo: 12,
    title: "Bedtime",
    text: "I am off for tonight, {name}. Rowan or I go on in the morning.",
    isShared: false,
  },
];

/** Against which rule somebody has acted, and what came of it. */
export type SampleStrike = {
  by: SampleName;
  whom: SampleName;
  daysAgo: number;
  /** The anchor of a rule of the example. */
  ruleId: string;
  reason: string;
  /** For the team alone. */
  remark: string;
  term: StrikeTerm;
  forbids: readonly StrikeAct[];
};

export const SAMPLE_STRIKES: readonly SampleStrike[] = [
  {
    by: "rowan",
    whom: "max",
    daysAgo: 33.5,
    ruleId: "ase-5-3",
    reason: "Two turrets of yours stood inside the wall of the harbour cave on Ragnarok.",
    remark: "Took them down himself, at once. Says the mesh swallowed the foundation.",
    term: "week",
    forbids: ["playing"],
  },
  {
    by: "sage",
    whom: "hollis",
    daysAgo: 11.2,
    ruleId: "minecraft-1-3",
    reason: "You dug a tunnel through Oskar's claim. It was a beautiful tunnel.",
    remark: "Filled in the same evening. No need for more than a warning.",
    term: "warning",
    forbids: [],
  },
];

/** A line of the sample ledger. */
export type SampleCredit = {
  who: SampleName;
  daysAgo: number;
  kind: EntryKind;
  delta: number;
  reason: string;
  /** Where a quarter of an hour was played; absent: none was. */
  played?: { game: string; server: string };
  /** By hand, with the name of the Admin; absent: by the site. */
  by?: SampleName;
};

/** The points of the last months' subscription. */
const months = (
  who: SampleName,
  tier: ExampleTier,
  paidDaysAgo: readonly number[],
): SampleCredit[] =>
  paidDaysAgo.map((daysAgo) => ({
    who,
    daysAgo,
    kind: "subscription",
    delta: tier.monthly_points,
    reason: `${tier.title}: points of the month`,
  }));

/** Votes on the days given, each on another server. */
const VOTED_FOR = ["Ragnarok", "Fjordur", "The Island", "Eco", "Minecraft"] as const;
const votes = (who: SampleName, daysAgo: readonly number[]): SampleCredit[] =>
  daysAgo.map((day, index) => ({
    who,
    daysAgo: day,
    kind: "vote",
    delta: 50,
    reason: `Vote for ${VOTED_FOR[index % VOTED_FOR.length] ?? "Eco"}`,
  }));

/** An evening of play: so many quarter hours, one after the other. */
const evening = (
  who: SampleName,
  daysAgo: number,
  tier: ExampleTier,
  quarters: number,
  server = "ragnarok",
): SampleCredit[] =>
  Array.from({ length: quarters }, (_, index) => ({
    who,
    daysAgo: daysAgo - index / 96,
    kind: "passive",
    delta: tier.quarter_hour_points,
    reason: POINTS.quarterPlayed,
    played:
      server === "minecraft"
        ? { game: "minecraft", server }
        : { game: "ark-se", server: `ark-se-${server}` },
  }));

const bought = (who: SampleName, daysAgo: number, points: number): SampleCredit => ({
  who,
  daysAgo,
  kind: "purchase",
  delta: points,
  reason: `Bought ${numberText(points)} ZP`,
});

const spent = (who: SampleName, daysAgo: number, points: number, what: string): SampleCredit => ({
  who,
  daysAgo,
  kind: "spend",
  delta: -points,
  reason: `Spent in game: ${what}`,
});

const byHand = (who: SampleName, daysAgo: number, delta: number, reason: string): SampleCredit => ({
  who,
  daysAgo,
  kind: "admin",
  delta,
  reason,
  by: "rowan",
});

/** What was added and taken, in no order. */
export const SAMPLE_LEDGER: readonly SampleCredit[] = [
  bought("morgan", 180, 5000),
  ...months("morgan", LOW, [150, 120, 90, 60, 30, 0.5]),
  ...votes("morgan", [41, 36, 31, 27, 23, 20, 16, 12, 9, 6, 3, 1]),
  spent("morgan", 38, 1200, "Rex saddle blueprint"),
  bought("morgan", 28, 5000),
  spent("morgan", 16, 450, "metal starter kit"),
  byHand("morgan", 15, 450, "Metal starter kit that was never delivered"),
  spent("morgan", 14.9, 450, "metal starter kit"),
  ...evening("morgan", 44, LOW, 6),
  ...evening("morgan", 36, LOW, 8, "fjordur"),
  ...evening("morgan", 29, LOW, 12),
  ...evening("morgan", 22, LOW, 7, "minecraft"),
  ...evening("morgan", 17, LOW, 10, "fjordur"),
  ...evening("morgan", 10, LOW, 14),
  ...evening("morgan", 2.1, LOW, 9),

  bought("rowan", 120, 2000),
  ...votes("rowan", [35, 21, 7]),

  ...months("ivy", HIGH, [129, 99, 69, 39, 9]),
  ...votes("ivy", [40, 33, 26, 19, 12, 5]),
  spent("ivy", 34, 3000, "a pair of Gigas"),
  ...evening("ivy", 4.2, HIGH, 7),

  ...months("bram", LOW, [81, 51, 21]),
  ...votes("bram", [22, 15, 8]),
  spent("bram", 11, 900, "egg incubator kit"),

  ...months("tamsin", MIDDLE, [73, 43, 13]),
  byHand("tamsin", 32.9, 50, "Vote for Fjordur that was not counted"),
  byHand("tamsin", 32.9, 50, "Vote for Fjordur under another name"),
  spent("tamsin", 20, 750, "stone building kit"),

  ...votes("oskar", [30, 24, 18, 11, 4]),
  byHand("oskar", 26, 100, "Won the building contest, second place"),

  ...votes("pell", [32, 25, 13]),
  ...months("nadia", MIDDLE, [56, 26]),
  ...evening("nadia", 7.4, MIDDLE, 5),
  ...months("finch", LOW, [34, 4]),
  spent("finch", 17, 300, "fireworks"),
  ...votes("hollis", [28, 17, 9, 2]),
  byHand("hollis", 6, 250, "Drafted the tailings law"),
  ...months("zoe", HIGH, [48, 18]),
  spent("zoe", 10, 1500, "plot of 64 x 64 in the Creative room"),
  ...votes("juniper", [2, 1]),
];

/** The very last line: where it stands, everything else has happened too. */
export const LAST_CREDIT: SampleCredit = {
  who: "max",
  daysAgo: 0,
  kind: "vote",
  delta: 50,
  reason: "Vote for The Island",
};
