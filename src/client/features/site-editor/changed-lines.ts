import { isObject, isSame, type Json } from "./form/content.ts";

export type ChangedLine = { path: string; before: string | null; after: string | null };

/** So many lines are told of. */
const MOST = 60;

const textOf = (value: Json | undefined): string | null => {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
};

const nameOf = (entry: Json | undefined): string | null => {
  if (!isObject(entry)) return null;
  const name = entry["title"] ?? entry["name"] ?? entry["key"] ?? entry["id"];
  return typeof name === "string" || typeof name === "number" ? String(name) : null;
};

/** What one content says otherwise than another, value by value. */
export const changedLines = (
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): ChangedLine[] => {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .flatMap((name) => changedLines(before[name], after[name], [...path, name]))
      .slice(0, MOST);
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, fresh] = [before as readonly Json[], after as readonly Json[]];
    return Array.from({ length: Math.max(old.length, fresh.length) }, (_none, index) => {
      const name = nameOf(fresh[index]) ?? nameOf(old[index]) ?? String(index + 1);
      return changedLines(old[index], fresh[index], [...path, name]);
    })
      .flat()
      .slice(0, MOST);
  }
  return [{ path: path.join(" › "), before: textOf(before), after: textOf(after) }];
};
