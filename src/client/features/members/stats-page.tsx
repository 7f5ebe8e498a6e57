import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { MEMBER_AREA, MESSAGES } from "#shared/messages.ts";
import { MEMBERS } from "#shared/settings-messages.ts";

const HEX = "M20 1 37.300 11v20L20 41 2.700 31V11z";
/** How many cells of each column are lit, from the left to the right. */
const COLUMNS = [1, 2, 2, 4, 3, 5, 4, 6];
const ROWS = 6;
const SIZE = 42;
const CELLS = COLUMNS.flatMap((lit, column) =>
  Array.from({ length: ROWS }, (_, row) => {
    const height = ROWS - row;
    return {
      place: `translate(${column * SIZE} ${row * SIZE + (column % 2) * 20})`,
      look:
        height > lit
          ? "fill-transparent stroke-night-700"
          : height === ROWS
            ? "fill-amber/20 stroke-amber"
            : "fill-night-700 stroke-night-500",
    };
  }),
);

/** A chart of honeycomb cells that climbs to the right, with the eye of the lynx on top. */
const CombChart = () => (
  <svg
    viewBox={`0 0 ${COLUMNS.length * SIZE} ${ROWS * SIZE + 20}`}
    className="w-full max-w-sm"
    aria-hidden="true"
    focusable="false"
  >
    {CELLS.map(({ place, look }) => (
      <path key={place} d={HEX} transform={place} strokeWidth="1.500" className={look} />
    ))}
    <g transform={`translate(${(COLUMNS.length - 1) * SIZE} 20)`}>
      <path
        d="M7 21q13-13 26 0-13 13-26 0z"
        strokeWidth="1.500"
        className="fill-none stroke-amber"
      />
      <ellipse cx="20" cy="21" rx="1.800" ry="6" className="fill-amber-strong" />
    </g>
  </svg>
);

/** Holds the place of the numbers about a member. */
export const StatsPage = () => (
  <>
    <p className="eyebrow">Your trail</p>
    <h1 className="headline mt-2 text-5xl md:text-6xl">Stats</h1>
    <div className="panel mt-8 grid items-center gap-8 p-6 sm:p-10 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div>
        <p className="headline text-4xl text-amber-strong md:text-5xl">{MEMBER_AREA.stats}</p>
        <p className="mt-4 max-w-[44ch] text-lg leading-relaxed text-pretty text-muted">
          {MEMBERS.statsText}
        </p>
        <Button asChild variant="outline" className="mt-6">
          <HashLink hash="ServerListDisplay">{MESSAGES.seeServers}</HashLink>
        </Button>
      </div>
      <CombChart />
    </div>
  </>
);
