import type { SampleName } from "./sample-people.ts";

/** What becomes of an order after its basket was filled. */
export type SampleOrderStep = {
  kind: "pay" | "refund" | "dispute" | "renew" | "cancel" | "end";
  daysAgo: number;
};

/** Something that somebody has bought, or left in its basket. */
export type SampleOrder = {
  who: SampleName;
  daysAgo: number;
  /** Ids of imitated Tebex's packages, and how many of each. */
  items: readonly (readonly [packageId: number, quantity: number])[];
  /** With none the basket stays open. */
  steps: readonly SampleOrderStep[];
};

const MOMENT = 0.002;
const paid = (daysAgo: number): SampleOrderStep => ({ kind: "pay", daysAgo: daysAgo - MOMENT });

const GOLD = 6_036_701;
const POINTS_500 = 6_036_711;
const POINTS_1200 = 6_036_712;
const POINTS_2600 = 6_036_713;
const LIMITED = 6_036_715;

/** What was bought in the last months: a subscription that has ended, a refund, a dispute among it. */
export const SAMPLE_ORDERS: readonly SampleOrder[] = [
  {
    who: "pell",
    daysAgo: 101,
    items: [
      [GOLD, 1],
      [POINTS_500, 1],
    ],
    steps: [
      paid(101),
      { kind: "renew", daysAgo: 71 },
      { kind: "cancel", daysAgo: 55 },
      { kind: "end", daysAgo: 40.5 },
    ],
  },
  {
    who: "morgan",
    daysAgo: 40.2,
    items: [[POINTS_1200, 1]],
    steps: [paid(40.2), { kind: "refund", daysAgo: 38.4 }],
  },
  { who: "oskar", daysAgo: 19.6, items: [[LIMITED, 1]], steps: [paid(19.6)] },
  {
    who: "morgan",
    daysAgo: 12.3,
    items: [
      [POINTS_500, 2],
      [POINTS_1200, 1],
    ],
    steps: [paid(12.3)],
  },
  {
    who: "nadia",
    daysAgo: 6.7,
    items: [[POINTS_1200, 1]],
    steps: [paid(6.7), { kind: "dispute", daysAgo: 1.6 }],
  },
  { who: "zoe", daysAgo: 3.8, items: [[POINTS_500, 1]], steps: [] },
  { who: "morgan", daysAgo: 0.13, items: [[POINTS_2600, 1]], steps: [] },
];
