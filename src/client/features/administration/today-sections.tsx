import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { BarChart, dayColumn } from "#client/components/bar-chart.tsx";
import { Moment } from "#client/components/marks.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { ADMINS, may, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { TODAY } from "#shared/admin-messages.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { moneyText, numberFormat, numberText } from "#shared/rules/format.ts";
import type { DayOfToday, FailedWork, Figure, Today } from "#shared/schemas/administration.ts";

/** What of the figures one may see [TEAM-10]; how many play is everybody's. */
export const useSees = () => {
  const user = useSession();
  const hasShop = useSite().shop !== null;
  return {
    members: may(user, "members"),
    shop: hasShop && may(user, "orders"),
    points: may(user, "points"),
    tickets: may(user, "tickets"),
    failed: may(user, ADMINS),
  };
};
export type Sees = ReturnType<typeof useSees>;

const count = (...shown: boolean[]) => shown.filter(Boolean).length;

/** How many figures stand at the top. */
export const tileCount = ({ members, shop, points, tickets, failed }: Sees): number =>
  1 + count(members, shop, points, points, tickets, shop, failed);

/** How many charts stand below, as long as all is sold in one currency. */
const chartCount = ({ members, shop, points }: Sees): number =>
  1 + count(members, shop, points, points);

export const FAILED_ID = "failed-work";
export const POINTS_ID = "points-by-kind";
const DAYS_ID = "day-by-day";

const percent = numberFormat({ style: "percent", maximumFractionDigits: 0 });

/** "+12 (+40%), up from 30": sign and words, for whoever sees no colour. */
const changeText = ({ now, before }: Figure, text: (value: number) => string): string => {
  const change = now - before;
  if (change === 0) return TODAY.same;
  const sign = change > 0 ? "+" : "\u2212";
  const share = before === 0 ? "" : ` (${sign}${percent(Math.abs(change) / before)})`;
  const way = change > 0 ? TODAY.up : TODAY.down;
  return `${sign}${text(Math.abs(change))}${share}, ${way(text(before))}`;
};

type ChangeProps = { figure: Figure; text?: (value: number) => string; isNeutral?: boolean };

/** How a figure differs from the one before. */
export const Change = ({ figure, text = numberText, isNeutral = false }: ChangeProps) => (
  <span
    className={cn(
      "block text-sm leading-snug tabular-nums",
      isNeutral || figure.now === figure.before
        ? "text-muted"
        : figure.now > figure.before
          ? "text-moss"
          : "text-ember",
    )}
  >
    {changeText(figure, text)}
  </span>
);

type SectionProps = { id: string; title: string; children: ReactNode };

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="panel min-w-0 p-4">
    <h2
      id={id}
      tabIndex={-1}
      className="mb-2 scroll-mt-24 font-display text-xl font-bold tracking-wide display-case outline-none"
    >
      {title}
    </h2>
    {children}
  </section>
);

const CELL = "py-1.5 pl-3 text-right align-top tabular-nums";

/** What came and went by what. */
export const PointsByKind = ({ points }: Pick<Today, "points">) => (
  <Section id={POINTS_ID} title={TODAY.pointsByKind}>
    {points.length === 0 ? (
      <p className="text-muted">{TODAY.noPoints}</p>
    ) : (
      <table className="w-full text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-semibold">
              {TODAY.kind}
            </th>
            <th scope="col" className={cn(CELL, "font-semibold")}>
              {TODAY.in}
            </th>
            <th scope="col" className={cn(CELL, "font-semibold")}>
              {TODAY.out}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-ground-700">
          {points.map(({ kind, ...sides }) => (
            <tr key={kind}>
              <th scope="row" className="py-1.5 text-left align-top font-semibold">
                {ENTRY_KIND_NAMES[kind]}
              </th>
              {[sides.in, sides.out].map((figure, side) => (
                <td key={side === 0 ? "in" : "out"} className={CELL}>
                  {figure.now + figure.before === 0 ? (
                    <span className="text-faint">–</span>
                  ) : (
                    <>
                      <span className="font-semibold text-ink">{numberText(figure.now)}</span>
                      <Change figure={figure} isNeutral />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Section>
);

const FailedRow = ({ kind, name, since, count }: FailedWork) => (
  <li className="py-2">
    <p className="font-semibold wrap-anywhere text-ink">
      {kind === "event" ? (
        <Link
          to="/member/admin/inbox"
          search={{ state: "waiting" }}
          className="underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong"
        >
          {TODAY.failedEvents(count)}
        </Link>
      ) : kind === "mail" ? (
        TODAY.failedMails(count)
      ) : (
        TODAY.jobName(name)
      )}
    </p>
    <p className="text-muted">
      {kind === "event" && TODAY.eventsHint}
      {kind === "mail" && TODAY.mailsHint(name)}
      {kind === "job" && (
        <>
          {TODAY.jobFailed(count)} {since !== null && <Moment at={since} />}
        </>
      )}
    </p>
  </li>
);

/** What the site could not do by itself. */
export const Failed = ({ failed }: Pick<Today, "failed">) => (
  <Section id={FAILED_ID} title={TODAY.failed}>
    {failed.length === 0 ? (
      <p className="text-muted">{TODAY.nothingFailed}</p>
    ) : (
      <ul className="divide-y divide-ground-700 text-sm">
        {failed.map((work) => (
          <FailedRow key={`${work.kind} ${work.name}`} {...work} />
        ))}
      </ul>
    )}
  </Section>
);

const compact = numberFormat({ notation: "compact" });

const PANEL = "panel min-h-54 min-w-0 p-4";
/** Two beside each other where there is room; of an odd number the first takes a line. */
const CHART_GRID =
  "mt-3 grid gap-3 lg:grid-cols-2 lg:[&>:first-child:nth-last-child(odd)]:col-span-2";

/** What each day of the period came to. */
export const DayCharts = ({
  days,
  daysBefore,
  sales,
  players: { peak },
  sees,
}: Today & { sees: Sees }) => {
  const columns = days.map(({ day }) => dayColumn(day));
  const chart = (
    title: string,
    valueOf: (day: DayOfToday) => number,
    props: Partial<ComponentProps<typeof BarChart>> = {},
  ) => (
    <div key={title} className={PANEL}>
      <BarChart
        title={title}
        columnName={TODAY.day}
        columns={columns}
        series={[{ key: title, label: title, values: days.map(valueOf) }]}
        compared={{ label: TODAY.daysBefore(days.length), values: daysBefore.map(valueOf) }}
        valueText={numberText}
        scaleText={compact}
        isSmall
        {...props}
      />
    </div>
  );
  return (
    <section aria-labelledby={DAYS_ID}>
      <h2 id={DAYS_ID} className="sr-only">
        {TODAY.byDay}
      </h2>
      <div className={CHART_GRID}>
        {sees.members && chart(TODAY.members, ({ members }) => members)}
        {chart(TODAY.peakOfDay, (day) => day.peak, {
          summary: TODAY.peakSummary(numberText(peak.now), columns.at(0)?.name ?? ""),
        })}
        {sees.shop && sales.length === 0 && chart(TODAY.sales, () => 0)}
        {sees.shop &&
          sales.map(({ currency }, index) =>
            chart(
              sales.length === 1 ? TODAY.sales : TODAY.salesIn(currency),
              (day) => day.sales[index] ?? 0,
              {
                valueText: (amount) => moneyText(amount, currency),
                scaleText: numberFormat({ style: "currency", currency, notation: "compact" }),
              },
            ),
          )}
        {sees.points && chart(TODAY.pointsIn, (day) => day.in)}
        {sees.points && chart(TODAY.pointsOut, (day) => day.out)}
      </div>
    </section>
  );
};

/** Stands where the charts will, as high as they. */
export const DayChartsSkeleton = ({ sees }: { sees: Sees }) => (
  <div aria-busy className={CHART_GRID}>
    {Array.from({ length: chartCount(sees) }, (_, chart) => (
      <Skeleton key={chart} className="h-54 rounded-[14px]" />
    ))}
  </div>
);
