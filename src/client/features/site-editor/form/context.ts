import { createContext, type ReactNode, use, useMemo } from "react";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { ProblemLevel, SiteSection } from "#shared/constants/site.ts";
import type { SiteProblem } from "#shared/schemas/site-document.ts";
import { type Facts, factsOf, SECTION_SCHEMAS } from "#shared/site-forms/facts.ts";
import {
  type Field,
  type FieldOf,
  type Json,
  type JsonObject,
  type Reference,
  stepInto,
} from "#shared/site-forms/fields.ts";

export type { Json, JsonObject };
export type Path = readonly (string | number)[];

export const pathKey = (path: Path): string => JSON.stringify(path);

/** True where `path` is `above`, or within it. */
const isWithin = (path: Path, above: Path): boolean =>
  above.every((step, index) => path[index] === step);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** What stands at a place; undefined where nothing does. */
export const valueAt = (content: Json | undefined, path: Path): Json | undefined =>
  path.reduce<unknown>(stepInto, content) as Json | undefined;

/**
 * The same content with another value at one place. What is undefined goes out of its object; objects
 * on the way are made.
 */
export const withValue = (content: Json | undefined, path: Path, value: Json | undefined): Json => {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? {};
  if (typeof step === "number") {
    const next = [...listOf(content)];
    next[step] = withValue(next[step], rest, value);
    return next;
  }
  const { [step]: before, ...others } = isObject(content) ? content : {};
  if (rest.length === 0 && value === undefined) return others;
  const made = withValue(before, rest, value);
  // In the place where it was, so that nothing seems to have moved.
  return isObject(content) && step in content
    ? Object.fromEntries(
        Object.entries(content).map(([name, old]) => [name, name === step ? made : old]),
      )
    : { ...others, [step]: made };
};

/** The same list with one entry elsewhere. */
export const moved = <Entry>(list: readonly Entry[], from: number, to: number): Entry[] => {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** The same list with one more entry at a place. */
export const inserted = <Entry>(list: readonly Entry[], at: number, entry: Entry): Entry[] => [
  ...list.slice(0, at),
  entry,
  ...list.slice(at),
];

/** The same list without the entry at a place. */
export const without = <Entry>(list: readonly Entry[], at: number): Entry[] =>
  list.filter((_entry, index) => index !== at);

/** Lower-case words joined by hyphens, or letters and digits alone, as keys are. */
export const keyFrom = (text: string, keepsCase: boolean): string => {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return keepsCase ? words.join("") : words.join("-").toLowerCase();
};

/** A value as it is told in a line. */
export const asText = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A number as it stands in the document; what is none yet stays text, and is told of when it is saved. */
export const numberFrom = (text: string): Json | undefined => {
  const written = text.trim().replace(",", ".");
  if (written === "") return undefined;
  const number = Number(written);
  return Number.isFinite(number) && !/[.]$/.test(written) ? number : text;
};

const YES = /^(?:true|yes|x|1|✓)$/i;

/** The value among these that is called so, or is so itself; the text where there is none. */
const chosenBy = (text: string, labels: Readonly<Record<string, string>>): string => {
  const wanted = text.toLowerCase();
  const found = Object.entries(labels).find(
    ([value, label]) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return found?.[0] ?? text;
};

/**
 * What a cell that was pasted says in its column.
 * @param names of what a reference can name, by key.
 * @returns undefined for an empty cell of a column that has no text.
 */
export const pastedValue = (
  column: Field,
  cell: string,
  names: Readonly<Record<string, string>>,
): Json | undefined => {
  const text = cell.trim();
  switch (column.kind) {
    case "number":
      return numberFrom(text);
    case "toggle":
      return YES.test(text);
    case "choice":
      return text === "" ? undefined : chosenBy(text, column.labels);
    case "reference":
      return text === "" ? undefined : chosenBy(text, names);
    default:
      return text;
  }
};

/** What of the community's own stands in sections of its own. */
type Named = Exclude<Reference, "categories">;

/** What a value can name: the entries of those sections as they are being written, right or wrong. */
type References = Readonly<Record<Named, readonly JsonObject[]>>;

/** Entries of a list by their keys, with what people see of them; without a key there is nothing to name. */
export const titlesIn = (list: Json | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listOf(list).flatMap((entry) => {
      if (!isObject(entry)) return [];
      const key = asText(entry["key"]);
      const title = asText(entry["title"]) || asText(entry["name"]) || key;
      return key === "" ? [] : [[key, title]];
    }),
  );

/** What stands in a section: its draft, where there is one; undefined until that is known. */
const useDrafted = (section: SiteSection, isAsked = true): Json | undefined => {
  const { data } = trpc.site.section.useQuery({ section }, { enabled: isAsked, staleTime: 0 });
  return (data?.draft ?? data?.published) as Json | undefined;
};

/** What the fields of a form name. */
export const namedIn = (fields: readonly Field[]): ReadonlySet<Reference> =>
  new Set(
    fields.flatMap((field): readonly Reference[] => {
      if (field.kind === "reference") return [field.to];
      if (field.kind === "group" || field.kind === "list") return [...namedIn(field.fields)];
      return field.kind === "table" ? [...namedIn(field.columns)] : [];
    }),
  );

/** What of the community's own the values of a form can name. */
export const useReferences = (fields: readonly Field[]): References => {
  const site = useSite();
  const named = useMemo(() => namedIn(fields), [fields]);
  const games = useDrafted("games", named.has("games"));
  const tiers = useDrafted("tiers", named.has("tiers"));
  const servers = useDrafted("servers", named.has("servers"));
  return useMemo(() => {
    // Until the drafts are known it is what is published.
    const entriesOf = (content: Json | undefined, published: unknown) =>
      listOf(content ?? (published as Json)).filter(isObject);
    return {
      games: entriesOf(games, site.games),
      tiers: entriesOf(tiers, site.tiers),
      servers: entriesOf(servers, site.servers),
    };
  }, [games, tiers, servers, site]);
};

/** Whether a form names packages of the store by their numbers. */
const hasPackages = (fields: readonly Field[]): boolean =>
  fields.some((field) =>
    field.kind === "number"
      ? field.of === "packages"
      : "fields" in field && hasPackages(field.fields),
  );

/** What the store calls its packages, by their numbers; of those that it does not have nothing is known. */
type PackageNames = Readonly<Record<string, string>>;

export const usePackageNames = (fields: readonly Field[]): PackageNames => {
  const isAsked = useMemo(() => hasPackages(fields), [fields]);
  const { data } = trpc.site.packages.useQuery(undefined, { enabled: isAsked });
  return useMemo(
    () => Object.fromEntries((data ?? []).map(({ id, name }) => [String(id), name])),
    [data],
  );
};

/** The titles of the community's own pages, by their keys. */
export type PageTitles = Readonly<Record<string, string>>;

/** Those of the draft, where there is one. */
export const usePageTitles = (): PageTitles => titlesIn(useDrafted("pages"));

/** What the input of a kind of field is given. */
export type InputProps<Kind extends Field["kind"] = Field["kind"]> = {
  field: FieldOf<Kind>;
  /** Where the value stands. */
  path: Path;
  value: Json | undefined;
  /** What the value stands in. */
  parent: Json | undefined;
};

/** What all fields of a form share, and what does not change while one types. */
export type FormDoors = {
  section: SiteSection;
  set: (path: Path, value: Json | undefined) => void;
  /** The content as it is now. */
  read: () => Json;
  /** What of the community's own a value can name. */
  references: References;
  packages: PackageNames;
  /** The same place of what is published; undefined where it was not there. */
  published: Json;
  /** Draws fields that stand within another one. */
  draw: (fields: readonly Field[], path: Path, value: Json | undefined) => ReactNode;
};

export const FormContext = createContext<FormDoors | null>(null);

export const useForm = (): FormDoors => {
  const doors = use(FormContext);
  if (doors === null) throw new Error("A field needs a form around it.");
  return doors;
};

/** What holds for the value at a place. */
export const useFacts = (path: Path): Facts => factsOf(SECTION_SCHEMAS[useForm().section], path);

export const ProblemsContext = createContext<readonly SiteProblem[]>([]);

/** What is wrong with the value itself, in one text; null while nothing is. */
export const useProblem = (path: Path): string | null => {
  const key = pathKey(path);
  const texts = use(ProblemsContext)
    .filter((problem) => problem.level === "error" && pathKey(problem.path) === key)
    .map(({ message }) => asSentence(message));
  return texts.length === 0 ? null : texts.join(" ");
};

/** What may be wrong with the value itself: it can be published all the same. */
export const useNotices = (path: Path): SiteProblem[] => {
  const key = pathKey(path);
  return use(ProblemsContext).filter(
    (problem) => problem.level !== "error" && pathKey(problem.path) === key,
  );
};

/** How much is found at a place and within it. */
export const useProblemCount = (path: Path, level: ProblemLevel): number =>
  use(ProblemsContext).filter((problem) => problem.level === level && isWithin(problem.path, path))
    .length;

/** What a schema says is no sentence yet: "must not be empty". */
export const asSentence = (text: string): string => {
  const begun = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
};

/** Which entries of lists are open, by their places. */
export type OpenEntries = {
  isOpen: (key: string) => boolean;
  toggle: (key: string, isOpen: boolean) => void;
};
export const OpenContext = createContext<OpenEntries>({ isOpen: () => false, toggle: () => {} });

/** What names a field on the page, so that a problem can lead to it. */
export const fieldId = (path: Path): string => `field-${path.join("-")}`;
