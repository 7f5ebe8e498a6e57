import { buy, type Item, type Plan, type Purchase } from "./buyer.ts";
import { type Proof, prove } from "./proof.ts";
import { createRandom, type Random } from "./random.ts";
import { type ExitReport, startSiteProcess } from "./site-process.ts";
import { inWorld, type Member, type World } from "./world.ts";

/** Packages of the example community: three months of tiers, points, and one with deliveries. */
const [GOLD, DIAMOND, VIBRANIUM] = [6_036_701, 6_036_702, 6_036_703];
const POINTS = [6_036_711, 6_036_712, 6_036_713, 6_036_714];
const FOUNDER = 6_036_715;
/** Packages and their quantities; each gives points. */
const FIVE_LINES = [
  [GOLD, 1],
  [6_036_711, 2],
  [6_036_712, 2],
  [6_036_713, 2],
  [FOUNDER, 1],
] as const;

/** What a member may do in an hour is limited, and whoever meets a dead site tries again. */
const ORDERS_PER_MEMBER = 5;
const AT_ONCE = 4;
const SETTLED_WITHIN_MS = 60_000;
const DEATH_WITHIN_MS = 10_000;
const LOOK_MS = 50;
/** The site is up after about half a second, so that some of them come while it starts. */
const LIFE_MS = 1500;
/** A purchase of three lines takes about seventy. */
const LIFE_STATEMENTS = 150;

export type CrashFigures = Proof & {
  seed: number;
  /** Orders that were paid. */
  orders: number;
  refunded: number;
  /** How often the site was killed. */
  kills: number;
  /** How often of those in the middle of a transaction. */
  killsInTransactions: number;
  /** How often of those between two lines of one order, or after the last and before its end. */
  killsBetweenLines: number;
  seconds: number;
};

/**
 * Chooses what people buy, by chance. Nobody buys a tier twice: one that runs, or lies in another open
 * basket, is not sold again.
 */
export const createPlans = (random: Random) => {
  const tiersLeft = new Map<string, number[]>();
  const takeTier = ({ userId }: Member): Item[] => {
    const left = tiersLeft.get(userId) ?? random.some([GOLD, DIAMOND, VIBRANIUM], 3);
    tiersLeft.set(userId, left);
    return left.splice(0, 1).map((packageId) => ({ packageId, quantity: 1 }));
  };
  return (member: Member): Plan => {
    const points = random
      .some(POINTS, random.between(1, 3))
      .map((packageId): Item => ({ packageId, quantity: random.between(1, 3) }));
    return {
      member,
      items: [
        ...points,
        ...(random.oneIn(3) ? takeTier(member) : []),
        ...(random.oneIn(4) ? [{ packageId: FOUNDER, quantity: 1 }] : []),
      ],
      isSentTwice: random.oneIn(4),
      isRefunded: random.oneIn(8),
    };
  };
};

/** Everything is bought, a few at once. */
const buyAll = async (world: World, plans: readonly Plan[]): Promise<Purchase[]> => {
  const left = [...plans];
  const bought: Purchase[] = [];
  const lane = async () => {
    for (let plan = left.shift(); plan !== undefined; plan = left.shift())
      bought.push(await buy(world, plan));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return bought;
};

/** One life of the site that ends by force, at a random moment or a random statement; or it outlives `over`. */
const liveAndDie = async (
  world: World,
  random: Random,
  over: Promise<unknown>,
): Promise<ExitReport | null> => {
  const isTimed = random.oneIn(2);
  const statement = random.between(1, LIFE_STATEMENTS);
  const lifeMs = random.between(1, LIFE_MS);
  const life = startSiteProcess(world, isTimed ? null : `statement ${statement}`);
  await Promise.race([life.died, over, ...(isTimed ? [Bun.sleep(lifeMs)] : [])]);
  life.kill();
  return life.died;
};

/** A life that nobody ends until everything that was told has been worked on; then the proof. */
export const settle = async (world: World, purchases: readonly Purchase[]): Promise<Proof> => {
  const life = startSiteProcess(world, null);
  if (!(await life.isListening)) throw new Error("The site died by itself.");
  const store = await world.open();
  const { shopEvents: t } = store.tables;
  const { tebex } = world.sandbox;
  try {
    const deadlineMs = performance.now() + SETTLED_WITHIN_MS;
    const isSettled = async () => {
      if (tebex.events().some(({ status }) => status !== 200)) return false;
      const rows = await store.read.select({ state: t.state }).from(t);
      return rows.every(({ state }) => state !== "waiting");
    };
    await tebex.hold(false);
    while (!(await isSettled()) && performance.now() < deadlineMs) await Bun.sleep(LOOK_MS);
    await life.stop();
    return await prove(world, store, purchases);
  } finally {
    life.kill();
    await store.close();
  }
};

/**
 * Buys over the site's own routes while the site is killed again and again, and proves afterwards that
 * every order which was paid is credited exactly once. The site is a process of its own on SQLite;
 * the store is the sandbox's, in this process.
 * @param seed of what is bought and of when the site dies; the same one makes the same plans.
 */
export const crashPurchases = ({
  orders,
  seed,
}: {
  orders: number;
  seed: number;
}): Promise<CrashFigures> =>
  inWorld({ members: Math.ceil(orders / ORDERS_PER_MEMBER) }, async (world) => {
    const startedMs = performance.now();
    const random = createRandom(seed);
    const choosePlan = createPlans(random);
    const plans = Array.from({ length: orders }, (_, index) => {
      const member = world.members[index % world.members.length];
      if (member === undefined) throw new Error("There is nobody who could buy.");
      return choosePlan(member);
    });
    const deaths: (ExitReport | null)[] = [];
    const ended = new AbortController();
    const buying = buyAll(world, plans).finally(() => ended.abort());
    // What fails is thrown below, once the site is dead.
    const over = buying.catch(() => {});
    while (!ended.signal.aborted) deaths.push(await liveAndDie(world, random, over));
    const purchases = await buying;
    const proof = await settle(world, purchases);
    const inTransactions = deaths.filter((words) => words !== null);
    return {
      seed,
      orders: purchases.length,
      refunded: purchases.filter(({ isRefunded }) => isRefunded).length,
      kills: deaths.length,
      killsInTransactions: inTransactions.length,
      killsBetweenLines: inTransactions.filter(({ lines }) => lines > 0).length,
      seconds: Math.round((performance.now() - startedMs) / 1000),
      ...proof,
    };
  });

/** Every place in which one order of five lines can be cut short: before each line, and at its end. */
export const PLACES_OF_DEATH = [
  ...[1, 2, 3, 4, 5].map((line) => ({ dieAt: `line ${line}`, lines: line - 1 })),
  { dieAt: "commit", lines: 5 },
  { dieAt: "answer", lines: 5 },
] as const;

/**
 * Has one order of five lines worked on by one process after the other, each of which dies at the
 * next of these places.
 * @returns what the processes said with their last breath, and how many lines the ledger had then.
 */
export const crashBetweenLines = (): Promise<
  Proof & { deaths: { output: ExitReport | null; ledgerLines: number }[] }
> =>
  inWorld({ members: 1 }, async (world) => {
    const [member] = world.members;
    if (member === undefined) throw new Error("There is nobody who could buy.");
    const { tebex } = world.sandbox;
    await tebex.hold(true);
    const first = startSiteProcess(world, null);
    const items = FIVE_LINES.map(([packageId, quantity]) => ({ packageId, quantity }));
    const plan = { member, items, isSentTwice: false, isRefunded: false };
    const purchase = await buy(world, plan);
    first.kill();
    await first.died;
    await tebex.hold(false);
    const deaths = [];
    for (const { dieAt } of PLACES_OF_DEATH) {
      const life = startSiteProcess(world, dieAt);
      if (await life.isListening) await tebex.hold(false);
      const output = await Promise.race([life.died, Bun.sleep(DEATH_WITHIN_MS).then(() => null)]);
      // One that should have died and did not is told by its silence.
      life.kill();
      await life.died;
      const store = await world.open();
      const entries = await store.read.select().from(store.tables.pointEntries);
      await store.close();
      deaths.push({ output, ledgerLines: entries.length });
    }
    return { ...(await settle(world, [purchase])), deaths };
  });
