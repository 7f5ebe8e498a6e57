import { Check, Copy, LogIn, ThumbsUp } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { useCopy } from "#client/lib/clipboard.ts";
import { SERVERS } from "#shared/messages.ts";
import type { CommunityGame } from "#shared/schemas/community/play.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";
import { SERVER } from "#shared/server-messages.ts";

/** Where people join a server, to be copied or opened. */
export const Address = ({ row }: { row: ServerRow }) => {
  const { isCopied, copy } = useCopy(row.connectInfo);
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="rounded-xl border border-ground-600 bg-ground-950/60 p-3">
      <p className="text-sm text-faint">
        {row.connectUrl === null ? SERVER.joinAddressHint : "Address"}
      </p>
      <p className="mt-1 font-mono text-lg wrap-anywhere select-all">{row.connectInfo}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant={row.connectUrl === null ? "primary" : "outline"}
          onClick={copy}
          aria-label={SERVERS.copyAddress(row.name)}
        >
          <Icon aria-hidden />
          Copy
        </Button>
        {row.connectUrl !== null && (
          <Button asChild>
            <a href={row.connectUrl} aria-label={`Join ${row.name}`}>
              <LogIn aria-hidden />
              Join
            </a>
          </Button>
        )}
        {row.voteUrl !== null && (
          <Button asChild variant="outline">
            <a href={row.voteUrl} target="_blank" rel="noopener" aria-label={SERVER.vote}>
              <ThumbsUp aria-hidden />
              Vote
            </a>
          </Button>
        )}
      </div>
    </div>
  );
};

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
