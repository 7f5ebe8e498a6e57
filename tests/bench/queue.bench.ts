import type { MemberCtx } from "#server/context/context.ts";
import { countQueue, listQueue } from "#server/modules/queue/list.ts";
import { listNotes } from "#server/modules/queue/notes.ts";
import { readFacts } from "#server/modules/queue/show.ts";
import { listTickets } from "#server/modules/tickets/list.ts";
import { readHistory, readTicket } from "#server/modules/tickets/load.ts";
import { listMessages } from "#server/modules/tickets/messages.ts";
import { QUEUE_TABS } from "#shared/constants/queue.ts";
import type { QueueInput } from "#shared/schemas/desk.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import type { Figure } from "./figure.ts";
import { COMMON_LABEL, DESK_SEARCHES, deskStatements } from "./fill/desk.ts";
import { ASKERS, type DatabaseSize, longThread, ticketStatements } from "./fill/tickets.ts";
import { comparePages, openFilled, signedInTo } from "./pages.ts";

const TARGET = 1.3;
/** Of a search, at the larger size. */
const SEARCH_MS = 20;

/** As many as the store opens. */
const CONNECTIONS = 10;

const SMALL: DatabaseSize = { tickets: 1000, members: 100, manyOnEvery: 1 };
const LARGE: DatabaseSize = { tickets: 100_000, members: 10_000, manyOnEvery: 10 };

type Desk = { helper: MemberCtx; member: MemberCtx; size: DatabaseSize };
type Question = {
  ask: (desk: Desk) => Promise<{ items: readonly unknown[] }>;
  /** Whether it has to be answered within `SEARCH_MS`. */
  isSearch?: true;
  /** What has more to find in the larger one is held to the time alone. */
  growsWithSize?: true;
};

const queue =
  (input: QueueInput) =>
  ({ helper }: Desk) =>
    listQueue(helper, input);

const search = (words: string, tab: QueueInput["tab"] = "all"): Question => ({
  ask: queue({ tab, search: words }),
  isSearch: true,
});

/** One with a note, in either database. */
const NEXT = 300;

/** Everything that the screen asks for when a helper goes on to the next ticket. */
const nextTicket = async ({ helper }: Desk) => {
  const id = NEXT;
  const parts = await Promise.all([
    readTicket(helper, { id }),
    readHistory(helper, { id }),
    listMessages(helper, { ticketId: id }),
    listNotes(helper, { id }),
    readFacts(helper, { id }),
  ]);
  return { items: parts };
};

const QUESTIONS: Readonly<Record<string, Question>> = {
  ...Object.fromEntries(
    QUEUE_TABS.map((tab) => [`tab ${tab}`, { ask: queue({ tab }) } satisfies Question]),
  ),
  "tab reply, the most urgent first": { ask: queue({ tab: "reply", sort: "priority" }) },
  "tab all, the newest first": { ask: queue({ tab: "all", sort: "newest" }) },
  "tab unassigned, the newest first": { ask: queue({ tab: "unassigned", sort: "newest" }) },
  "tab all, one game and category": {
    ask: queue({ tab: "all", game: "Ark:SE", category: "Bug" }),
  },
  "tab all, one label": { ask: queue({ tab: "all", label: COMMON_LABEL }) },
  "tab all, one priority": { ask: queue({ tab: "all", priority: "high" }) },
  counts: { ask: async ({ helper }) => ({ items: [await countQueue(helper)] }) },
  "the next ticket": { ask: nextTicket },
  "a long thread": {
    ask: ({ helper, size }) => listMessages(helper, { ticketId: longThread(size) }),
  },
  "search, a number": search(String(NEXT)),
  "search, a word of twenty messages": search(DESK_SEARCHES.rare, "closed"),
  "search, a word of most threads": search(DESK_SEARCHES.common),
  "search, a word of every message": search(DESK_SEARCHES.everywhere),
  "search, a word of a subject": search(DESK_SEARCHES.subject),
  "search, a word of few subjects": {
    ...search(DESK_SEARCHES.fewSubjects),
    growsWithSize: true,
  },
  "search, a person": search(DESK_SEARCHES.person, "closed"),
  "search, a label": search(DESK_SEARCHES.label),
  "search, a common word and a rare one": search(
    `${DESK_SEARCHES.everywhere} ${DESK_SEARCHES.rare}`,
    "closed",
  ),
  "search, a person and a common word": search(
    `${DESK_SEARCHES.person} ${DESK_SEARCHES.everywhere}`,
    "closed",
  ),
  "search, what only old tickets have": {
    ...search(DESK_SEARCHES.ancient, "closed"),
    growsWithSize: true,
  },
  // Nothing is found, which is the answer that takes longest.
  "search, what only closed tickets have, where they wait": {
    ask: async ({ helper }) => ({
      items: [await listQueue(helper, { tab: "reply", search: DESK_SEARCHES.ancient })],
    }),
    isSearch: true,
    growsWithSize: true,
  },
  "search of a member, a word of every message": {
    ask: ({ member }) => listTickets(member, { status: "Open", search: DESK_SEARCHES.everywhere }),
    isSearch: true,
  },
};

const openDesk = async (database: BenchDatabase, size: DatabaseSize) => {
  const { engine } = database;
  const deps = await openFilled(database, [
    ...ticketStatements(engine, size),
    ...deskStatements(engine, size),
  ]);
  const desk: Desk = {
    helper: signedInTo(deps, ASKERS.admin, "Admin"),
    member: signedInTo(deps, ASKERS.many, "User"),
    size,
  };
  // Questions that are asked at once open connections: all of them are there before anything is measured.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => nextTicket(desk)));
  const workers = await database.workers();
  return { engine, desk, workers, close: () => deps.store.close() };
};

/**
 * What the team's desk asks for with 100,000 tickets and a million messages, against a hundredth of it: in
 * turns, in this process, on both engines. Filling takes a few minutes.
 */
export const measureQueue = (): Promise<readonly Figure[]> =>
  onBothEngines(async (make) => {
    const small = await openDesk(await make(), SMALL);
    const large = await openDesk(await make(), LARGE);
    try {
      const figures: Figure[] = [];
      for (const [name, { ask, isSearch, growsWithSize }] of Object.entries(QUESTIONS))
        figures.push(
          await comparePages(
            `${ENGINE_NAMES[small.engine]}: queue, ${name}, 100,000 against 1,000`,
            {
              small: { ask: () => ask(small.desk), workers: small.workers },
              large: { ask: () => ask(large.desk), workers: large.workers },
            },
            {
              ratioMax: growsWithSize === true ? null : TARGET,
              largeMaxMs: isSearch === true ? SEARCH_MS : null,
            },
          ),
        );
      return figures;
    } finally {
      await small.close();
      await large.close();
    }
  });

if (import.meta.main) console.table(await measureQueue());
