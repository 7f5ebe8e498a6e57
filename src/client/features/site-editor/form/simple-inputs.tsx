import { useRef, useState } from "react";
import { insertText } from "#client/components/markdown-editor.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Checkbox,
  Field,
  Input,
  Label,
  NativeSelect,
  Textarea,
} from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { hexOf } from "#shared/rules/palette.ts";
import { BRACES, SITE_EDITOR } from "#shared/site-messages.ts";
import {
  asText,
  fieldId,
  type InputProps,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  numberFrom,
  type Path,
  titlesIn,
  useFacts,
  useForm,
  useProblem,
  valueAt,
} from "./context.ts";
import { Notices } from "./movable.tsx";

/** From so much of a maximum on, the length is said. */
const COUNTED_FROM = 0.8;

/** Label, hint, problem and length around a control, and the place by which it is found. */
export const Labelled = ({
  field: { label, hint },
  path,
  length,
  max,
  children,
}: {
  field: { label: string; hint?: string };
  path: Path;
  length?: number;
  max?: number | undefined;
  children: Parameters<typeof Field>[0]["children"];
}) => {
  const problem = useProblem(path);
  const { isOptional, usual } = useFacts(path);
  const isCounted = length !== undefined && max !== undefined && length > max * COUNTED_FROM;
  const hasHint = hint !== undefined || isCounted;
  return (
    <div id={fieldId(path)} className="min-w-0 scroll-mt-40">
      <Field
        label={
          <>
            {label}
            {isOptional && usual === undefined && " "}
            {isOptional && usual === undefined && (
              <span className="ml-1 text-sm font-normal text-faint">{SITE_EDITOR.optional}</span>
            )}
          </>
        }
        error={problem}
        {...(hasHint && {
          hint: (
            <>
              {hint}
              {isCounted && (
                <span className="ml-2 text-faint">{SITE_EDITOR.length(length, max)}</span>
              )}
            </>
          ),
        })}
      >
        {children}
      </Field>
      <Notices path={path} />
    </div>
  );
};

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What a text may have in braces: a click puts it where the cursor is. */
export const Braces = ({
  names,
  control,
}: {
  names: readonly string[];
  control: () => TextControl | null;
}) => (
  <p className="mt-2 hidden flex-wrap items-center gap-1.5 text-sm text-faint group-focus-within/braces:flex">
    {SITE_EDITOR.mayHave}
    {names.map((name) => (
      <button
        key={name}
        type="button"
        // Whoever works by keyboard types it quicker than they would come here.
        tabIndex={-1}
        title={BRACES[name]}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => insertText(control(), `{${name}}`)}
        className="rounded-md border border-ground-600 px-1.5 py-0.5 font-mono text-xs text-muted hover:border-accent/70 hover:text-accent-strong"
      >
        {`{${name}}`}
      </button>
    ))}
  </p>
);

/** What goes into the document for what stands in a box: nothing where it may be left out. */
export const writtenAs = (
  text: string,
  isOptional: boolean,
  isInCapitals = false,
): Json | undefined => {
  if (text === "" && isOptional) return undefined;
  return isInCapitals ? text.toUpperCase() : text;
};

const TYPES = {
  line: "text",
  address: "url",
  email: "email",
  date: "date",
  time: "time",
  text: "text",
} as const;

export const TextInput = ({
  field,
  path,
  value,
}: InputProps<"line" | "address" | "email" | "text" | "date" | "time">) => {
  const { set } = useForm();
  const { max, isOptional, usual } = useFacts(path);
  const control = useRef<TextControl>(null);
  const text = asText(value);
  const braces = "braces" in field ? field.braces : undefined;
  const placeholder = "placeholder" in field ? field.placeholder : undefined;
  const isInCapitals = "isInCapitals" in field && field.isInCapitals;
  const onChange = (event: { currentTarget: TextControl }) =>
    set(path, writtenAs(event.currentTarget.value, isOptional, isInCapitals));
  return (
    <Labelled field={field} path={path} length={text.length} max={max}>
      {(given) => {
        const props = {
          ...given,
          value: text,
          maxLength: max,
          placeholder: typeof usual === "string" ? usual : placeholder,
          onChange,
        };
        return (
          <div className="group/braces">
            {field.kind === "text" ? (
              <Textarea
                {...props}
                ref={(element) => void (control.current = element)}
                className="min-h-20"
              />
            ) : (
              <Input
                {...props}
                ref={(element) => void (control.current = element)}
                type={TYPES[field.kind]}
                autoComplete="off"
                spellCheck={field.kind === "line"}
              />
            )}
            {braces !== undefined && <Braces names={braces} control={() => control.current} />}
          </div>
        );
      }}
    </Labelled>
  );
};

export const NumberInput = ({ field, path, value }: InputProps<"number">) => {
  const { set, packages } = useForm();
  const { usual } = useFacts(path);
  return (
    <Labelled field={field} path={path}>
      {(given) => (
        <div>
          <Input
            {...given}
            inputMode={field.step === undefined ? "numeric" : "decimal"}
            autoComplete="off"
            className="max-w-48 tabular-nums"
            value={asText(value)}
            placeholder={typeof usual === "number" ? String(usual) : field.placeholder}
            maxLength={20}
            onChange={({ currentTarget }) => set(path, numberFrom(currentTarget.value))}
          />
          {field.of === "packages" && (
            // It has its place before the name is known, so that nothing moves.
            <output className="mt-1.5 line-clamp-1 min-h-5 text-sm wrap-anywhere text-ink">
              {packages[asText(value)]}
            </output>
          )}
        </div>
      )}
    </Labelled>
  );
};

export const ToggleInput = ({ field, path, value }: InputProps<"toggle">) => {
  const { set } = useForm();
  const { usual } = useFacts(path);
  const problem = useProblem(path);
  return (
    <div id={fieldId(path)} className="scroll-mt-40">
      <Label className="flex min-h-11 items-center gap-3">
        <Checkbox
          checked={(value ?? usual) === true}
          onCheckedChange={(checked) => set(path, checked === true)}
        />
        {field.label}
      </Label>
      {field.hint !== undefined && <p className="text-sm text-muted">{field.hint}</p>}
      {problem !== null && <p className="text-sm font-medium text-ember">{problem}</p>}
      <Notices path={path} />
    </div>
  );
};

/** One of few, as options of a select. */
const useOptions = (
  field: InputProps<"choice" | "reference">["field"],
  parent: Json | undefined,
) => {
  const { references } = useForm();
  if (field.kind === "choice") return field.labels;
  if (field.to === "categories") return titlesIn(isObject(parent) ? parent[field.to] : undefined);
  const all = references[field.to];
  const game = isObject(parent) ? parent["game"] : undefined;
  if (field.to !== "servers" || typeof game !== "string") return titlesIn(all);
  return titlesIn(all.filter((one) => one["game"] === game));
};

export const ChoiceSelect = ({
  field,
  path,
  value,
  parent,
  ...given
}: InputProps<"choice" | "reference"> & { id?: string; "aria-label"?: string }) => {
  const { set, read } = useForm();
  const { isOptional, usual } = useFacts(path);
  const options = useOptions(field, parent);
  /** What was hidden comes back while the form is open. */
  const hidden = useRef<JsonObject>({});
  const chosen = asText(value ?? (typeof usual === "string" ? usual : undefined));
  const mayBeNone = field.none !== undefined || (chosen === "" && !isOptional);
  return (
    <NativeSelect
      {...given}
      value={chosen}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        set(path, next === "" ? undefined : next);
        if (field.kind !== "choice") return;
        const beside = path.slice(0, -1);
        if (field.excludes !== undefined && next !== "")
          set([...beside, field.excludes], undefined);
        for (const key of new Set(Object.values(field.hides ?? {}).flat())) {
          const now = valueAt(read(), [...beside, key]);
          const isHidden = field.hides?.[next]?.includes(key) === true;
          if (isHidden && now !== undefined) {
            hidden.current = { ...hidden.current, [key]: now };
            set([...beside, key], undefined);
          } else if (!isHidden && now === undefined && key in hidden.current)
            set([...beside, key], hidden.current[key]);
        }
      }}
    >
      {mayBeNone && <option value="">{field.none ?? "…"}</option>}
      {chosen !== "" && !(chosen in options) && <option value={chosen}>{chosen}</option>}
      {Object.entries(options).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
};

export const ChoiceInput = (props: InputProps<"choice" | "reference">) => (
  <Labelled field={props.field} path={props.path}>
    {(given) => <ChoiceSelect {...props} {...given} />}
  </Labelled>
);

export const ManyInput = ({ field, path, value }: InputProps<"many">) => {
  const { set } = useForm();
  const problem = useProblem(path);
  const chosen = listOf(value);
  return (
    <fieldset id={fieldId(path)} className="min-w-0 scroll-mt-40">
      <legend className="text-[0.95rem] font-semibold text-ink">{field.label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {Object.entries(field.labels).map(([key, label]) => (
          <Label key={key} className="flex min-h-11 items-center gap-2.5 font-normal">
            <Checkbox
              checked={chosen.includes(key)}
              onCheckedChange={(checked) =>
                set(
                  path,
                  // In the order in which they are offered.
                  Object.keys(field.labels).filter((one) =>
                    one === key ? checked === true : chosen.includes(one),
                  ),
                )
              }
            />
            {label}
          </Label>
        ))}
      </div>
      {field.hint !== undefined && <p className="text-sm text-muted">{field.hint}</p>}
      {problem !== null && <p className="text-sm font-medium text-ember">{problem}</p>}
      <Notices path={path} />
    </fieldset>
  );
};

export const ColourInput = ({ field, path, value }: InputProps<"colour">) => {
  const { set } = useForm();
  const { isOptional, usual } = useFacts(path);
  const text = asText(value);
  const shown = hexOf(text.trim());
  return (
    <Labelled field={field} path={path}>
      {(given) => (
        <div className="flex gap-3">
          <input
            type="color"
            aria-label={field.label}
            value={shown ?? "#000000"}
            onChange={({ currentTarget }) => set(path, currentTarget.value)}
            className="h-12 w-16 shrink-0 cursor-pointer rounded-lg border border-ground-500 bg-ground-950 p-1"
          />
          <Input
            {...given}
            value={text}
            maxLength={60}
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            placeholder={asText(usual as Json | undefined)}
            onChange={({ currentTarget }) => set(path, writtenAs(currentTarget.value, isOptional))}
          />
        </div>
      )}
    </Labelled>
  );
};

/** Whether a key is in use: then what was stored under it would be lost with it. */
const isPublished = (published: Json, path: Path, key: string): boolean => {
  const list = valueAt(published, path.slice(0, -2));
  return listOf(list).some((entry) => isObject(entry) && entry["key"] === key);
};

export const KeyInput = ({ field, path, value }: InputProps<"key">) => {
  const { set, published } = useForm();
  const { max } = useFacts(path);
  const [isUnlocked, setUnlocked] = useState(false);
  const text = asText(value);
  const isLocked = !isUnlocked && isPublished(published, path, text);
  const hint = isLocked ? SITE_EDITOR.keyLocked : field.hint;
  return (
    <Labelled field={{ label: field.label, ...(hint !== undefined && { hint }) }} path={path}>
      {(given) => (
        <div className="flex flex-wrap items-center gap-2">
          <div className="relative min-w-48 flex-1">
            {field.isAddress === true && (
              <span
                aria-hidden
                className="absolute inset-y-0 left-4 grid place-items-center text-faint"
              >
                /
              </span>
            )}
            <Input
              {...given}
              value={text}
              readOnly={isLocked}
              maxLength={max}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              className={cn("font-mono read-only:text-muted", field.isAddress === true && "pl-7")}
              onChange={({ currentTarget }) => set(path, currentTarget.value)}
            />
          </div>
          {isLocked && (
            <Button variant="ghost" size="sm" onClick={() => setUnlocked(true)}>
              {SITE_EDITOR.keyUnlock}
            </Button>
          )}
        </div>
      )}
    </Labelled>
  );
};
