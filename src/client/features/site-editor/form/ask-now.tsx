import { Radio } from "lucide-react";
import { ServerAnswerView } from "#client/components/server-answer.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { ServerQuestion } from "#shared/schemas/servers.ts";
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
            {ask.data !== undefined && <ServerAnswerView answer={ask.data} />}
            {ask.error !== null && (
              <p className="font-medium text-ember">{messageOf(ask.error) ?? ASK_NOW.failed}</p>
            )}
          </div>
        )}
      </output>
    </div>
  );
};
