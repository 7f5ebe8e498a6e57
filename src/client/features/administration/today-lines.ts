import { TODAY } from "#shared/admin-messages.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import type { Figure, Today } from "#shared/schemas/administration.ts";
import type { Sees } from "./today-sees.ts";

/** What came in or went out, of all kinds. */
export const sumOf = (points: Today["points"], side: "in" | "out"): Figure => ({
  now: points.reduce((sum, row) => sum + row[side].now, 0),
  before: points.reduce((sum, row) => sum + row[side].before, 0),
});

/** A figure, what it was before, and what each day came to where that is told. */
const line = (name: string, { now, before }: Figure, days: readonly number[] = []) => [
  name,
  now,
  before,
  ...days,
];

const pointLines = ({ points, days }: Today, side: "in" | "out") => {
  const name = side === "in" ? TODAY.pointsIn : TODAY.pointsOut;
  return [
    line(
      name,
      sumOf(points, side),
      days.map((day) => day[side]),
    ),
    ...points.map((row) => line(`${name}: ${ENTRY_KIND_NAMES[row.kind]}`, row[side])),
  ];
};

/** All figures that one may see, as lines. */
export const linesOf = (today: Today, sees: Sees) => {
  const { members, players, sales, tickets, flags, failed, days } = today;
  const each = (valueOf: (day: Today["days"][number]) => number) => days.map(valueOf);
  const membersLine = line(
    TODAY.members,
    members,
    each((day) => day.members),
  );
  return [
    ...(sees.members ? [membersLine] : []),
    [TODAY.players, players.now, ""],
    line(
      TODAY.peak,
      players.peak,
      each(({ peak }) => peak),
    ),
    ...sales.map(({ currency, ...figure }, index) =>
      line(
        TODAY.salesIn(currency),
        figure,
        each((day) => day.sales[index] ?? 0),
      ),
    ),
    ...(sees.points ? [...pointLines(today, "in"), ...pointLines(today, "out")] : []),
    ...(sees.tickets ? [[TODAY.tickets, tickets.waiting, ""]] : []),
    ...(sees.shop ? [[TODAY.flags, flags, ""]] : []),
    ...(sees.failed ? [[TODAY.failed, failed.reduce((sum, { count }) => sum + count, 0), ""]] : []),
  ];
};
