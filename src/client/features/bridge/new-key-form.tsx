import { z } from "zod/mini";
import { Choices } from "#client/components/choices.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { DialogClose, DialogDescription, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { localFieldText } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { BRIDGE, BRIDGE_KEY_FORM, BRIDGE_SCOPE_TEXTS } from "#shared/bridge-messages.ts";
import { LENGTHS, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { MESSAGES } from "#shared/messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { MadeBridgeKey } from "#shared/schemas/bridge.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

/** The games whose servers know players by their accounts. */
const gameChoices = (games: SiteConfig["games"]) =>
  games
    .filter(({ platforms }) => platforms.length > 0)
    .map(({ key, name, platforms }) => ({
      value: key,
      label: name,
      text: BRIDGE_KEY_FORM.reachesBy(
        platforms.map((platform) => PLATFORM_NAMES[platform]).join(" and "),
      ),
    }));
const SCOPE_CHOICES = BRIDGE_SCOPES.map((value) => ({
  value,
  label: BRIDGE_SCOPE_TEXTS[value].label,
  text: BRIDGE_SCOPE_TEXTS[value].text,
}));
/** The end of a day where the Admin is. */
const endOf = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();

/** Today where the Admin is, as a date field writes it. */
const todayText = () => localFieldText(new Date()).slice(0, "2026-12-01".length);

const keyForm = z.object({
  name: textThat((name) => (isSeen(name) ? null : BRIDGE_KEY_FORM.nameMissing)),
  games: z.array(z.string()).check(z.minLength(1, MESSAGES.gameMissing)),
  scopes: z.array(z.enum(BRIDGE_SCOPES)).check(z.minLength(1, BRIDGE_KEY_FORM.scopesMissing)),
  /** As a date field gives it, "2026-12-01"; "" for a key that stays good. */
  lastDay: textThat((day) => (day !== "" && day < todayText() ? BRIDGE.expiryPast : null)),
});
const EMPTY: z.infer<typeof keyForm> = { name: "", games: [], scopes: [], lastDay: "" };

/** Where a key is made: for which server, games and acts. */
export const NewKeyForm = ({ onMade }: { onMade: (made: MadeBridgeKey) => void }) => {
  const form = useForm({ schema: keyForm, initial: EMPTY, renamed: { expiresAt: "lastDay" } });
  const site = useSite();
  const { bridge } = trpc.useUtils();
  const make = trpc.bridge.makeKey.useMutation({
    onSuccess: (made) => {
      void bridge.keys.invalidate();
      onMade(made);
    },
    onError: (error) => form.refuse(error, refusalProblem(error, BRIDGE.makeFailed)),
  });
  const { values } = form;
  const submit = form.submit(({ name, games, scopes, lastDay }) => {
    if (!make.isPending) make.mutate({ name, games, scopes, expiresAt: endOf(lastDay) });
  });
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="p-6 pb-4 sm:px-8 sm:pt-8">
        <DialogTitle className="headline pr-10 text-4xl">New key</DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">
          {BRIDGE_KEY_FORM.intro}
        </DialogDescription>
      </div>
      <div className="grid gap-6 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <Field label="Name" error={form.error("name")} hint={BRIDGE_KEY_FORM.nameHint}>
          {(control) => (
            <Input
              {...control}
              {...form.field("name")}
              autoComplete="off"
              maxLength={LENGTHS.label}
            />
          )}
        </Field>
        <Choices
          legend={BRIDGE_KEY_FORM.games}
          choices={gameChoices(site.games)}
          chosen={values.games}
          firstRef={form.focusOf("games")}
          error={form.error("games")}
          onChange={(chosen) => form.set({ games: [...chosen] })}
        />
        <Choices
          legend={BRIDGE_KEY_FORM.scopes}
          choices={SCOPE_CHOICES}
          chosen={values.scopes}
          firstRef={form.focusOf("scopes")}
          error={form.error("scopes")}
          onChange={(chosen) => form.set({ scopes: [...chosen] })}
        />
        <Field
          label={BRIDGE_KEY_FORM.lastDay}
          error={form.error("lastDay")}
          hint={BRIDGE_KEY_FORM.lastDayHint}
        >
          {(control) => (
            <Input {...control} {...form.field("lastDay")} type="date" className="max-w-56" />
          )}
        </Field>
      </div>
      <div className="grid gap-4 border-t border-ground-700 px-6 py-5 sm:px-8">
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" isBusy={make.isPending}>
            {BRIDGE_KEY_FORM.make}
          </Button>
        </div>
      </div>
    </form>
  );
};
