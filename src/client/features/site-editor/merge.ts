import { isObject, isSame, type Json } from "./form/content.ts";

/** What names an entry of a list wherever it stands. */
const nameOf = (entry: Json): string | null => {
  if (!isObject(entry)) return null;
  const name = entry["key"] ?? entry["id"] ?? entry["title"] ?? entry["name"];
  return typeof name === "string" || typeof name === "number" ? String(name) : null;
};

type Named = ReadonlyMap<string, Json>;

/** By their names, where all entries have one and no two the same. */
const named = (list: readonly Json[]): Named | null => {
  const found = new Map<string, Json>();
  for (const entry of list) {
    const name = nameOf(entry);
    if (name === null || found.has(name)) return null;
    found.set(name, entry);
  }
  return found;
};

const mergedList = (base: Named, mine: Named, theirs: Named): Json => {
  const isMineMoved = !isSame([...mine.keys()], [...base.keys()]);
  const [order, other] = isMineMoved ? [mine, theirs] : [theirs, mine];
  const names = [...order.keys(), ...[...other.keys()].filter((name) => !order.has(name))];
  return names.flatMap((name) => {
    const entry = merged(base.get(name), mine.get(name), theirs.get(name));
    return entry === undefined ? [] : [entry];
  });
};

/**
 * Both changes of what two people began from. Where both changed the same, it is as it was changed here.
 * @param base what both began from; undefined where something was not there.
 */
export const merged = (
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): Json | undefined => {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  if (isObject(mine) && isObject(theirs)) {
    const from = isObject(base) ? base : {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const entries = [...names].flatMap((name): [string, Json][] => {
      const value = merged(from[name], mine[name], theirs[name]);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(entries);
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const lists = [Array.isArray(base) ? base : [], mine, theirs].map(named);
    const [ofBase, ofMine, ofTheirs] = lists;
    if (ofBase && ofMine && ofTheirs) return mergedList(ofBase, ofMine, ofTheirs);
  }
  return mine;
};
