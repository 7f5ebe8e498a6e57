import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { ROOT } from "#scripts/client/places.ts";

/** The file of the community that is not the example. */
export const FROSTKEEP = join(ROOT, "tests/communities/frostkeep.toml");

/** All texts of a document, each with where it stands: `games.name`. */
const textsIn = (value: unknown, place = ""): [place: string, text: string][] => {
  if (typeof value === "string") return [[place, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, Array.isArray(value) ? place : `${place}.${name}`.replace(/^\./, "")),
  );
};

/** Words of the program that a document chooses among. */
const CHOICES =
  /\.(language|protocol|join|platforms|font|scene|emblem|icon|screen|sections)$|^home\.sections$/;
/** What the example calls as the program calls its own. */
const COMMON = [
  "Bug",
  "Warning",
  "Discord",
  "Other",
  "Play",
  "Spend",
  "Services",
  "Servers",
  "Server status",
];
/** What the program says itself, in every policy, on screens and in mails, and the example once more. */
const PROGRAM_SENTENCES = [
  "We collect no personal information during checkout",
  "If it was you, all is well",
  "Set a new password for",
  "Someone is guessing your",
  "account was changed on",
];

/** The names of a community: everything that it calls something, and where it is. */
const NAMES =
  /^(brand\.|timezone|links\.|texts\.|menu\.|tickets\.|games\.(key|name|title|category)|tiers\.|servers\.(key|name|host)|rules\.(tabs|ladder)\.(key|name|title|steps\.(offense|sanction)))/;

/** What only the one document says: its names, and of what else it says the sentences. */
const wordsOf = (document: unknown): ReadonlySet<string> =>
  new Set(
    textsIn(document).flatMap(([place, text]) => {
      if (CHOICES.test(place)) return [];
      const parts = text.split(/[\n.:!?]+(?:\s|$)|\{[\w-]+\}|\[|\]\([^)]*\)|\*\*|^\d+\. |^ *- /m);
      const sentences = parts
        .map((part) => part.trim())
        .filter((part) => part.split(" ").length > 3);
      return NAMES.test(place) && !text.includes("{") ? sentences.concat(text) : sentences;
    }),
  );

const EXAMPLE_FILE: unknown = Bun.TOML.parse(exampleCommunity);
const OWN_FILE: unknown = Bun.TOML.parse(await Bun.file(FROSTKEEP).text());

const own = new Set([
  ...textsIn(OWN_FILE).map(([, text]) => text),
  ...COMMON,
  ...PROGRAM_SENTENCES,
]);
/** What stands in the example's document alone, and two words that are its picture of itself. */
export const FOREIGN = [...wordsOf(EXAMPLE_FILE)].filter((word) => !own.has(word));
const MOTIF = /\b(?:the|your|our) (?:den|trail)\b|\blynx|lynxden\.example/i;

const ENTITIES = new Map([
  ["&amp;", "&"],
  ["&#x27;", "'"],
  ["&#39;", "'"],
  ["&quot;", '"'],
]);

const LETTER = /[\p{L}\p{N}]/u;
const stands = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + word.length] ?? "")) return true;
  return false;
};

/** What of the example stands in an answer, and where. */
export const foreignIn = (place: string, answer: string): string[] => {
  const text = answer.replaceAll(
    /&(?:amp|#x27|#39|quot);/g,
    (entity) => ENTITIES.get(entity) ?? "",
  );
  const found = FOREIGN.filter((word) => stands(text, word));
  const motif = MOTIF.exec(text);
  return [
    ...found.map((word) => `${place}: ${word}`),
    ...(motif === null
      ? []
      : [`${place}: ${text.slice(Math.max(0, motif.index - 30), motif.index + 30)}`]),
  ];
};
