type Part = Readonly<Record<string, unknown>>;

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** By which things of a list are told apart, the first that they have. */
const NAMES = ["key", "id", "name", "title", "screen", "page", "link", "offense", "text"] as const;
/** By which people know them, likewise. */
const SHOWN = ["name", "title", "offense", "text", "key", "id", "screen", "page", "link"] as const;

const TITLE_MAX = 60;

/** What something in a list is called; its place in the list where it has no name. */
export const titleOf = (item: unknown, index: number): string => {
  const name = isPart(item) ? SHOWN.find((one) => item[one] !== undefined) : undefined;
  const text = isPart(item) && name !== undefined ? String(item[name]) : "";
  const [line = ""] = text.trim().split("\n");
  return line === "" ? `${index + 1}.` : line.slice(0, TITLE_MAX);
};

/** What tells the things of a list apart; null where something does not. */
export const namesIn = (list: readonly unknown[]): string[] | null => {
  const names = list.flatMap((item) => {
    const name = isPart(item) ? NAMES.find((one) => item[one] !== undefined) : undefined;
    return isPart(item) && name !== undefined ? `${name} ${String(item[name])}` : [];
  });
  return names.length === list.length && new Set(names).size === names.length ? names : null;
};

/** `quarterHourPoints` as people read it. */
const inWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What leads to something within a section. */
export type Way = readonly string[];
export const into = (way: Way, name: string): Way => [...way, inWords(name)];
export const intoItem = (way: Way, item: unknown, index: number): Way => [
  ...way,
  titleOf(item, index),
];
export const wayText = (way: Way): string => way.join(" › ");
