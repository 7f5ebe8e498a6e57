import type { CommunityGame } from "#shared/schemas/community/play.ts";
import { SERVER } from "#shared/server-messages.ts";

const Rates = ({ rates }: Pick<CommunityGame, "rates">) => (
  <table className="w-full border-collapse wrap-anywhere tabular-nums">
    <caption className="sr-only">{SERVER.ratesCaption}</caption>
    <thead>
      <tr className="border-b border-ground-600 font-display text-base tracking-[0.06em] text-faint display-case sm:tracking-[0.12em]">
        <th scope="col" className="py-2 text-left font-bold">
          Rate
        </th>
        <th scope="col" className="w-20 py-2 text-right font-bold sm:w-24">
          Mon–Thur
        </th>
        <th scope="col" className="w-20 py-2 text-right font-bold sm:w-24">
          Fri–Sun
        </th>
      </tr>
    </thead>
    <tbody>
      {rates.map(({ name, weekdays, weekend }) => (
        <tr key={name} className="border-b border-ground-700/70 last:border-0">
          <th scope="row" className="py-2.5 text-left font-normal text-muted">
            {name}
          </th>
          <td className="py-2.5 text-right font-semibold">{weekdays}</td>
          <td
            className={
              weekend === weekdays
                ? "py-2.5 text-right font-semibold"
                : "py-2.5 text-right font-semibold text-accent-strong"
            }
          >
            {weekend}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Rates and settings of one game. */
export const GameInfo = ({ game: { rates, facts } }: { game: CommunityGame }) => {
  return (
    <>
      {rates.length > 0 && <Rates rates={rates} />}
      <dl className="mt-4 wrap-anywhere grid grid-cols-2 gap-2 first:mt-0 sm:gap-3">
        {facts.map(({ name, value }) => (
          <div
            key={name}
            className="rounded-lg border border-ground-700 bg-ground-950/50 p-3 last:odd:col-span-2 sm:p-4"
          >
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="mt-0.5 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};
