import { SERVERS } from "#shared/home-messages.ts";
import type { ServerHistory } from "#shared/schemas/servers.ts";

const WIDTH = 132;
const HEIGHT = 34;
const TOP = 3;

type Run = { from: number; values: number[] };

/** Splits the day where nothing was measured, so that a gap stays a gap. */
const runsOf = (points: readonly (number | null)[]): Run[] => {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const [index, value] of points.entries()) {
    if (value === null) open = null;
    else if (open === null) runs.push((open = { from: index, values: [value] }));
    else open.values.push(value);
  }
  return runs;
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Players of the last 24 hours as a small area chart. */
export const PlayerChart = ({ history }: { history: ServerHistory | undefined }) => {
  if (history === undefined) return <div style={{ width: WIDTH, height: HEIGHT }} aria-hidden />;
  const { points, peak } = history;
  const top = Math.max(peak, 4);
  const x = (index: number) => round((index / (points.length - 1)) * WIDTH);
  const y = (value: number) => round(HEIGHT - (value / top) * (HEIGHT - TOP));
  const label = history.uptime === null ? SERVERS.noPlayersMeasured : SERVERS.playersOfDay(peak);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
      className="max-w-full min-w-0 overflow-visible text-amber"
    >
      <title>{label}</title>
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-night-600" strokeWidth="1" />
      {runsOf(points).map(({ from, values }) => {
        const line = values.map((value, index) => `${x(from + index)} ${y(value)}`).join("L");
        const end = x(from + values.length - 1);
        return (
          <g key={from}>
            <path
              d={`M${x(from)} ${HEIGHT}L${line}L${end} ${HEIGHT}Z`}
              fill="currentColor"
              opacity="0.16"
            />
            <path
              d={values.length === 1 ? `M${line}h1` : `M${line}`}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
            />
          </g>
        );
      })}
    </svg>
  );
};
