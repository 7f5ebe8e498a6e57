import { createContext, use, useSyncExternalStore } from "react";
import type { Ladder, Rulebook, RuleSection } from "#shared/schemas/community/rules.ts";
import type { RichLine } from "#shared/schemas/text.ts";

/** The address of a place on the rules page, without the origin: `/rules?tab=ASE#ase-3-2`. */
export const rulePath = (tab: string, anchor?: string) =>
  `/rules?tab=${tab}${anchor === undefined ? "" : `#${anchor}`}`;

/** The key of the tab on which an anchor stands, or null for anything that is no anchor of a rule. */
export const tabOfAnchor = (rules: readonly Rulebook[], anchor: string): string | null =>
  rules.find(({ key }) => anchor.startsWith(`${key.toLowerCase()}-`))?.key ?? null;

export type RulesContextValue = {
  /** Anchor in the address, empty without one. */
  target: string;
  terms: readonly string[];
  copyLink: (anchor: string) => void;
  /** Shows the part of the rules with this anchor, whatever tab or search hides it. */
  reveal: (anchor: string) => void;
};

export const RulesContext = createContext<RulesContextValue | null>(null);

/** What every part of the page shares: the anchor in the address, the search, the copying. */
export const useRules = (): RulesContextValue => {
  const value = use(RulesContext);
  if (value === null) throw new Error("useRules needs a RulesContext around it.");
  return value;
};

const subscribe = (onChange: () => void) => {
  window.addEventListener("hashchange", onChange);
  window.addEventListener("popstate", onChange);
  return () => {
    window.removeEventListener("hashchange", onChange);
    window.removeEventListener("popstate", onChange);
  };
};

/** The anchor in the address, without `#`; empty on the server, which never sees it. */
export const useAnchor = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );

/** The part of a rulebook that a search leaves over. */
export type FoundRules = {
  sections: readonly RuleSection[];
  ladder: Ladder | null;
  /** Rules, places and steps together. */
  count: number;
};

// Keeps the length, so that a place in the folded text is the same place in the text.
const fold = (text: string) => text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');

/** The words of a search, as `findRules` and `markedParts` compare them. */
export const searchTerms = (query: string): readonly string[] =>
  fold(query).split(/\s+/).filter(Boolean);

/** The words of a text, whatever they look like. */
const plain = (line: RichLine) =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

/**
 * Everything in a rulebook that has all the words in it. The title of a section belongs to each of
 * its rules; without words, everything is found.
 */
export const findRules = (rulebook: Rulebook, terms: readonly string[]): FoundRules => {
  const matches = (...texts: readonly string[]) => {
    const text = fold(texts.join(" "));
    return terms.every((term) => text.includes(term));
  };
  const sections = rulebook.sections
    .map((section) => ({
      ...section,
      rules: section.rules.filter(({ number, text, more }) =>
        matches(
          number,
          section.title,
          plain(text),
          ...more.flatMap((block) => ("note" in block ? [block.note] : block.points)).map(plain),
        ),
      ),
      groups: section.groups
        .map((group) => {
          const titles = [section.title, group.title ?? ""];
          const isFound = (...items: readonly RichLine[]) =>
            matches(...titles, ...items.map(plain));
          // A wide one is a list of many things, and each is found alone.
          if (group.isWide) return { ...group, items: group.items.filter((item) => isFound(item)) };
          return isFound(...group.items) ? group : { ...group, items: [] };
        })
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ rules, groups }) => rules.length + groups.length > 0);
  const { ladder } = rulebook;
  const steps =
    ladder?.steps.filter((step) => matches(ladder.title, step.offense, step.sanction, step.text)) ??
    [];
  const places = sections
    .flatMap(({ groups }) => groups)
    .reduce((sum, { isWide, items }) => sum + (isWide ? items.length : 1), 0);
  return {
    sections,
    ladder: ladder && steps.length > 0 ? { ...ladder, steps } : null,
    count: sections.reduce((sum, { rules }) => sum + rules.length, 0) + places + steps.length,
  };
};

/** True where the part of the rules with this anchor is among what a search leaves over. */
export const holdsAnchor = ({ sections, ladder }: FoundRules, anchor: string): boolean =>
  sections.some(({ id, rules }) => id === anchor || rules.some((rule) => rule.id === anchor)) ||
  ladder?.id === anchor;

type MarkedPart = { text: string; isMatch: boolean; offset: number };

/** Cuts a text where the words of a search begin and end. */
export const markedParts = (text: string, terms: readonly string[]): readonly MarkedPart[] => {
  const folded = fold(text);
  const isMatch = Array.from<boolean>({ length: text.length }).fill(false);
  for (const term of terms)
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1))
      isMatch.fill(true, at, at + term.length);
  const parts: MarkedPart[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    while (end < text.length && isMatch[end] === isMatch[start]) end++;
    parts.push({ text: text.slice(start, end), isMatch: isMatch[start] === true, offset: start });
    start = end;
  }
  return parts;
};

/** A text in which the words of the search are marked. */
export const Marked = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  terms.length === 0
    ? text
    : markedParts(text, terms).map((part) =>
        part.isMatch ? (
          <mark key={part.offset} className="rounded-xs bg-accent/25 text-inherit">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      );
