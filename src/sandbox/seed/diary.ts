import { LAST_CREDIT, SAMPLE_LEDGER, type SampleCredit } from "./ledger.ts";
import { SAMPLE_NEWS, SAMPLE_VISITS, type SampleNews } from "./news.ts";
import { SAMPLE_ORDERS, type SampleOrder, type SampleOrderStep } from "./sample-orders.ts";
import type { SampleName } from "./sample-people.ts";
import { SAMPLE_TICKETS } from "./tickets/index.ts";
import type { After, SampleTicket, TicketStep } from "./tickets/ticket.ts";

/** Something that happened in the community. */
export type Happening =
  | { kind: "open"; ticket: SampleTicket }
  | { kind: "step"; ticket: SampleTicket; step: TicketStep }
  | { kind: "credit"; credit: SampleCredit; reference: string }
  | { kind: "order"; order: SampleOrder }
  | { kind: "orderStep"; order: SampleOrder; step: SampleOrderStep }
  | { kind: "news"; news: SampleNews }
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

/** Everything that has happened in the sample community, in the order in which it did. */
export const sampleDiary = (): readonly DiaryEntry[] => [
  ...[
    ...SAMPLE_TICKETS.flatMap(ofTicket),
    ...SAMPLE_LEDGER.map(ofCredit),
    ...SAMPLE_ORDERS.flatMap(ofOrder),
    ...SAMPLE_NEWS.map((news): DiaryEntry => ({ kind: "news", news, daysAgo: news.daysAgo })),
    ...SAMPLE_VISITS.map(({ who, daysAgo }): DiaryEntry => ({ kind: "visit", who, daysAgo })),
  ].toSorted((a, b) => b.daysAgo - a.daysAgo),
  ofCredit(LAST_CREDIT, SAMPLE_LEDGER.length),
];
