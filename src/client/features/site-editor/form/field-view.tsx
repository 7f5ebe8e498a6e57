import { Radio } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { MarkdownEditor } from "#client/components/markdown-editor.tsx";
import { ServerAnswerView } from "#client/components/server-answer.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Input, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PROTOCOLS } from "#shared/schemas/community/play.ts";
import type { ServerQuestion } from "#shared/schemas/servers.ts";
import type { Field, FieldOf } from "#shared/site-forms/fields.ts";
import { ASK_NOW, DURATION_UNITS } from "#shared/site-messages.ts";
import {
  asText,
  fieldId,
  type FormDoors,
  type InputProps,
  isObject,
  type Json,
  numberFrom,
  type Path,
  useFacts,
  useForm,
  valueAt,
} from "./context.ts";
import { ListInput } from "./list-input.tsx";
import { MenuInput } from "./menu-input.tsx";
import { Notices } from "./movable.tsx";
import { PaletteView } from "./palette-view.tsx";
import { PictureInput } from "./picture-input.tsx";
import { LinesInput, OrderInput, TableInput } from "./rows-input.tsx";
import {
  Braces,
  ChoiceInput,
  ColourInput,
  KeyInput,
  Labelled,
  ManyInput,
  NumberInput,
  TextInput,
  ToggleInput,
} from "./simple-inputs.tsx";

/** Minutes of each unit. */
const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 } as const;
type Unit = keyof typeof MINUTES;
const UNITS = Object.keys(MINUTES) as readonly Unit[];

/** The greatest unit of which it is so many, or so many and a half. */
const unitOf = (minutes: unknown): Unit =>
  UNITS.findLast(
    (unit) =>
      typeof minutes === "number" &&
      minutes >= MINUTES[unit] &&
      minutes % (MINUTES[unit] / 2) === 0,
  ) ?? "minutes";

/** So many minutes in a unit, as text; what is no number yet stays as it was typed. */
const shownIn = (unit: Unit, minutes: Json | undefined): string =>
  typeof minutes === "number"
    ? String(Number((minutes / MINUTES[unit]).toFixed(6)))
    : asText(minutes);

/** What was typed, in whole minutes. */
const minutesFrom = (unit: Unit, text: string): Json | undefined => {
  const number = numberFrom(text);
  return typeof number === "number" ? Math.round(number * MINUTES[unit]) : number;
};

/** How long, with the unit in which it is told. */
const DurationInput = ({ field, path, value }: InputProps<"duration">) => {
  const { set } = useForm();
  const { usual } = useFacts(path);
  const [unit, setUnit] = useState(() => unitOf(value ?? usual));
  /** What stands in the box while it means the value: "1.50" stays so. */
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && minutesFrom(unit, typed) === value;
  const text = isTyped ? typed : shownIn(unit, value);
  const change = (next: string, to: Unit) => {
    setTyped(next);
    setUnit(to);
    set(path, minutesFrom(to, next));
  };
  return (
    <Labelled field={field} path={path}>
      {(given) => (
        <div className="flex max-w-80 gap-2">
          <Input
            {...given}
            inputMode="decimal"
            autoComplete="off"
            className="min-w-0 flex-1 tabular-nums"
            value={text}
            placeholder={typeof usual === "number" ? shownIn(unit, usual) : undefined}
            maxLength={20}
            onChange={({ currentTarget }) => change(currentTarget.value, unit)}
          />
          <NativeSelect
            aria-label={`${field.label}: ${DURATION_UNITS.label}`}
            className="w-40 shrink-0"
            value={unit}
            onChange={({ currentTarget }) =>
              change(text, UNITS.find((one) => one === currentTarget.value) ?? unit)
            }
          >
            {UNITS.map((one) => (
              <option key={one} value={one}>
                {DURATION_UNITS.names[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
      )}
    </Labelled>
  );
};

/** A port as it stands in the form; null for what is none yet. */
const portIn = (value: Json | undefined): number | null =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65_536
    ? value
    : null;

/** What is to be asked, or why nothing can be. */
const questionOf = (
  value: Json | undefined,
  games: FormDoors["references"]["games"],
): ServerQuestion | string => {
  const server = isObject(value) ? value : {};
  const game = games.find(({ key }) => key === server["game"]);
  const protocol = PROTOCOLS.find((one) => one === game?.["protocol"]);
  const [host, port] = [asText(server["host"]).trim(), portIn(server["port"])];
  if (protocol === "none") return ASK_NOW.noProtocol;
  if (protocol === undefined || host === "" || port === null) return ASK_NOW.incomplete;
  const queryHost = asText(server["queryHost"]).trim();
  const queryPort = portIn(server["queryPort"]);
  const gameQueryPort = portIn(game?.["queryPort"]);
  return {
    protocol,
    host,
    port,
    ...(queryHost !== "" && { queryHost }),
    ...(queryPort !== null && { queryPort }),
    ...(gameQueryPort !== null && { gameQueryPort }),
  };
};

/** Asks a server as the form has it, and shows what comes of it until something of it changes. */
const AskNow = ({ field, value }: InputProps<"ask">) => {
  const { references } = useForm();
  const ask = trpc.servers.askNow.useMutation();
  const question = questionOf(value, references.games);
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

/** A group that a community may have or not; what stood in it comes back while the form is open. */
const OptionalGroup = ({
  field,
  path,
  value,
}: {
  field: FieldOf<"group">;
  path: Path;
  value: Json | undefined;
}) => {
  const { set, draw } = useForm();
  const last = useRef<Json | undefined>(undefined);
  return (
    <section id={fieldId(path)} className="panel scroll-mt-40 p-4 sm:p-5">
      <h2>
        <Label className="flex min-h-11 items-center gap-3 font-display text-2xl leading-none font-bold tracking-wide">
          <Checkbox
            checked={value !== undefined}
            onCheckedChange={(checked) => {
              if (checked !== true) last.current = value;
              set(path, checked === true ? (last.current ?? field.blank ?? {}) : undefined);
            }}
          />
          {field.label}
        </Label>
      </h2>
      {field.hint !== undefined && <p className="text-sm text-pretty text-muted">{field.hint}</p>}
      <Notices path={path} />
      {value !== undefined && <div className="mt-4">{draw(field.fields, path, value)}</div>}
    </section>
  );
};

/** A text in Markdown; the page beside it shows how it looks. */
const MarkdownInput = ({ field, path, value }: InputProps<"markdown">) => {
  const { read, set } = useForm();
  const { max } = useFacts(path);
  const control = useRef<HTMLTextAreaElement>(null);
  const text = asText(value);
  return (
    <Labelled field={field} path={path} length={text.length} max={max}>
      {(given) => (
        <div className="group/braces">
          <MarkdownEditor
            {...given}
            label={field.label}
            control={control}
            value={text}
            maxLength={max}
            read={() => asText(valueAt(read(), path))}
            onText={(next) => set(path, next)}
          />
          {field.braces !== undefined && (
            <Braces names={field.braces} control={() => control.current} />
          )}
        </div>
      )}
    </Labelled>
  );
};

/** Two of these have room side by side. */
const SHORT_KINDS: ReadonlySet<Field["kind"]> = new Set([
  "number",
  "choice",
  "reference",
  "date",
  "duration",
  "time",
  "colour",
]);

/** What is not asked for, by what stands beside it. */
const hiddenIn = (fields: readonly Field[], value: Json | undefined): readonly string[] =>
  fields.flatMap((field) =>
    field.kind === "choice" && isObject(value)
      ? (field.hides?.[asText(value[field.key])] ?? [])
      : [],
  );

/** Fields that stand below one another; short ones share a row where there is room. */
export const FieldsView = ({
  fields,
  path,
  value,
}: {
  fields: readonly Field[];
  path: Path;
  value: Json | undefined;
}) => {
  const at = JSON.stringify(path);
  const hidden = hiddenIn(fields, value);
  const shown = fields.filter(({ key }) => !hidden.includes(key));
  return (
    <div className="@container">
      <div className="grid gap-5 @lg:grid-cols-2 @lg:gap-x-6">
        {shown.map((field) => (
          <div
            key={`${field.key} ${field.label}`}
            className={cn("min-w-0", !SHORT_KINDS.has(field.kind) && "@lg:col-span-2")}
          >
            <FieldView
              field={field}
              at={at}
              value={field.key === "" ? value : isObject(value) ? value[field.key] : undefined}
              parent={field.kind === "key" || field.kind === "reference" ? value : undefined}
            />
          </div>
        ))}
      </div>
    </div>
  );
};

const Group = ({ field, path, value }: InputProps<"group">) => {
  const isWithinEntry = path.some((step) => typeof step === "number");
  const Heading = isWithinEntry || path.length > 1 ? "h3" : "h2";
  if (field.isOptional === true) return <OptionalGroup field={field} path={path} value={value} />;
  return (
    // Within an entry of a list there is a panel already.
    <section
      className={cn(
        isWithinEntry
          ? "border-t border-ground-700 pt-5 first:border-0 first:pt-0"
          : "panel p-4 sm:p-5",
      )}
    >
      <Heading className="font-display text-2xl leading-none font-bold tracking-wide">
        {field.label}
      </Heading>
      {field.hint !== undefined && (
        <p className="mt-1.5 text-sm text-pretty text-muted">{field.hint}</p>
      )}
      <div className="mt-4">
        <FieldsView fields={field.fields} path={path} value={value} />
      </div>
    </section>
  );
};

type FieldViewProps = {
  field: Field;
  /** Where what the field stands in is, as text: so that nothing is drawn anew that stays. */
  at: string;
  value: Json | undefined;
  parent: Json | undefined;
};

/** One field of a form, by its kind. */
const FieldView = memo(({ field, at, value, parent }: FieldViewProps) => {
  const path = useMemo((): Path => {
    const above = JSON.parse(at) as Path;
    return field.key === "" ? above : [...above, field.key];
  }, [at, field.key]);
  const given = { path, value, parent };
  switch (field.kind) {
    case "line":
    case "address":
    case "email":
    case "text":
    case "date":
    case "time":
      return <TextInput field={field} {...given} />;
    case "markdown":
      return <MarkdownInput field={field} {...given} />;
    case "picture":
      return <PictureInput field={field} {...given} />;
    case "key":
      return <KeyInput field={field} {...given} />;
    case "number":
      return <NumberInput field={field} {...given} />;
    case "duration":
      return <DurationInput field={field} {...given} />;
    case "toggle":
      return <ToggleInput field={field} {...given} />;
    case "colour":
      return <ColourInput field={field} {...given} />;
    case "choice":
    case "reference":
      return <ChoiceInput field={field} {...given} />;
    case "many":
      return <ManyInput field={field} {...given} />;
    case "order":
      return <OrderInput field={field} {...given} />;
    case "lines":
      return <LinesInput field={field} {...given} />;
    case "table":
      return <TableInput field={field} {...given} />;
    case "list":
      return <ListInput field={field} {...given} />;
    case "ask":
      return <AskNow field={field} {...given} />;
    case "palette":
      return <PaletteView value={value} />;
    case "menu":
      return <MenuInput field={field} {...given} />;
    case "group":
      return <Group field={field} {...given} />;
    default:
      return null;
  }
});
FieldView.displayName = "FieldView";
