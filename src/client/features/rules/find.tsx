import type { Ladder, PlaceList, RuleSection, Rulebook } from "#shared/content/rules/index.ts";

/** The part of a rulebook that a search leaves over. */
export type FoundRules = {
  sections: readonly RuleSection[];
  lists: readonly PlaceList[];
  ladder: Ladder | null;
  /** Rules, places and steps together. */
  count: number;
};

// Keeps the length, so that a place in the folded text is the same place in the text.
const fold = (text: string) => text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');

/** The words of a search, as `findRules` and `markedParts` compare them. */
export const searchTerms = (query: string): readonly string[] =>
  fold(query).split(/\s+/).filter(Boolean);

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
      rules: section.rules.filter((rule) =>
        matches(rule.number, section.title, rule.text, ...rule.points),
      ),
    }))
    .filter((section) => section.rules.length > 0);
  const lists = rulebook.lists
    .map((list) => ({
      ...list,
      maps: list.maps.filter(({ map, places }) => matches(list.title, map, ...places)),
      onEveryMap: list.onEveryMap.filter((place) => matches(list.title, place)),
    }))
    .filter((list) => list.maps.length + list.onEveryMap.length > 0);
  const { ladder } = rulebook;
  const steps =
    ladder?.steps.filter((step) => matches(ladder.title, step.offense, step.sanction, step.text)) ??
    [];
  return {
    sections,
    lists,
    ladder: ladder && steps.length > 0 ? { ...ladder, steps } : null,
    count:
      sections.reduce((sum, section) => sum + section.rules.length, 0) +
      lists.reduce((sum, list) => sum + list.maps.length + list.onEveryMap.length, 0) +
      steps.length,
  };
};

/** True where the part of the rules with this anchor is among what a search leaves over. */
export const holdsAnchor = ({ sections, lists, ladder }: FoundRules, anchor: string): boolean =>
  sections.some(({ id, rules }) => id === anchor || rules.some((rule) => rule.id === anchor)) ||
  lists.some(({ id }) => id === anchor) ||
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
          <mark key={part.offset} className="rounded-xs bg-amber/25 text-inherit">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      );
