import { Plus } from "lucide-react";
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, use } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Input, Label, Textarea } from "#client/components/ui/field.tsx";
import type { Field, FieldOf } from "#shared/site-forms/fields.ts";
import { SITE_EDITOR } from "#shared/site-messages.ts";
import {
  asSentence,
  asText,
  fieldId,
  type InputProps,
  isObject,
  type Json,
  listOf,
  numberFrom,
  pastedValue,
  type Path,
  ProblemsContext,
  titlesIn,
  useFacts,
  useForm,
  useProblem,
  withValue,
} from "./context.ts";
import { type Entries, MovableRow, Notices, useDragging, useEntries } from "./movable.tsx";
import { ChoiceSelect } from "./simple-inputs.tsx";

/** What is wrong within some rows, each with its row. */
const useRowProblems = (path: Path): string[] =>
  use(ProblemsContext).flatMap((problem) => {
    const [row] = problem.path.slice(path.length);
    const isHere = path.every((step, index) => problem.path[index] === step);
    if (!isHere || typeof row !== "number" || problem.level !== "error") return [];
    const text = asSentence(problem.message);
    return [`${SITE_EDITOR.row(row + 1)}: ${text}`];
  });

const Heading = ({ field, path }: { field: { label: string; hint?: string }; path: Path }) => {
  const { isOptional, usual } = useFacts(path);
  return (
    <>
      <p className="text-[0.95rem] font-semibold text-ink">
        {field.label}
        {isOptional && usual === undefined && (
          <span className="ml-2 text-sm font-normal text-faint">{SITE_EDITOR.optional}</span>
        )}
      </p>
      {field.hint !== undefined && (
        <p className="mt-0.5 text-sm text-pretty text-muted">{field.hint}</p>
      )}
    </>
  );
};

/** Below rows: what is wrong, and the button for one more. */
const Foot = ({
  path,
  add,
  count,
  onAdd,
}: {
  path: Path;
  add: string;
  count: number;
  onAdd: () => void;
}) => {
  const { max } = useFacts(path);
  const own = useProblem(path);
  const problems = [own, ...useRowProblems(path)].filter((text) => text !== null);
  const isFull = max !== undefined && count >= max;
  return (
    <>
      {problems.map((text) => (
        <p key={text} className="mt-2 text-sm font-medium text-ember first-letter:uppercase">
          {text}
        </p>
      ))}
      <Notices path={path} />
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" className="h-11" disabled={isFull} onClick={onAdd}>
          <Plus aria-hidden />
          {add}
        </Button>
        {isFull && <p className="text-sm text-muted">{SITE_EDITOR.full(max)}</p>}
      </div>
    </>
  );
};

/** Where Enter leads: to the same column of the next row; below the last one is a new one. */
const onEnter = (event: KeyboardEvent<HTMLElement>, addRow: () => void) => {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const row = event.currentTarget.closest("[data-entry]");
  const { column } = event.currentTarget.dataset;
  const next = row?.nextElementSibling?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (next == null) addRow();
  else next.focus();
};

type CellProps = {
  column: Field;
  path: Path;
  row: Json;
  name: string;
  isFirst: boolean;
  addRow: () => void;
  onPaste: (event: ClipboardEvent) => void;
};

const Cell = ({ column, path, row, name, isFirst, addRow, onPaste }: CellProps) => {
  const { set } = useForm();
  const own = [...path, column.key];
  const { max, usual } = useFacts(own);
  const problem = useProblem(own);
  const value = isObject(row) ? row[column.key] : undefined;
  const label = `${column.label}, ${name}`;
  if (column.kind === "toggle")
    return (
      <Label className="flex min-h-11 items-center gap-2.5 font-normal">
        <Checkbox
          aria-label={label}
          checked={(value ?? usual) === true}
          onCheckedChange={(checked) => set(own, checked === true)}
        />
        <span className="text-sm text-muted @xl:sr-only">{column.label}</span>
      </Label>
    );
  if (column.kind === "choice" || column.kind === "reference")
    return <ChoiceSelect field={column} path={own} value={value} parent={row} aria-label={label} />;
  return (
    <Input
      aria-label={label}
      aria-invalid={problem === null ? undefined : true}
      {...(isFirst && { "data-control": "open" })}
      data-column={column.key}
      className="h-11 px-3"
      inputMode={column.kind === "number" ? "numeric" : undefined}
      type={column.kind === "address" ? "url" : "text"}
      autoComplete="off"
      maxLength={max}
      placeholder={"placeholder" in column ? column.placeholder : undefined}
      value={asText(value)}
      onPaste={onPaste}
      onKeyDown={(event) => onEnter(event, addRow)}
      onChange={({ currentTarget: { value: text } }) =>
        set(own, column.kind === "number" ? numberFrom(text) : text)
      }
    />
  );
};

const WIDTHS: Partial<Record<Field["kind"], string>> = { toggle: "7.5rem" };

const rowName = (row: Json, index: number, columns: readonly Field[]): string => {
  const first = columns[0]?.key ?? "";
  return (isObject(row) && asText(row[first])) || SITE_EDITOR.row(index + 1);
};

/** Rows of short values, as in a table; rows of one can be pasted. */
export const TableInput = ({ field, path, value }: InputProps<"table">) => {
  const { set, read, references } = useForm();
  const { max = 100 } = useFacts(path);
  const [entries, box] = useEntries(path, value);
  const { columns } = field;
  const nameOf = (index: number) => rowName(entries.entries[index] ?? null, index, columns);
  const dragging = useDragging(entries, nameOf);
  const addRow = () => entries.entries.length < max && entries.add(field.blank);
  const namesFor = (column: Field) =>
    column.kind === "reference" && column.to !== "categories"
      ? titlesIn(references[column.to])
      : {};
  const template = columns.map(({ kind }) => WIDTHS[kind] ?? "minmax(0,1fr)").join(" ");
  /** From a table elsewhere come lines with tabs between what stands in columns. */
  const paste = (at: number, column: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "");
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    const rows = text.split(/\r?\n/).map((line) => line.split("\t"));
    const list = [...entries.entries];
    for (const [down, cells] of rows.entries()) {
      const before = list[at + down] ?? field.blank;
      if (at + down >= max || !isObject(before)) break;
      list[at + down] = cells.reduce((row: Json, cell, right) => {
        const target = columns[column + right];
        return target === undefined
          ? row
          : withValue(row, [target.key], pastedValue(target, cell, namesFor(target)));
      }, before);
    }
    if (isObject(read()) || Array.isArray(read())) set(path, list);
  };
  return (
    <section
      id={fieldId(path)}
      ref={box}
      aria-label={field.label}
      className="@container min-w-0 scroll-mt-40"
      style={{ "--columns": template } as CSSProperties}
    >
      <Heading field={field} path={path} />
      {entries.entries.length > 0 && (
        <div
          aria-hidden
          className="mt-2 hidden gap-2 pr-29 pl-7 text-xs font-semibold tracking-wide text-muted uppercase @xl:grid @xl:grid-cols-(--columns) [@media(hover:none)]:pl-0"
        >
          {columns.map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </div>
      )}
      <div className="mt-1.5 grid gap-2">
        {entries.entries.map((row, index) => (
          <MovableRow
            key={entries.ids[index]}
            entries={entries}
            index={index}
            name={nameOf(index)}
            dragging={dragging}
            className="items-start rounded-lg border border-ground-700 bg-ground-900/60 p-2 @xl:items-center @xl:border-0 @xl:bg-transparent @xl:p-0"
            toolsClassName="w-9 shrink-0 @xl:w-auto [&>div]:flex-wrap"
          >
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 *:first:col-span-2 *:last:even:col-span-2 @xl:grid-cols-(--columns) @xl:*:first:col-span-1 @xl:*:last:even:col-span-1">
              {columns.map((column, place) => (
                <div key={column.key} className="min-w-0">
                  {column.kind !== "toggle" && (
                    <p aria-hidden className="mb-1 text-xs font-semibold text-muted @xl:hidden">
                      {column.label}
                    </p>
                  )}
                  <Cell
                    column={column}
                    path={[...path, index]}
                    row={row}
                    name={nameOf(index)}
                    isFirst={place === 0}
                    addRow={addRow}
                    onPaste={paste(index, place)}
                  />
                </div>
              ))}
            </div>
          </MovableRow>
        ))}
      </div>
      <Foot path={path} add={field.add} count={entries.entries.length} onAdd={addRow} />
      <output className="sr-only">{entries.news}</output>
    </section>
  );
};

/** All of a sentence is seen; it has no breaks. */
const Line = ({
  field,
  path,
  index,
  text,
  entries,
}: {
  field: FieldOf<"lines">;
  path: Path;
  index: number;
  text: string;
  entries: Entries;
}) => {
  const { set } = useForm();
  const own = [...path, index];
  const { max } = useFacts(own);
  const problem = useProblem(own);
  return (
    <Textarea
      isCompact
      rows={1}
      aria-label={`${field.label}, ${SITE_EDITOR.row(index + 1)}`}
      aria-invalid={problem === null ? undefined : true}
      data-control="open"
      data-column="line"
      maxLength={max}
      autoComplete="off"
      placeholder={field.placeholder}
      value={text}
      onKeyDown={(event) => onEnter(event, () => entries.add(""))}
      onChange={({ currentTarget }) => set(own, currentTarget.value.replaceAll("\n", " "))}
    />
  );
};

/** Lines of text, one below the other. */
export const LinesInput = ({ field, path, value }: InputProps<"lines">) => {
  const [entries, box] = useEntries(path, value);
  const dragging = useDragging(entries, (index) => SITE_EDITOR.row(index + 1));
  return (
    <section id={fieldId(path)} ref={box} aria-label={field.label} className="min-w-0 scroll-mt-40">
      <Heading field={field} path={path} />
      <div className="mt-2 grid gap-2">
        {entries.entries.map((text, index) => (
          <MovableRow
            key={entries.ids[index]}
            entries={entries}
            index={index}
            name={SITE_EDITOR.row(index + 1)}
            dragging={dragging}
            className="items-center"
          >
            <Line field={field} path={path} index={index} text={asText(text)} entries={entries} />
          </MovableRow>
        ))}
      </div>
      <Foot
        path={path}
        add={field.add}
        count={entries.entries.length}
        onAdd={() => entries.add("")}
      />
      <output className="sr-only">{entries.news}</output>
    </section>
  );
};

/** Any of few in an order: those that are shown come first, in theirs. */
export const OrderInput = ({ field, path, value }: InputProps<"order">) => {
  const { set } = useForm();
  const { usual } = useFacts(path);
  const chosen = listOf(value ?? (usual as Json | undefined)).map(asText);
  const [entries, box] = useEntries(path, chosen);
  const dragging = useDragging(entries, (index) => field.labels[chosen[index] ?? ""] ?? "");
  const hidden = Object.keys(field.labels).filter((key) => !chosen.includes(key));
  const row = (key: string) => (
    <Label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
      <Checkbox
        data-control="open"
        checked={chosen.includes(key)}
        onCheckedChange={(checked) =>
          set(path, checked === true ? [...chosen, key] : chosen.filter((one) => one !== key))
        }
      />
      {field.labels[key]}
    </Label>
  );
  return (
    <section
      id={fieldId(path)}
      ref={box}
      aria-label={field.label}
      className="panel min-w-0 scroll-mt-40 p-4 sm:p-5"
    >
      <h2 className="font-display text-2xl leading-none font-bold tracking-wide">{field.label}</h2>
      {field.hint !== undefined && <p className="mt-1.5 text-sm text-muted">{field.hint}</p>}
      <div className="mt-3 divide-y divide-ground-700">
        {chosen.map((key, index) => (
          <MovableRow
            key={key}
            entries={entries}
            index={index}
            name={field.labels[key] ?? key}
            dragging={dragging}
            canRemove={false}
            className="items-center"
          >
            {row(key)}
          </MovableRow>
        ))}
        {hidden.map((key) => (
          <div key={key} className="flex items-center text-muted sm:pl-7">
            {row(key)}
          </div>
        ))}
      </div>
      <output className="sr-only">{entries.news}</output>
    </section>
  );
};
