import { createContext, type ReactNode, use } from "react";
import type { ProblemLevel } from "#shared/constants/site-checks.ts";
import type { SiteProblem, SiteSection } from "#shared/schemas/site-document.ts";
import { type Facts, factsOf } from "#shared/site-forms/facts.ts";
import type { Field, FieldOf } from "#shared/site-forms/fields.ts";
import { SECTION_SCHEMAS } from "#shared/site-forms/schemas.ts";
import { isWithin, type Json, type Path, pathKey } from "./content.ts";
import type { References } from "./references.ts";

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
