import { ChevronRight, Plus } from "lucide-react";
import { memo, use, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { type Field, type FieldOf, flat } from "#shared/site-forms/fields.ts";
import { SITE_EDITOR, SITE_OVERVIEW } from "#shared/site-messages.ts";
import {
  asText,
  fieldId,
  type FormDoors,
  type InputProps,
  isObject,
  type Json,
  keyFrom,
  listOf,
  OpenContext,
  type Path,
  pathKey,
  titlesIn,
  useFacts,
  useForm,
  useProblem,
  useProblemCount,
} from "./context.ts";
import {
  DROP_MARK,
  type Entries,
  EntryTools,
  Grip,
  Notices,
  useDragging,
  useEntries,
  WarningsWithin,
} from "./movable.tsx";

type ListField = FieldOf<"list">;

/** From so many entries on, one can be looked for. */
const SEARCHED_FROM = 12;
/** So many are shown at once. */
const SHOWN = 60;

const fieldIn = (fields: readonly Field[], wanted: string): Field | undefined =>
  flat(fields).find(({ key }) => key === wanted);

const firstText = (entry: Json, keys: readonly string[]): string =>
  keys.map((key) => asText(isObject(entry) ? entry[key] : undefined)).find(Boolean) ?? "";

/** What an entry is called; a package of the store by its name there as well, where that is known. */
export const entryName = (
  { title, one, fields }: Pick<ListField, "title" | "one" | "fields">,
  entry: Json,
  packages: FormDoors["packages"],
): string => {
  const text = firstText(entry, title);
  const isPackage = fields.some(
    (field) => field.kind === "number" && field.of === "packages" && title.includes(field.key),
  );
  const name = isPackage ? packages[text] : undefined;
  if (name !== undefined) return SITE_EDITOR.packageNamed(name, text);
  return text || SITE_EDITOR.unnamed(one);
};

/** What stands in a field that tells an entry from others, with titles instead of keys. */
const detailText = (
  field: Field | undefined,
  value: Json | undefined,
  references: FormDoors["references"],
): string => {
  const text = asText(value);
  if (field?.kind === "reference" && field.to !== "categories")
    return titlesIn(references[field.to])[text] ?? text;
  if (field?.kind === "number" && field.key === "points")
    return typeof value === "number" && value > 0 ? SITE_EDITOR.points(value) : "";
  if (field?.kind !== "table") return text;
  // Of a row what is written in it, and not what it is for.
  const written = field.columns.find(({ kind }) => kind === "line")?.key ?? "";
  return listOf(value)
    .map((row) => asText(isObject(row) ? row[written] : undefined))
    .filter(Boolean)
    .join(", ");
};

/** What tells an entry from others. */
export const entryDetail = (
  { detail = [], title, fields }: Pick<ListField, "detail" | "title" | "fields">,
  entry: Json,
  references: FormDoors["references"],
): string => {
  if (!isObject(entry)) return "";
  const shown = detail.filter((key) => asText(entry[key]) !== firstText(entry, title));
  return shown
    .map((key) => detailText(fieldIn(fields, key), entry[key], references))
    .filter(Boolean)
    .join(" · ");
};

const ProblemMark = ({ path }: { path: Path }) => {
  const count = useProblemCount(path, "error");
  return (
    count > 0 && (
      <span className="shrink-0 rounded-full bg-ember/15 px-2 py-0.5 text-xs font-semibold text-ember">
        {SITE_OVERVIEW.problems(count)}
      </span>
    )
  );
};

type EntryProps = {
  field: ListField;
  /** Of the list, as text. */
  at: string;
  index: number;
  entry: Json;
};

const EntryForm = memo(({ field, at, index, entry }: EntryProps) => {
  const { draw } = useForm();
  return (
    <div className="border-t border-ground-700 p-4 sm:p-5">
      {draw(field.fields, [...(JSON.parse(at) as Path), index], entry)}
    </div>
  );
});
EntryForm.displayName = "EntryForm";

const EntryRow = ({
  field,
  at,
  index,
  entry,
  id,
  entries,
  dragging,
  canMove,
}: EntryProps & {
  id: number;
  entries: Entries;
  dragging: ReturnType<typeof useDragging>;
  canMove: boolean;
}) => {
  const { isOpen, toggle } = use(OpenContext);
  const path = [...(JSON.parse(at) as Path), index];
  const { packages, references } = useForm();
  const name = entryName(field, entry, packages);
  const detail = entryDetail(field, entry, references);
  const { max: keyMax } = useFacts([...path, "key"]);
  const key = `${at} ${id}`;
  const isShown = isOpen(key) || isOpen(pathKey(path));
  return (
    <div
      data-entry={id}
      {...dragging.row(index)}
      className={cn("panel min-w-0 scroll-mt-40", DROP_MARK)}
      id={fieldId(path)}
    >
      <div className="flex min-h-13 items-center gap-1 pr-1.5 pl-1.5 sm:pl-2">
        {canMove && <Grip {...dragging.grip(index)} />}
        <button
          type="button"
          data-control="open"
          aria-expanded={isShown}
          onClick={() => {
            toggle(key, !isShown);
            toggle(pathKey(path), false);
          }}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-1.5 text-left focus-visible:-outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={cn(
              "size-4.5 shrink-0 text-faint transition-transform",
              isShown && "rotate-90",
            )}
          />
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
              <span className="max-w-full font-semibold text-ink max-sm:line-clamp-3 max-sm:wrap-anywhere sm:truncate">
                {name}
              </span>
              <ProblemMark path={path} />
              <WarningsWithin path={path} />
            </span>
            {detail !== "" && <span className="block truncate text-sm text-muted">{detail}</span>}
          </span>
        </button>
        <EntryTools
          entries={entries}
          index={index}
          name={name}
          canMove={canMove}
          onDuplicate={() =>
            entries.insert(index + 1, copyOf(field, entry, entries.entries, keyMax))
          }
        />
      </div>
      <Notices path={path} className="mt-0 px-4 pb-3 sm:px-5" />
      {isShown && <EntryForm field={field} at={at} index={index} entry={entry} />}
    </div>
  );
};

/** The field that names an entry for good; undefined where none does. */
const keyFieldOf = ({ fields }: ListField): FieldOf<"key"> | undefined =>
  flat(fields).find((one) => one.kind === "key");

/** What stands between a key and the number that tells it from another, as keys of the list are written. */
const separatorOf = (field: ListField): string => {
  const key = keyFieldOf(field);
  if (key === undefined) return " ";
  return key.keepsCase === true ? "" : "-";
};

/**
 * The same entry once more. What names it for good is followed by the first number that is free.
 * @param max of the key, in characters.
 */
export const copyOf = (
  field: ListField,
  entry: Json,
  entries: readonly Json[],
  max = Infinity,
): Json => {
  if (!isObject(entry) || typeof entry["key"] !== "string") return entry;
  const taken = new Set(entries.map((one) => (isObject(one) ? one["key"] : undefined)));
  for (let number = 2; ; number += 1) {
    const end = `${separatorOf(field)}${number}`;
    const key = entry["key"].slice(0, max - end.length) + end;
    if (!taken.has(key)) return { ...entry, key };
  }
};

/** Things with a form each, which opens below the name. */
export const ListInput = ({ field, path, value }: InputProps<"list">) => {
  const [entries, box] = useEntries(path, value);
  const { max } = useFacts(path);
  const problem = useProblem(path);
  const { toggle } = use(OpenContext);
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState(SHOWN);
  const at = pathKey(path);
  const { packages } = useForm();
  const nameOf = (index: number) => entryName(field, entries.entries[index] ?? null, packages);
  const dragging = useDragging(entries, nameOf);
  const words = search.trim().toLowerCase();
  const found = entries.entries.flatMap((entry, index) =>
    words === "" || JSON.stringify(entry).toLowerCase().includes(words) ? [index] : [],
  );
  const isFull = max !== undefined && entries.entries.length >= max;
  const Heading = path.length > 1 ? "h3" : "h2";
  return (
    <section id={fieldId(path)} ref={box} className="min-w-0 scroll-mt-40" aria-label={field.label}>
      <Heading
        className={cn("text-[0.95rem] font-semibold text-ink", field.key === "" && "sr-only")}
      >
        {field.label}
        <span className="ml-2 font-normal text-faint tabular-nums">{entries.entries.length}</span>
      </Heading>
      {field.hint !== undefined && (
        <p className="mt-0.5 text-sm text-pretty text-muted">{field.hint}</p>
      )}
      {entries.entries.length >= SEARCHED_FROM && (
        <Input
          type="search"
          className="mt-2 h-11"
          aria-label={SITE_EDITOR.find(field.one)}
          placeholder={SITE_EDITOR.find(field.one)}
          maxLength={60}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <div className="mt-2.5 grid gap-2">
        {found.slice(0, shown).map((index) => (
          <EntryRow
            key={entries.ids[index]}
            id={entries.ids[index] ?? 0}
            field={field}
            at={at}
            index={index}
            entry={entries.entries[index] ?? null}
            entries={entries}
            dragging={dragging}
            canMove={words === ""}
          />
        ))}
        {entries.entries.length === 0 && <p className="py-1 text-muted">{field.empty}</p>}
        {entries.entries.length > 0 && found.length === 0 && (
          <p className="py-1 text-muted">{SITE_EDITOR.noneFound}</p>
        )}
      </div>
      {problem !== null && <p className="mt-2 text-sm font-medium text-ember">{problem}</p>}
      <Notices path={path} />
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          size="sm"
          className="h-11"
          disabled={isFull}
          onClick={() => {
            setSearch("");
            const place = entries.add(field.blank);
            setShown((count) => Math.max(count, place + 1));
            toggle(pathKey([...path, place]), true);
          }}
        >
          <Plus aria-hidden />
          {field.add}
        </Button>
        {found.length > shown && (
          <Button
            variant="ghost"
            size="sm"
            className="h-11"
            onClick={() => setShown(shown + SHOWN)}
          >
            {SITE_EDITOR.showMore}
          </Button>
        )}
        {isFull && <p className="text-sm text-muted">{SITE_EDITOR.full(max)}</p>}
      </div>
      <output className="sr-only">{entries.news}</output>
    </section>
  );
};

/**
 * An entry as it is after one of its values has changed: a key that nobody has chosen follows what the
 * entry is called.
 */
export const withFollowingKey = (
  field: ListField,
  before: Json,
  after: Json,
  isPublished: (key: string) => boolean,
): Json => {
  const key = keyFieldOf(field);
  if (key === undefined || !isObject(before) || !isObject(after)) return after;
  const old = asText(before[key.key]);
  if (asText(after[key.key]) !== old || isPublished(old)) return after;
  const follows = old === "" || old === keyFrom(asText(before[key.from]), key.keepsCase === true);
  if (!follows) return after;
  return { ...after, [key.key]: keyFrom(asText(after[key.from]), key.keepsCase === true) };
};
