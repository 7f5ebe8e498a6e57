import type { MemberCtx } from "#server/context/context.ts";
import { listTickets } from "#server/modules/tickets/list.ts";
import { listMessages } from "#server/modules/tickets/messages.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import type { Figure } from "./figure.ts";
import {
  ASKERS,
  type DatabaseSize,
  longThread,
  SEARCHES,
  ticketStatements,
} from "./fill/tickets.ts";
import { comparePages, openFilled, signedInTo } from "./pages.ts";

const TARGET = 1.2;

const SMALL: DatabaseSize = { tickets: 1000, members: 100, manyOnEvery: 1 };
const LARGE: DatabaseSize = { tickets: 100_000, members: 10_000, manyOnEvery: 10 };

type FilledDatabase = {
  size: DatabaseSize;
  workers: readonly number[];
  context: (asker: keyof typeof ASKERS) => MemberCtx;
};
type Page = { items: readonly unknown[] };
/** What is measured, by what `bun run bench` calls it. */
type Question = { name: string; ask: (database: FilledDatabase) => Promise<Page> };

const openDen = async (database: BenchDatabase, size: DatabaseSize) => {
  const deps = await openFilled(database, ticketStatements(database.engine, size));
  const context: FilledDatabase["context"] = (asker) =>
    signedInTo(deps, ASKERS[asker], asker === "admin" ? "Admin" : "User");
  // One connection is open once something has been asked.
  await listTickets(context("admin"), { status: "Open" });
  const workers = await database.workers();
  return {
    engine: database.engine,
    database: { size, context, workers },
    close: () => deps.store.close(),
  };
};

const tickets = (asker: keyof typeof ASKERS, more: Partial<TicketListInput> = {}) => {
  return ({ context }: FilledDatabase) => listTickets(context(asker), { status: "Open", ...more });
};

const thread =
  (asker: keyof typeof ASKERS) =>
  ({ context, size }: FilledDatabase) =>
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

const compare = (
  engine: string,
  { name, ask }: Question,
  { small, large }: { small: FilledDatabase; large: FilledDatabase },
): Promise<Figure> =>
  comparePages(
    `${engine}: ${name}, 100,000 against 1,000`,
    {
      small: { ask: () => ask(small), workers: small.workers },
      large: { ask: () => ask(large), workers: large.workers },
    },
    { ratioMax: TARGET },
  );

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
      const engine = ENGINE_NAMES[small.engine];
      const databases = { small: small.database, large: large.database };
      for (const question of QUESTIONS) figures.push(await compare(engine, question, databases));
      return figures;
    } finally {
      await small.close();
      await large.close();
    }
  });

if (import.meta.main) console.table(await measureTickets());
