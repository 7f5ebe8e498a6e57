import type { MemberContext } from "#server/context.ts";
import { listMessages } from "#server/modules/tickets/list-messages.ts";
import { listTickets } from "#server/modules/tickets/list-tickets.ts";
import type { TicketListInput } from "#shared/schemas/tickets.ts";
import { ASKERS, denStatements, type DenSize, longThread, SEARCHES } from "./den/fill.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import type { Figure } from "./figure.ts";
import { comparePages, openFilled, signedInTo } from "./pages.ts";

const TARGET = 1.3;

const SMALL: DenSize = { tickets: 1000, members: 100, manyOnEvery: 1 };
const LARGE: DenSize = { tickets: 100_000, members: 10_000, manyOnEvery: 10 };

type Den = { size: DenSize; context: (asker: keyof typeof ASKERS) => MemberContext };
type Page = { items: readonly unknown[] };
/** What is measured, by what `bun run bench` calls it. */
type Question = { name: string; ask: (den: Den) => Promise<Page> };

const openDen = async (database: BenchDatabase, size: DenSize) => {
  const deps = await openFilled(database, denStatements(database.engine, size));
  const context: Den["context"] = (asker) =>
    signedInTo(deps, ASKERS[asker], asker === "admin" ? "Admin" : "User");
  return { den: { size, context }, close: () => deps.store.close() };
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

const compare = (
  engine: string,
  { name, ask }: Question,
  { small, large }: { small: Den; large: Den },
): Promise<Figure> =>
  comparePages(
    `${engine}: ${name}, 100,000 against 1,000`,
    { small: () => ask(small), large: () => ask(large) },
    TARGET,
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
