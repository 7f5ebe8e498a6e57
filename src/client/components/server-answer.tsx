import type { ServerAnswer } from "#shared/schemas/servers.ts";
import { ASK_NOW } from "#shared/site-messages.ts";

type ServerAnswerViewProps = { answer: ServerAnswer };

/** What a game server answered at once, or why it did not. */
export const ServerAnswerView = ({
  answer: { reading, reason, address, tookMs },
}: ServerAnswerViewProps) => {
  const facts =
    reading === null
      ? []
      : [
          [ASK_NOW.name, reading.name],
          [ASK_NOW.players, ASK_NOW.of(reading.players, reading.maxPlayers)],
          [ASK_NOW.map, reading.map ?? ""],
          [ASK_NOW.version, reading.version],
        ].filter(([, text]) => text !== "");
  return (
    <>
      <p className="flex items-center gap-2 font-semibold text-ink">
        <span
          aria-hidden
          className={`hexagon h-[11px] w-[10px] shrink-0 ${reading === null ? "bg-ember" : "bg-moss"}`}
        />
        {reading === null ? ASK_NOW.silent : ASK_NOW.answers(tookMs)}
      </p>
      {facts.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {facts.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere text-ink">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {reason !== null && <p className="mt-1 text-pretty text-ink">{ASK_NOW.reasons[reason]}</p>}
      <p className="mt-1 wrap-anywhere text-muted">{ASK_NOW.at(address)}</p>
    </>
  );
};
