import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod/mini";
import { serversByGame } from "#client/components/occurrences.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { DialogClose, DialogTitle } from "#client/components/ui/dialog.tsx";
import {
  Checkbox,
  Field,
  Input,
  Label,
  NativeSelect,
  Textarea,
} from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { localFieldText } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CALENDAR_ADMIN, KIND_NAMES, REPEAT_NAMES } from "#shared/calendar-messages.ts";
import { CALENDAR_KINDS, REPEATS } from "#shared/constants/lists.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { CALENDAR_MAX, type CalendarEntry } from "#shared/schemas/calendar.ts";

type Rate = { name: string; value: string };
/** With a key, so that what is typed stays with its line. */
type RateLine = Rate & { key: number };

const minutesBetween = (begins: string, ends: string): number =>
  Math.round((Date.parse(ends) - Date.parse(begins)) / 60_000);

const entryForm = z
  .object({
    kind: z.enum(CALENDAR_KINDS),
    title: textThat((title) => (isSeen(title) ? null : CALENDAR_ADMIN.nameMissing)),
    text: z.string(),
    begins: textThat((at) => (Number.isNaN(Date.parse(at)) ? CALENDAR_ADMIN.beginsMissing : null)),
    ends: z.string(),
    repeat: z.enum(REPEATS),
    /** As a date field gives it; "" for what goes on. */
    repeatUntil: z.string(),
    servers: z.array(z.string()),
    rates: z.array(z.object({ key: z.number(), name: z.string(), value: z.string() })),
  })
  .check(
    z.refine(({ begins, ends }) => ends === "" || !(minutesBetween(begins, ends) <= 0), {
      error: CALENDAR_ADMIN.endsBefore,
      path: ["ends"],
    }),
    z.refine(
      ({ begins, ends }) => ends === "" || !(minutesBetween(begins, ends) > CALENDAR_MAX.length),
      { error: CALENDAR_ADMIN.tooLong, path: ["ends"] },
    ),
    z.refine(
      ({ kind, rates }) =>
        kind !== "rates" || rates.every(({ name, value }) => isSeen(name) && isSeen(value)),
      { error: CALENDAR_ADMIN.rateIncomplete, path: ["rates"] },
    ),
  );
type Values = z.infer<typeof entryForm>;

const NEW_RATE: RateLine = { key: 0, name: "", value: "" };

const valuesOf = (entry: CalendarEntry | null): Values => {
  if (entry === null)
    return {
      kind: "wipe",
      title: "",
      text: "",
      begins: "",
      ends: "",
      repeat: "never",
      repeatUntil: "",
      servers: [],
      rates: [NEW_RATE],
    };
  const { kind, title, text, begins, minutes, repeat, repeatUntil, servers, rates } = entry;
  const from = new Date(begins);
  return {
    kind,
    title,
    text,
    begins: localFieldText(from),
    ends: minutes === 0 ? "" : localFieldText(new Date(from.getTime() + minutes * 60_000)),
    repeat,
    repeatUntil:
      repeatUntil === null
        ? ""
        : localFieldText(new Date(repeatUntil)).slice(0, "2026-11-24".length),
    servers: [...servers],
    rates:
      rates.length === 0 ? [NEW_RATE] : rates.map(({ name, value }, key) => ({ key, name, value })),
  };
};

/** The end of that day where the Admin is; null for none. */
const endOfDay = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();

type RatesProps = {
  rates: readonly RateLine[];
  error: string | null;
  onChange: (rates: RateLine[]) => void;
};

const Rates = ({ rates, error, onChange }: RatesProps) => {
  const change = (key: number, part: Partial<Rate>) =>
    onChange(rates.map((rate) => (rate.key === key ? { ...rate, ...part } : rate)));
  const nextKey = Math.max(-1, ...rates.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{CALENDAR_ADMIN.rates}</legend>
      <ul className="mt-2 grid gap-2">
        {rates.map(({ key, name, value }, index) => (
          <li key={key} className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] gap-2">
            <Input
              aria-label={CALENDAR_ADMIN.rateName(index + 1)}
              placeholder={CALENDAR_ADMIN.rateNameExample}
              maxLength={CALENDAR_MAX.rateName}
              value={name}
              onChange={({ target }) => change(key, { name: target.value })}
            />
            <Input
              aria-label={CALENDAR_ADMIN.rateValue(index + 1)}
              placeholder={CALENDAR_ADMIN.rateValueExample}
              maxLength={CALENDAR_MAX.rateValue}
              value={value}
              onChange={({ target }) => change(key, { value: target.value })}
            />
            <Button
              variant="ghost"
              size="icon"
              className="h-12"
              aria-label={CALENDAR_ADMIN.removeRate(index + 1)}
              disabled={rates.length === 1}
              onClick={() => onChange(rates.filter((rate) => rate.key !== key))}
            >
              <Trash2 aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {error !== null && <p className="mt-2 text-sm font-medium text-ember">{error}</p>}
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        disabled={rates.length >= CALENDAR_MAX.rates}
        onClick={() => onChange([...rates, { ...NEW_RATE, key: nextKey }])}
      >
        <Plus aria-hidden />
        {CALENDAR_ADMIN.addRate}
      </Button>
    </fieldset>
  );
};

type ServersProps = {
  chosen: readonly string[];
  /** What the entry had chosen before: of these also servers that there are no longer. */
  before: readonly string[];
  error: string | null;
  onChange: (chosen: string[]) => void;
};

const Servers = ({ chosen, before, error, onChange }: ServersProps) => {
  const { games, servers } = useSite();
  const gone = before.filter((key) => servers.every((server) => server.key !== key));
  const lost = {
    game: "",
    name: CALENDAR_ADMIN.goneServers,
    servers: gone.map((key) => ({ key, name: CALENDAR_ADMIN.goneServer(key) })),
  };
  const groups = [...(gone.length > 0 ? [lost] : []), ...serversByGame(games, servers)];
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{CALENDAR_ADMIN.onServers}</legend>
      <p className="text-sm text-muted">{CALENDAR_ADMIN.onServersHint}</p>
      <ul className="mt-2 grid max-h-52 gap-x-6 overflow-y-auto rounded-lg border border-ground-600 p-3 sm:grid-cols-2">
        {groups.map(({ game, name: of, servers: own }) => (
          <li key={game} className="sm:col-span-2">
            <p id={`servers-of-${game}`} className="text-sm font-semibold text-muted">
              {of}
            </p>
            <ul aria-labelledby={`servers-of-${game}`} className="grid gap-x-6 sm:grid-cols-2">
              {own.map(({ key, name }) => (
                <li key={key} className="flex min-h-11 items-center gap-3">
                  <Checkbox
                    id={`server-${key}`}
                    checked={chosen.includes(key)}
                    onCheckedChange={(checked) =>
                      onChange(
                        checked === true ? [...chosen, key] : chosen.filter((one) => one !== key),
                      )
                    }
                  />
                  <Label htmlFor={`server-${key}`} className="min-w-0 wrap-anywhere">
                    {name}
                  </Label>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {error !== null && <p className="mt-2 text-sm font-medium text-ember">{error}</p>}
    </fieldset>
  );
};

type EntryFormProps = {
  /** Null for a new one. */
  entry: CalendarEntry | null;
  onDone: () => void;
};

/** Enters something into the calendar, or changes it. */
export const EntryForm = ({ entry, onDone }: EntryFormProps) => {
  const { timezone } = useSite();
  const { calendar } = trpc.useUtils();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useForm({
    schema: entryForm,
    initial: valuesOf(entry),
    renamed: { minutes: "ends" },
  });
  const save = trpc.calendar.save.useMutation({
    onSuccess: () => {
      toast("success", CALENDAR_ADMIN.saved, "admin");
      void calendar.invalidate();
      onDone();
    },
    onError: (error) => form.refuse(error, refusalProblem(error, CALENDAR_ADMIN.saveFailed)),
  });
  const send = form.submit(({ begins, ends, repeatUntil, rates, ...values }) => {
    const isRates = values.kind === "rates";
    save.mutate({
      ...values,
      id: entry?.id ?? null,
      revision: entry?.revision ?? 0,
      begins: new Date(begins).toISOString(),
      minutes: ends === "" ? 0 : minutesBetween(begins, ends),
      repeatUntil: values.repeat === "never" ? null : endOfDay(repeatUntil),
      rates: isRates ? rates.map(({ name, value }) => ({ name, value })) : [],
      ...(entry === null && { idempotencyKey }),
    });
  });
  const { kind, repeat, servers, rates } = form.values;
  return (
    <form onSubmit={send} noValidate className="flex min-h-0 flex-col">
      <DialogTitle className="headline p-6 pr-16 pb-4 text-4xl sm:px-8 sm:pt-8">
        {entry === null ? CALENDAR_ADMIN.addTitle : CALENDAR_ADMIN.editTitle}
      </DialogTitle>
      <div className="grid gap-5 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Field label={CALENDAR_ADMIN.kind}>
            {(control) => (
              <NativeSelect {...control} {...form.field("kind")}>
                {CALENDAR_KINDS.map((one) => (
                  <option key={one} value={one}>
                    {KIND_NAMES[one]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label={CALENDAR_ADMIN.name} error={form.error("title")}>
            {(control) => (
              <Input
                {...control}
                {...form.field("title")}
                autoComplete="off"
                maxLength={CALENDAR_MAX.title}
              />
            )}
          </Field>
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={CALENDAR_ADMIN.begins}
            error={form.error("begins")}
            hint={CALENDAR_ADMIN.beginsHint(ownTimeZone(), timezone)}
          >
            {(control) => <Input {...control} {...form.field("begins")} type="datetime-local" />}
          </Field>
          <Field
            label={CALENDAR_ADMIN.ends}
            error={form.error("ends")}
            hint={CALENDAR_ADMIN.endsHint}
          >
            {(control) => <Input {...control} {...form.field("ends")} type="datetime-local" />}
          </Field>
          <Field label={CALENDAR_ADMIN.repeat}>
            {(control) => (
              <NativeSelect {...control} {...form.field("repeat")}>
                {REPEATS.map((one) => (
                  <option key={one} value={one}>
                    {REPEAT_NAMES[one]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          {repeat !== "never" && (
            <Field
              label={CALENDAR_ADMIN.repeatUntil}
              error={form.error("repeatUntil")}
              hint={CALENDAR_ADMIN.repeatUntilHint}
            >
              {(control) => <Input {...control} {...form.field("repeatUntil")} type="date" />}
            </Field>
          )}
        </div>
        {kind === "rates" && (
          <Rates
            rates={rates}
            error={form.error("rates")}
            onChange={(next) => form.set({ rates: next })}
          />
        )}
        <Servers
          chosen={servers}
          before={entry?.servers ?? []}
          error={form.error("servers")}
          onChange={(next) => form.set({ servers: next })}
        />
        <Field
          label={CALENDAR_ADMIN.details}
          error={form.error("text")}
          hint={CALENDAR_ADMIN.detailsHint}
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.field("text")}
              isCompact
              maxLength={CALENDAR_MAX.text}
            />
          )}
        </Field>
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-ground-700 p-4 sm:px-8">
        <DialogClose asChild>
          <Button variant="outline" disabled={save.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button type="submit" isBusy={save.isPending}>
          {CALENDAR_ADMIN.save}
        </Button>
      </div>
    </form>
  );
};
