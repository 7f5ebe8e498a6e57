import { and, between, desc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { filtersOf, noteRead } from "#server/access/audit-notes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { hiddenCategories, isWorkedOn } from "#server/modules/desk/index.ts";
import { assertCategory } from "#server/modules/tickets/index.ts";
import type { Reader } from "#server/store/store.ts";
import { FIGURE_WORDS_MAX } from "#shared/constants/queue.ts";
import type { Duration, Figure, Figures, FiguresInput } from "#shared/schemas/desk.ts";
import { type Cell, findCells, type Week, weeksUntil } from "./figures.ts";

/**
 * The shortest of some times within which a share of them lies: always one of them.
 * @param sorted the shortest first. @param share from 0 to 1.
 * @returns null where there are none.
 */
export const percentileOf = (sorted: ArrayLike<number>, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

const inMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

const durationOf = (seconds: readonly number[]): Duration => {
  const sorted = Float64Array.from(seconds).toSorted();
  return {
    tickets: sorted.length,
    medianMs: inMs(percentileOf(sorted, 0.5)),
    ninetiethMs: inMs(percentileOf(sorted, 0.9)),
  };
};

const sumOf = (cells: readonly Cell[], value: (cell: Cell) => number): number =>
  cells.reduce((sum, cell) => sum + value(cell), 0);

/** What some cells come to together. */
const figureOf = (cells: readonly Cell[]): Figure => ({
  opened: sumOf(cells, ({ opened }) => opened),
  closed: sumOf(cells, ({ closed }) => closed),
  answer: durationOf(cells.flatMap(({ answerSeconds }) => answerSeconds)),
  solution: durationOf(cells.flatMap(({ solutionSeconds }) => solutionSeconds)),
  solved: sumOf(cells, ({ solved }) => solved),
  unsolved: sumOf(cells, ({ unsolved }) => unsolved),
});

/** Names, and who of them still answers tickets. */
const findHelpers = async (reader: Reader, ids: readonly string[]) => {
  const { users } = reader.tables;
  const { id, firstName, lastName, role, team, deactivatedAt } = users;
  const rows =
    ids.length === 0
      ? []
      : await reader
          .select({ id, firstName, lastName, role, team, deactivatedAt })
          .from(users)
          .where(inArray(id, [...ids]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        helper: { id: row.id, firstName: row.firstName, lastName: row.lastName },
        isInTeam:
          row.deactivatedAt === null &&
          (row.role === "Admin" || row.team?.permissions.includes("tickets") === true),
      },
    ]),
  );
};

const helpersOf = async (reader: Reader, cells: readonly Cell[]): Promise<Figures["helpers"]> => {
  const byHelper = Map.groupBy(cells, ({ helperId }) => helperId);
  const known = await findHelpers(
    reader,
    [...byHelper.keys()].filter((id) => id !== null),
  );
  const rows = [...byHelper].map(([id, theirs]) => {
    const found = id === null ? undefined : known.get(id);
    const { helper, isInTeam } = found ?? { helper: null, isInTeam: false };
    return { helper, isInTeam, figure: figureOf(theirs) };
  });
  // Of those of nobody, nobody has anything to show: they come last.
  return rows.toSorted(
    (a, b) =>
      Number(a.helper === null) - Number(b.helper === null) ||
      b.figure.answer.tickets - a.figure.answer.tickets ||
      b.figure.opened - a.figure.opened ||
      // Always the same, so that rows do not swap from one reading to the next.
      ((a.helper?.id ?? "") < (b.helper?.id ?? "") ? -1 : 1),
  );
};

const categoriesOf = (cells: readonly Cell[]): Figures["categories"] =>
  [...Map.groupBy(cells, ({ category }) => category)]
    .map(([category, theirs]) => ({ category, figure: figureOf(theirs) }))
    .toSorted((a, b) => b.figure.opened - a.figure.opened || (a.category < b.category ? -1 : 1));

const findWords = async (
  { read, tables }: MemberCtx,
  { from, until }: Omit<Week, "week">,
  { category, helper }: FiguresInput,
): Promise<Figures["words"]> => {
  const { tickets: t } = tables;
  const isTheirs =
    helper === undefined
      ? undefined
      : or(eq(t.assigneeId, helper), and(isNull(t.assigneeId), eq(t.firstAnsweredBy, helper)));
  const rows = await read
    .select({ ticketId: t.id, at: t.closedAt, isSolved: t.solved, word: t.solvedWord })
    .from(t)
    .where(
      and(
        between(t.closedAt, from, until),
        isNotNull(t.solvedWord),
        or(isNull(t.solvedByTeam), ne(t.solvedByTeam, true)),
        category === undefined ? undefined : eq(t.category, category),
        isTheirs,
        isWorkedOn(read),
      ),
    )
    .orderBy(desc(t.closedAt), desc(t.id))
    .limit(FIGURE_WORDS_MAX);
  return rows.flatMap(({ ticketId, at, isSolved, word }) =>
    at === null || isSolved === null || word === null
      ? []
      : [{ ticketId, at: at.toISOString(), isSolved, word }],
  );
};

/**
 * How the team works on tickets: what the last weeks came to, by week, helper and category [DESK-07]. Categories that
 * whoever asks may not see are left out of all of it.
 * @throws {AppError} `bad_request` for an unknown category.
 */
export const readFigures = async (ctx: MemberCtx, input: FiguresInput): Promise<Figures> => {
  const { read, config, clock } = ctx;
  const { category, helper } = input;
  assertCategory(ctx, input);
  const after = { weeks: input.weeks, ...filtersOf({ category, helper }) };
  await noteRead(ctx, { action: "tickets.listed", subject: null, after });
  const weeks = weeksUntil(clock.now(), input.weeks, config.community.timezone);
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  if (first === undefined || last === undefined) throw new Error("No week was asked for.");
  const hidden = new Set(hiddenCategories(ctx));
  const all = await findCells(ctx, weeks);
  const cells = all.filter(
    (cell) =>
      !hidden.has(cell.category) &&
      (category === undefined || cell.category === category) &&
      (helper === undefined || cell.helperId === helper),
  );
  const byWeek = Map.groupBy(cells, ({ week }) => week);
  return {
    total: figureOf(cells),
    weeks: weeks.map(({ week }) => ({ week, figure: figureOf(byWeek.get(week) ?? []) })),
    helpers: await helpersOf(read, cells),
    categories: categoriesOf(cells),
    words: await findWords(ctx, { from: first.from, until: last.until }, input),
  };
};
