import { HIGH } from "#sandbox/community.ts";
import type { SampleName } from "./accounts.ts";
import {
  LAST_CREDIT,
  SAMPLE_LEDGER,
  SAMPLE_REPLIES,
  SAMPLE_STRIKES,
  type SampleCredit,
  type SampleReply,
  type SampleStrike,
} from "./desk-and-points.ts";
import { SAMPLE_ORDERS, type SampleOrder, type SampleOrderStep } from "./shopping.ts";
import { SAMPLE_TICKETS } from "./tickets/index.ts";
import type { After, SampleTicket, TicketStep } from "./tickets/ticket.ts";

/** What the Admin has written to members. */
type SampleNews = {
  daysAgo: number;
  to: "everyone" | readonly SampleName[];
  subject: string;
  message: string;
  /** Where it leads. */
  link?: string;
};

/** Six weeks of news, the oldest first. */
export const SAMPLE_NEWS: readonly SampleNews[] = [
  {
    daysAgo: 41,
    to: "everyone",
    subject: "Fjordur joins the cluster",
    link: "/#ServerListDisplay",
    message:
      "The twelfth map of our Ark:SE cluster is up. Characters, dinos and items travel there from every other map, and votes for it count from today.",
  },
  {
    daysAgo: 37,
    to: "everyone",
    subject: "Restart an hour later tonight",
    message:
      "The machines get new memory tonight. All servers restart at 5 AM CST instead of 4 AM and stay down for about twenty minutes. Please have your dinos on solid ground.",
  },
  {
    daysAgo: 34,
    to: ["ivy", "zoe"],
    subject: "Your own channel is ready",
    message: `Thank you for carrying ${HIGH.name}. Your private channel in Discord is called #the-high-branch. Tell me if you can't see it.`,
  },
  {
    daysAgo: 30,
    to: "everyone",
    subject: "Building contest: a lighthouse",
    message:
      "Build a lighthouse on any of our servers until the end of the month. Post a picture in #contest. The first three get 200, 100 and 50 ZP, and the best one gets a place on the home island of the Creative room.",
  },
  {
    daysAgo: 26,
    to: ["oskar"],
    subject: "Second place for your lighthouse",
    message:
      "Congratulations, Oskar! The jury loved the stairs. 100 ZP are on your account, and the lamp may keep blinking at night.",
  },
  {
    daysAgo: 25,
    to: "everyone",
    subject: "Rules: what a FOB is",
    link: "/rules?tab=ASE",
    message:
      "We have written down what was always meant: a forward base has no ORP attached, third parties keep out while its raid runs, and it is fair game for everyone afterwards. The rules page has the words.",
  },
  {
    daysAgo: 21,
    to: "everyone",
    subject: "Double votes on the weekend",
    message:
      "From Friday 6 PM to Sunday midnight CST every vote counts twice. One vote per server and day, as always.",
  },
  {
    daysAgo: 17,
    to: ["hollis", "nadia", "pell", "ivy"],
    subject: "Eco: the meteor is 20 days away",
    message:
      "The laser needs two more computers and somebody who can make them. If you are near a workshop, have a look at the contract board at the town hall.",
  },
  {
    daysAgo: 13,
    to: "everyone",
    subject: "Monthly wipe vote on Ark:SA",
    message:
      "The vote is open until Sunday, 8 PM CST. A wipe takes 70 % and would come a week later. Whoever is happy with the world as it is votes no.",
  },
  {
    daysAgo: 10,
    to: "everyone",
    subject: "No wipe this month",
    message:
      "41 % were for it, 70 % would have been needed. The Ark:SA servers stay as they are. Thank you for voting, 96 of you did.",
  },
  {
    daysAgo: 7,
    to: ["morgan", "bram", "finch", "tamsin"],
    subject: "Test team for the new wyverns",
    message:
      "You hatch more eggs than the rest of us together. Would you try the next version of the wyvern mod before everyone else gets it? A test server is up for you, its address is pinned in #egg-lab.",
  },
  {
    daysAgo: 5,
    to: "everyone",
    subject: "Tickets instead of private messages",
    message:
      "Please open a ticket here when something is broken or somebody breaks the rules. Private messages get lost, tickets don't, and others on the team can help.",
  },
  {
    daysAgo: 2.4,
    to: "everyone",
    subject: "Weekly event: the great crab race",
    message:
      "Saturday, 7 PM CST, on the beach of The Center. Bring a Karkinos or borrow one at the gate. Every racer gets 75 ZP, the fastest crab gets a crown.",
  },
  {
    daysAgo: 1.1,
    to: ["morgan", "finch"],
    subject: "May we print your modpack thread?",
    message:
      "The newsletter would like to tell the story of the Burrow, with the cow. If you would rather not be in it, just say so in the ticket.",
  },
  {
    daysAgo: 0.2,
    to: "everyone",
    subject: "Fjordur is backed up in the morning now",
    message:
      "The short drops on Fjordur between 8 and 9 PM came from its backup. It runs at 6 AM from now on. If you still lose the connection in the evening, please open a ticket.",
  },
];

/** When somebody last read everything that there was. */
export const SAMPLE_VISITS: readonly { who: SampleName; daysAgo: number }[] = [
  { who: "rowan", daysAgo: 20 },
  { who: "rowan", daysAgo: 0.5 },
  { who: "sage", daysAgo: 0.4 },
  { who: "morgan", daysAgo: 20 },
  { who: "morgan", daysAgo: 1.6 },
  { who: "juniper", daysAgo: 2.5 },
  { who: "sol", daysAgo: 10 },
  { who: "ivy", daysAgo: 3 },
  { who: "bram", daysAgo: 1.5 },
  { who: "tamsin", daysAgo: 0.3 },
  { who: "oskar", daysAgo: 1 },
  { who: "pell", daysAgo: 8 },
  { who: "nadia", daysAgo: 0.17 },
  { who: "finch", daysAgo: 0.8 },
  { who: "hollis", daysAgo: 4 },
  { who: "zoe", daysAgo: 0.6 },
];

/** Something that happened in the community. */
type Happening =
  | { kind: "open"; ticket: SampleTicket }
  | { kind: "step"; ticket: SampleTicket; step: TicketStep }
  | { kind: "credit"; credit: SampleCredit; reference: string }
  | { kind: "order"; order: SampleOrder }
  | { kind: "orderStep"; order: SampleOrder; step: SampleOrderStep }
  | { kind: "news"; news: SampleNews }
  | { kind: "reply"; reply: SampleReply }
  | { kind: "strike"; strike: SampleStrike }
  | { kind: "visit"; who: SampleName };

/** `daysAgo` as its data say, and ever smaller down the diary. */
export type DiaryEntry = Happening & { daysAgo: number };

const DAYS_IN = { m: 1 / 1440, h: 1 / 24, d: 1 } as const;

const inDays = (after: After): number =>
  // Its type says that it ends with one of these.
  Number(after.slice(0, -1)) * DAYS_IN[after.slice(-1) as keyof typeof DAYS_IN];

const ofTicket = (ticket: SampleTicket): DiaryEntry[] => {
  let { daysAgo } = ticket;
  const steps = ticket.steps.map((step): DiaryEntry => {
    daysAgo -= inDays(step.after);
    return { kind: "step", ticket, step, daysAgo };
  });
  return [{ kind: "open", ticket, daysAgo: ticket.daysAgo }, ...steps];
};

const ofCredit = (credit: SampleCredit, index: number): DiaryEntry => {
  const reference = `sample:${credit.who}:${index}`;
  return { kind: "credit", credit, reference, daysAgo: credit.daysAgo };
};

const ofOrder = (order: SampleOrder): DiaryEntry[] => [
  { kind: "order", order, daysAgo: order.daysAgo },
  ...order.steps.map((step): DiaryEntry => ({
    kind: "orderStep",
    order,
    step,
    daysAgo: step.daysAgo,
  })),
];

/** What a sample community's people did in the last months. */
export type Story = {
  tickets: readonly SampleTicket[];
  ledger: readonly SampleCredit[];
  orders: readonly SampleOrder[];
  news: readonly SampleNews[];
  replies: readonly SampleReply[];
  strikes: readonly SampleStrike[];
};

/** That of the example community. */
export const EXAMPLE_STORY: Story = {
  tickets: SAMPLE_TICKETS,
  ledger: SAMPLE_LEDGER,
  orders: SAMPLE_ORDERS,
  news: SAMPLE_NEWS,
  replies: SAMPLE_REPLIES,
  strikes: SAMPLE_STRIKES,
};

/** Everything that has happened in a sample community, in the order in which it did. */
export const sampleDiary = (story: Story): readonly DiaryEntry[] => [
  ...[
    ...story.tickets.flatMap(ofTicket),
    ...story.ledger.map(ofCredit),
    ...story.orders.flatMap(ofOrder),
    ...story.news.map((news): DiaryEntry => ({ kind: "news", news, daysAgo: news.daysAgo })),
    ...story.replies.map((reply): DiaryEntry => ({
      kind: "reply",
      reply,
      daysAgo: reply.daysAgo,
    })),
    ...story.strikes.map((strike): DiaryEntry => ({
      kind: "strike",
      strike,
      daysAgo: strike.daysAgo,
    })),
    ...SAMPLE_VISITS.map(({ who, daysAgo }): DiaryEntry => ({ kind: "visit", who, daysAgo })),
  ].toSorted((a, b) => b.daysAgo - a.daysAgo),
  ofCredit(LAST_CREDIT, story.ledger.length),
];
