import type { MemberContext } from "#server/context.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { loadConfig } from "#server/config.ts";
import { listMessages } from "#server/modules/tickets/list-messages.ts";
import { listTickets } from "#server/modules/tickets/list-tickets.ts";
import { openStore } from "#server/store/open.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import { silentLog } from "#tests/support/store.ts";
import { ASKERS, denStatements, type DenSize, longThread, SEARCHES } from "./den/fill.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import { type Figure, median, spread } from "./figure.ts";

const TARGET = 1.3;
const ROUNDS = 5;
/** As many calls as fit, of one question in one round. */
const ROUND_MS = 250;
const WARM_UP_MS = 500;
const LEAST_CALLS = 5;

const SMALL: DenSize = { tickets: 1000, members: 100, manyOnEvery: 1 };
const LARGE: DenSize = { tickets: 100_000, members: 10_000, manyOnEvery: 10 };

type Den = { size: DenSize; context: (asker: keyof typeof ASKERS) => MemberContext };
type Page = { items: readonly unknown[] };
/** What is measured, by what `bun run bench` calls it. */
type Question = { name: string; ask: (den: Den) => Promise<Page> };

const EMPTY_CLIENT = { buildId: "bench", html: "", find: () => undefined, paths: () => [] };

const signedIn = (deps: Deps, userId: string): MemberContext => {
  const now = deps.clock.now();
  const role = userId === ASKERS.admin ? "Admin" : "User";
  const names = { email: `${userId}@example.test`, firstName: "Ada", lastName: "Lynx" };
  return {
    ...deps,
    actor: {
      kind: "member",
      userId,
      role,
      session: { id: userId, userId, createdAt: now, expiresAt: now, lastUsedAt: now },
      user: { id: userId, role, promoReceivedAt: null, ...names },
    },
    requestId: "bench",
    address: "127.0.0.1",
    network: "127.0.0.0/24",
    browser: { name: "Firefox", secret: null, knownAs: () => null, remember: () => {} },
    handOutToken: () => {},
  };
};

const openDen = async (database: BenchDatabase, size: DenSize) => {
  await database.fill(denStatements(database.engine, size));
  const store = await openStore(database);
  const config = await loadConfig({});
  const deps = await createDeps(config, { log: silentLog, assets: EMPTY_CLIENT, store });
  const den: Den = { size, context: (asker) => signedIn(deps, ASKERS[asker]) };
  return { den, close: () => store.close() };
};

const tickets = (asker: keyof typeof ASKERS, more: Partial<TicketListInput> = {}) => {
  return ({ context }: Den) => listTickets(context(asker), { status: "Open", ...more });
};

const thread =
  (asker: keyof typeof ASKERS) =>
  ({ context, size }: Den) =>
    listMessages(context(asker), { ticketId: longThread(size) });

const QUESTIONS: readonly Question[] = [
  { name: "tickets of a member with few", ask: tickets("few") },
  { name: "tickets of a member with many", ask: tickets("many") },
  { name: "tickets of an Admin", ask: tickets("admin") },
  { name: "tickets of an Admin, on which they are", ask: tickets("admin", { isMine: true }) },
  {
    name: "tickets of an Admin, one game and category",
    ask: tickets("admin", { game: "Ark:SE", category: "Bug" }),
  },
  {
    name: "tickets of a member with many, one game",
    ask: tickets("many", { game: "Ark:SE" }),
  },
  { name: "tickets of an Admin, rare word", ask: tickets("admin", { search: SEARCHES.rare }) },
  { name: "tickets of an Admin, common word", ask: tickets("admin", { search: SEARCHES.common }) },
  {
    name: "tickets of an Admin, one letter of every subject",
    ask: tickets("admin", { search: SEARCHES.beginning }),
  },
  {
    name: "tickets of a member with many, common word",
    ask: tickets("many", { search: SEARCHES.common }),
  },
  { name: "messages for a member with few tickets", ask: thread("few") },
  { name: "messages for a member with many", ask: thread("many") },
  { name: "messages for an Admin", ask: thread("admin") },
];

/** The median of the calls that fit into so much time, one after the other, in ms. */
const timeOf = async (question: Question, den: Den, forMs: number): Promise<number> => {
  const times: number[] = [];
  const endsMs = performance.now() + forMs;
  while (performance.now() < endsMs || times.length < LEAST_CALLS) {
    const startedMs = performance.now();
    const { items } = await question.ask(den);
    times.push(performance.now() - startedMs);
    if (items.length === 0) throw new Error(`Nothing was found: ${question.name}.`);
  }
  return median(times);
};

const compare = async (
  engine: string,
  question: Question,
  { small, large }: { small: Den; large: Den },
): Promise<Figure> => {
  for (const den of [small, large]) await timeOf(question, den, WARM_UP_MS);
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const smallMs = await timeOf(question, small, ROUND_MS);
    const largeMs = await timeOf(question, large, ROUND_MS);
    ratios.push(largeMs / smallMs);
    times.push(largeMs);
  }
  const ratio = median(ratios);
  return {
    name: `${engine}: ${question.name}, 100,000 against 1,000`,
    measured: `${ratio.toFixed(2)} × (${spread(ratios, 2)}), ${median(times).toFixed(2)} ms`,
    target: `at most ${TARGET} ×`,
    isMet: ratio <= TARGET,
  };
};

/**
 * The first pages of tickets and of messages with 100,000 tickets and a million messages, against
 * those with a hundredth of it: in turns, in this process, on both engines.
 */
export const measureTickets = (): Promise<readonly Figure[]> =>
  onBothEngines(async (make) => {
    const small = await openDen(await make(), SMALL);
    const large = await openDen(await make(), LARGE);
    try {
      const figures: Figure[] = [];
      const engine = ENGINE_NAMES[small.den.context("few").store.engine];
      const dens = { small: small.den, large: large.den };
      for (const question of QUESTIONS) figures.push(await compare(engine, question, dens));
      return figures;
    } finally {
      await small.close();
      await large.close();
    }
  });

if (import.meta.main) console.table(await measureTickets());
