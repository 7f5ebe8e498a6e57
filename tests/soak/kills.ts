import { makeBridgeSecret } from "#server/auth/secrets.ts";
import { systemClock } from "#server/core/clock.ts";
import { buy, type Purchase } from "#tests/crash/buyer.ts";
import { createPlans, settle } from "#tests/crash/purchases.ts";
import { createRandom, type Random } from "#tests/crash/random.ts";
import { startSiteProcess } from "#tests/crash/site-process.ts";
import { inWorld, type World } from "#tests/crash/world.ts";
import { addLink } from "#tests/support/platform-links.ts";
import { addTicket } from "#tests/support/tickets.ts";
import { act, type Actor, nothingYet } from "./acts.ts";
import { proveActs } from "./prove-acts.ts";

const ACTORS = 8;
/** A life ends after a few dozen statements or at a random moment after the start. */
const LIFE_STATEMENTS = 200;
const LIFE_MS = 1500;
/** Each buyer buys a few times; what a member may do in an hour is limited. */
const KILLS_PER_PURCHASE = 8;
const ORDERS_PER_BUYER = 4;

export type KillFigures = {
  seed: number;
  kills: number;
  killsInStatements: number;
  registrations: number;
  messages: number;
  transfers: number;
  links: number;
  renames: number;
  purchases: number;
  lostAnswers: number;
  /** From starting the process to its first answer, in milliseconds. */
  startMs: { median: number; longest: number };
  seconds: number;
  wrong: readonly string[];
};

const addActors = async (world: World, store: Awaited<ReturnType<World["open"]>>) => {
  const given = { store, clock: systemClock };
  const actors: Actor[] = [];
  for (const [index, member] of world.members.slice(0, ACTORS).entries()) {
    const playerId = String(76_561_198_000_100_000n + BigInt(index));
    await addLink(given, member.userId, "steam", { externalId: playerId });
    await addLink(given, member.userId, "discord", { externalId: `discord-${index}` });
    actors.push({
      ...member,
      playerId,
      ticketId: await addTicket(given, { people: [member.userId] }),
    });
  }
  const { id, hash, key } = makeBridgeSecret();
  const [maker] = world.members;
  if (maker === undefined) throw new Error("Nobody is there.");
  const grant = { name: "Island", scopes: ["points:earn"], games: ["ark-se"] };
  const made = { createdBy: maker.userId, createdAt: systemClock.now() };
  await store.write((tx) =>
    tx.insert(store.tables.bridgeKeys).values({ id, hash, ...grant, ...made }),
  );
  return { actors, bridgeKey: key };
};

/** Starts and kills the site until it has died so often. */
const killAgainAndAgain = async (world: World, random: Random, kills: number) => {
  const startsMs: number[] = [];
  let inStatements = 0;
  for (let count = 0; count < kills; count += 1) {
    const isTimed = random.oneIn(2);
    const startedMs = performance.now();
    const life = startSiteProcess(
      world,
      isTimed ? null : `statement ${random.between(1, LIFE_STATEMENTS)}`,
    );
    const isListening = await Promise.race([life.isListening, life.died.then(() => false)]);
    if (isListening) startsMs.push(performance.now() - startedMs);
    // A life that nobody writes in ends, too.
    await Promise.race([life.died, Bun.sleep(isTimed ? random.between(1, LIFE_MS) : 3 * LIFE_MS)]);
    life.kill();
    if ((await life.died) !== null) inStatements += 1;
  }
  return { startsMs: startsMs.toSorted((a, b) => a - b), inStatements };
};

/**
 * People register, write, play, link, rename and buy over the site's own routes while its process is
 * killed (kill -9) again and again. Afterwards every write that was acknowledged has to be there once,
 * and nothing may be half written.
 * @param given.kills how often.
 * @param given.seed of the load and of the moments of death.
 */
export const soakKills = ({
  kills,
  seed,
}: {
  kills: number;
  seed: number;
}): Promise<KillFigures> => {
  const purchaseCount = Math.ceil(kills / KILLS_PER_PURCHASE);
  const buyers = Math.ceil(purchaseCount / ORDERS_PER_BUYER);
  return inWorld({ members: ACTORS + buyers, isUnlimited: true }, async (world) => {
    const startedMs = performance.now();
    const random = createRandom(seed);
    const acknowledged = nothingYet();
    const store = await world.open();
    const purchases: Purchase[] = [];
    const buying = { ...world, members: world.members.slice(ACTORS) };
    const over = new AbortController();
    try {
      const { actors, bridgeKey } = await addActors(world, store);
      const given = { world, store, bridgeKey, acknowledged };
      const people = actors.map(async (actor, index) => {
        const own = createRandom(seed + index + 1);
        while (!over.signal.aborted) await act(given, actor, own);
      });
      const buyAll = async () => {
        const choosePlan = createPlans(createRandom(seed - 1));
        for (let count = 0; count < purchaseCount && !over.signal.aborted; count += 1) {
          const member = buying.members[count % buying.members.length];
          if (member !== undefined) purchases.push(await buy(world, choosePlan(member)));
        }
      };
      const working = Promise.all([...people, buyAll()]);
      const deaths = killAgainAndAgain(world, random, kills).finally(() => over.abort());
      // What fails at work ends the deaths' wait, too: it is thrown here.
      await Promise.race([deaths, working]);
      const { startsMs, inStatements } = await deaths;
      const last = startSiteProcess(world, null);
      await last.isListening;
      await working;
      await last.stop();
      const proof = await settle(buying, purchases);
      return {
        seed,
        kills,
        killsInStatements: inStatements,
        registrations: acknowledged.registered.length,
        messages: acknowledged.sent.length,
        transfers: acknowledged.moved.length,
        links: acknowledged.linked.length,
        renames: acknowledged.renamed.reduce((sum, { names }) => sum + names.length - 1, 0),
        purchases: purchases.length,
        lostAnswers: acknowledged.lost,
        startMs: {
          median: Math.round(startsMs[Math.floor(startsMs.length / 2)] ?? 0),
          longest: Math.round(startsMs.at(-1) ?? 0),
        },
        seconds: Math.round((performance.now() - startedMs) / 1000),
        wrong: [...proof.wrong, ...(await proveActs(store, acknowledged))],
      };
    } finally {
      over.abort();
      await store.close();
    }
  });
};
