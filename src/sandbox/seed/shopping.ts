import { LOW } from "#sandbox/community.ts";
import type { SandboxTebex } from "#sandbox/tebex/tebex.ts";
import type { Services } from "#server/context/services.ts";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import { receiveEvent } from "#server/modules/orders/index.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import type { appRouter } from "#server/trpc/router.ts";
import type { SampleName } from "./accounts.ts";
import { asSite } from "./contexts.ts";

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
      [LOW.package, 1],
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

type Caller = ReturnType<typeof appRouter.createCaller>;
/** An order at Tebex: what it was paid with. */
type Sale = { ident: string; transactionId: string | null; reference: string | null };

/** A buyer whom nobody knows signs in at Tebex: Steam leads back to it, and it takes their word. */
const signInAtTebex = async (link: string): Promise<void> => {
  const consent = new URL(link);
  consent.searchParams.set("persona", "stranger");
  const { headers } = await fetch(consent, { redirect: "manual" });
  const back = headers.get("location");
  if (back === null) throw new Error("Steam does not lead back to the store.");
  // What it leads to then is the site, which is not there yet.
  await fetch(back, { redirect: "manual" });
};

const fillBasket = async (caller: Caller, { items }: SampleOrder): Promise<string> => {
  const asked = items.map(([packageId, quantity]) => ({ packageId, quantity }));
  const { ident } = (await caller.shop.createBasket({ items: asked })).data;
  const [link] = await caller.shop.signInLinks({ ident });
  if (link !== undefined) await signInAtTebex(link.url);
  for (const item of asked) await caller.shop.addPackage({ ident, ...item });
  return ident;
};

/** A receipt goes out when something is bought: days later it would be given up. */
const sendReceipts = async (then: Services): Promise<void> => {
  const { mail } = then.config;
  if (mail === null) return;
  await deliverOutbox(
    asSite(then),
    async () => createSmtpMailer(mail),
    new AbortController().signal,
  );
};

/**
 * Lets people of the sample community buy at imitated Tebex, and the site hear of it at the time
 * that it was, while Tebex itself is held back.
 */
export const createShopping = (tebex: SandboxTebex) => {
  const sales = new Map<SampleOrder, Sale>();
  let delivered = 0;

  /** What Tebex has told since the last time. */
  const deliver = async (then: Services): Promise<void> => {
    const events = tebex.events();
    for (const { body, signature } of events.slice(delivered))
      await receiveEvent(asSite(then), new TextEncoder().encode(body), signature);
    delivered = events.length;
  };

  const act = (sale: Sale, { kind }: SampleOrderStep): void => {
    if (kind === "pay") {
      const { id, reference } = tebex.pay(sale.ident);
      Object.assign(sale, { transactionId: id, reference });
      return;
    }
    const transactionId = sale.transactionId ?? "";
    const reference = sale.reference ?? "";
    if (kind === "refund") tebex.refund(transactionId);
    else if (kind === "dispute") tebex.dispute(transactionId, "opened");
    else if (kind === "renew") tebex.renew(reference);
    else if (kind === "cancel") tebex.cancel(reference, false);
    else tebex.end(reference);
  };

  return {
    /** @param then with the clock of that time, for what follows as well. */
    order: async (then: Services, caller: Caller, order: SampleOrder): Promise<void> => {
      tebex.pretend(then.clock.now());
      const ident = await fillBasket(caller, order);
      sales.set(order, { ident, transactionId: null, reference: null });
    },
    step: async (then: Services, order: SampleOrder, step: SampleOrderStep): Promise<void> => {
      const sale = sales.get(order);
      if (sale === undefined) return;
      tebex.pretend(then.clock.now());
      act(sale, step);
      await deliver(then);
      await sendReceipts(then);
    },
  };
};
export type Shopping = ReturnType<typeof createShopping>;

/**
 * Keeps what Tebex tells for whoever asks, as long as something happens at it in the past.
 */
export const inThePast = async (tebex: SandboxTebex, live: () => Promise<void>): Promise<void> => {
  await tebex.hold(true);
  try {
    await live();
  } finally {
    tebex.pretend(null);
    await tebex.hold(false);
  }
};
