import type { LabelColour } from "#shared/constants/queue.ts";
import type { StrikeAct, StrikeTerm } from "#shared/constants/strikes.ts";
import type { SampleName } from "./sample-accounts.ts";

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
