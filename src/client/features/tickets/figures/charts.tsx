import { BarChart, dayColumn } from "#client/components/bar-chart.tsx";
import { shortDuration } from "#client/lib/time.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import type { Figures } from "#shared/schemas/figures.ts";

const Hint = ({ children }: { children: string }) => (
  <p className="mt-2 text-sm text-pretty text-muted">{children}</p>
);

/** A scale in hours, or in minutes where nothing took two hours. */
const unitOf = (longestMs: number) =>
  longestMs > 2 * HOUR_MS ? { ms: HOUR_MS, sign: "h" } : { ms: MINUTE_MS, sign: "min" };

/** Week by week: what came and what was answered, and how long that took. */
export const FigureCharts = ({ weeks, total }: Pick<Figures, "weeks" | "total">) => {
  const columns = weeks.map(({ week }) => dayColumn(week));
  const medians = weeks.map(({ figure: { answer } }) => answer.medianMs ?? 0);
  const ninetieths = weeks.map(({ figure: { answer } }) => answer.ninetiethMs ?? 0);
  const unit = unitOf(Math.max(0, ...ninetieths));
  const { answer, opened } = total;
  return (
    <div className="mt-3 grid gap-3 lg:grid-cols-2">
      <div className="panel min-w-0 p-4">
        <BarChart
          heading="h2"
          title={FIGURES_SCREEN.volume}
          columnName={FIGURES_SCREEN.columns.weeks}
          columns={columns}
          series={[
            {
              key: "opened",
              label: FIGURES_SCREEN.opened,
              values: weeks.map(({ figure }) => figure.opened),
            },
          ]}
          compared={{
            label: FIGURES_SCREEN.answered,
            values: weeks.map(({ figure }) => figure.answer.tickets),
          }}
          valueText={numberText}
          summary={FIGURES_SCREEN.volumeSummary(opened, answer.tickets)}
        />
        <Hint>{FIGURES_SCREEN.volumeHint}</Hint>
      </div>
      <div className="panel min-w-0 p-4">
        <BarChart
          heading="h2"
          title={FIGURES_SCREEN.times}
          columnName={FIGURES_SCREEN.columns.weeks}
          columns={columns}
          series={[
            {
              key: "median",
              label: FIGURES_SCREEN.median,
              values: medians.map((ms) => ms / unit.ms),
            },
          ]}
          compared={{
            label: FIGURES_SCREEN.ninetieth,
            values: ninetieths.map((ms) => ms / unit.ms),
          }}
          valueText={(value) => (value === 0 ? "–" : shortDuration(value * unit.ms))}
          scaleText={(value) => `${numberText(value)} ${unit.sign}`}
          summary={FIGURES_SCREEN.timesSummary(
            answer.medianMs === null ? null : shortDuration(answer.medianMs),
          )}
        />
        <Hint>{FIGURES_SCREEN.timesHint}</Hint>
      </div>
    </div>
  );
};
