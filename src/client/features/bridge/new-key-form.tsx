import { type FormEvent, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { BRIDGE_GAMES, BRIDGE_SCOPES, PLATFORMS_OF_GAME } from "#shared/constants/points.ts";
import { BRIDGE } from "#shared/messages.ts";
import type { MadeBridgeKey, NewBridgeKey } from "#shared/schemas/bridge.ts";
import { isSeen } from "#shared/schemas/text.ts";
import { KeyChoices } from "./key-choices.tsx";
import { GAMES, SCOPES } from "#client/lib/key-texts.ts";

const GAME_CHOICES = BRIDGE_GAMES.map((value) => ({
  value,
  label: GAMES[value],
  text: `Reaches players by ${PLATFORMS_OF_GAME[value].map((platform) => PLATFORM_NAMES[platform]).join(" and ")}.`,
}));
const SCOPE_CHOICES = BRIDGE_SCOPES.map((value) => ({
  value,
  label: SCOPES[value].label,
  text: SCOPES[value].text,
}));
/** In their order on the screen. */
const PARTS = ["name", "games", "scopes", "lastDay"] as const;
type Draft = Pick<NewBridgeKey, "name" | "games" | "scopes"> & {
  /** As a date field gives it, "2026-12-01"; "" for a key that stays good. */
  lastDay: string;
};
const EMPTY: Draft = { name: "", games: [], scopes: [], lastDay: "" };

/** The end of a day where the Admin is. */
const endOf = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();

/** Today where the Admin is, as a date field writes it. */
const todayText = () => {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
};

/** Where a key is made: for which server, games and acts. */
export const NewKeyForm = ({ onMade }: { onMade: (made: MadeBridgeKey) => void }) => {
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const { bridge } = trpc.useUtils();
  const make = trpc.bridge.makeKey.useMutation({
    onSuccess: (made) => {
      void bridge.keys.invalidate();
      onMade(made);
    },
  });
  const { name, games, scopes, lastDay } = draft;
  const problems = {
    name: isSeen(name) ? null : "Please give it a name.",
    games: games.length > 0 ? null : "Please choose a game.",
    scopes: scopes.length > 0 ? null : "Please choose what it may do.",
    lastDay: lastDay !== "" && lastDay < todayText() ? BRIDGE.expiryPast : null,
  };
  const shown = (part: keyof typeof problems) => (isTried ? problems[part] : null);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsTried(true);
    if (make.isPending) return;
    const wrong = PARTS.find((part) => problems[part] !== null);
    if (wrong === undefined) make.mutate({ name, games, scopes, expiresAt: endOf(lastDay) });
    else
      event.currentTarget
        .querySelector<HTMLElement>(`[data-part="${wrong}"] :is(input, button)`)
        ?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="p-6 pb-4 sm:px-8 sm:pt-8">
        <DialogTitle className="headline pr-10 text-4xl">New key</DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">
          For the plugin of one game server. Give it no more than it needs.
        </DialogDescription>
      </div>
      <div className="grid gap-6 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <div data-part="name">
          <Field label="Name" error={shown("name")} hint="Where it is used, such as Ragnarok.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={LENGTHS.label}
                value={name}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
        </div>
        <div data-part="games">
          <KeyChoices
            legend="Games that it speaks for"
            choices={GAME_CHOICES}
            chosen={games}
            error={shown("games")}
            onChange={(chosen) => change({ games: [...chosen] })}
          />
        </div>
        <div data-part="scopes">
          <KeyChoices
            legend="What it may do"
            choices={SCOPE_CHOICES}
            chosen={scopes}
            error={shown("scopes")}
            onChange={(chosen) => change({ scopes: [...chosen] })}
          />
        </div>
        <div data-part="lastDay">
          <Field
            label="Last day (optional)"
            error={shown("lastDay")}
            hint="After it the key is refused. Without one it stays good until it is revoked."
          >
            {(control) => (
              <Input
                {...control}
                type="date"
                className="max-w-56"
                value={lastDay}
                onChange={({ target }) => change({ lastDay: target.value })}
              />
            )}
          </Field>
        </div>
      </div>
      <div className="grid gap-4 border-t border-night-700 px-6 py-5 sm:px-8">
        {make.isError && <Alert>{messageOf(make.error) ?? BRIDGE.makeFailed}</Alert>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" isBusy={make.isPending}>
            Make the key
          </Button>
        </div>
      </div>
    </form>
  );
};
