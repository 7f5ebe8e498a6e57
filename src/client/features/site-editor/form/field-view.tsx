import { memo, useMemo } from "react";
import { cn } from "#client/lib/cn.ts";
import type { Field } from "#shared/site-forms/fields.ts";
import { AskNow } from "./ask-now.tsx";
import { asText, isObject, type Json, type Path } from "./content.ts";
import type { InputProps } from "./context.ts";
import { DurationInput } from "./duration-input.tsx";
import { ListInput } from "./list-input.tsx";
import { MarkdownInput } from "./markdown-input.tsx";
import { MenuInput } from "./menu-input.tsx";
import { OptionalGroup } from "./optional-group.tsx";
import { PaletteView } from "./palette-view.tsx";
import { PictureInput } from "./picture-input.tsx";
import { LinesInput, OrderInput, TableInput } from "./rows-input.tsx";
import {
  ChoiceInput,
  ColourInput,
  KeyInput,
  ManyInput,
  NumberInput,
  TextInput,
  ToggleInput,
} from "./simple-inputs.tsx";

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
