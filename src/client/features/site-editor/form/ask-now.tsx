import { Radio } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { ServerAnswer, ServerQuestion } from "#shared/schemas/servers.ts";
import { ASK_NOW } from "#shared/site-messages.ts";
import { asText, isObject, type Json } from "./content.ts";
import { type FormDoors, type InputProps, useForm } from "./context.ts";

/** A port as it stands in the form; null for what is none yet. */
const portIn = (value: Json | undefined): number | null =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65_536
    ? value
    : null;

/** What is to be asked, or why nothing can be. */
const questionOf = (
  value: Json | undefined,
  games: FormDoors["site"]["games"],
): ServerQuestion | string => {
  const server = isObject(value) ? value : {};
  const game = games.find(({ key }) => key === server["game"]);
  const [host, port] = [asText(server["host"]).trim(), portIn(server["port"])];
  if (game?.protocol === "none") return ASK_NOW.noProtocol;
  if (game === undefined || host === "" || port === null) return ASK_NOW.incomplete;
  const queryHost = asText(server["queryHost"]).trim();
  const queryPort = portIn(server["queryPort"]);
  return {
    protocol: game.protocol,
    host,
    port,
    ...(queryHost !== "" && { queryHost }),
    ...(queryPort !== null && { queryPort }),
    ...(game.queryPort !== undefined && { gameQueryPort: game.queryPort }),
  };
};

const Answer = ({ answer: { reading, reason, address, tookMs } }: { answer: ServerAnswer }) => {
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

/** Asks a server as the form has it, and shows what comes of it until something of it changes. */
export const AskNow = ({ field, value }: InputProps<"ask">) => {
  const { site } = useForm();
  const ask = trpc.servers.askNow.useMutation();
  const question = questionOf(value, site.games);
  const isSame = JSON.stringify(ask.variables) === JSON.stringify(question);
  return (
    <div className="min-w-0 rounded-lg border border-ground-700 bg-ground-950/40 p-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          size="sm"
          className="h-11"
          isBusy={ask.isPending}
          disabled={typeof question === "string"}
          onClick={() => typeof question !== "string" && ask.mutate(question)}
        >
          <Radio aria-hidden />
          {field.label}
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-sm text-pretty text-muted">
          {typeof question === "string" ? question : field.hint}
        </p>
      </div>
      <output className="block text-sm">
        {isSame && (ask.data !== undefined || ask.error !== null) && (
          <div className="mt-3 border-t border-ground-700 pt-3">
            {ask.data !== undefined && <Answer answer={ask.data} />}
            {ask.error !== null && (
              <p className="font-medium text-ember">{messageOf(ask.error) ?? ASK_NOW.failed}</p>
            )}
          </div>
        )}
      </output>
    </div>
  );
};
