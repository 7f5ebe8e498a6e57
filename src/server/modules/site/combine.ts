import { sameText } from "#server/config/community-file.ts";
import { intoField, type Place, placeText } from "#shared/site-forms/fields.ts";
import { intoItem, isPart, namesIn } from "./compare.ts";

type Combined = {
  /** Undefined where it is to be left out. */
  value: unknown;
  /** The places, in words, of what both changed, each in its own way: those stay mine. */
  conflicts: string[];
};

const whole = (value: unknown): Combined => ({ value, conflicts: [] });

const combineParts = (base: unknown, mine: object, theirs: object, place: Place): Combined => {
  const [was, my, their] = [isPart(base) ? base : {}, mine, theirs].map(
    (part) => new Map<string, unknown>(Object.entries(part)),
  );
  const names = new Set([...(my?.keys() ?? []), ...(their?.keys() ?? [])]);
  const combined = [...names].map((name) => {
    const inner = combine(was?.get(name), my?.get(name), their?.get(name), intoField(place, name));
    return [name, inner] as const;
  });
  return {
    value: Object.fromEntries(
      combined.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    conflicts: combined.flatMap(([, { conflicts }]) => conflicts),
  };
};

/** The names of one list, and those that only the other has, each behind what it stands behind there. */
const joinedNames = (first: readonly string[], other: readonly string[]): string[] => {
  const names = [...first];
  for (const [index, name] of other.entries()) {
    if (names.includes(name)) continue;
    const before = other.slice(0, index).findLast((one) => names.includes(one));
    names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name);
  }
  return names;
};

/** By names; null where the things of a list cannot be told apart. */
const combineLists = (
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  place: Place,
): Combined | null => {
  const [was, my, their] = [namesIn(base), namesIn(mine), namesIn(theirs)];
  if (was === null || my === null || their === null) return null;
  const kept = was.filter((name) => my.includes(name));
  const isMyOrder = kept.join("\n") !== my.filter((name) => was.includes(name)).join("\n");
  const names = isMyOrder ? joinedNames(my, their) : joinedNames(their, my);
  const combined = names.map((name, index) => {
    const [old, one, other] = [
      base[was.indexOf(name)],
      mine[my.indexOf(name)],
      theirs[their.indexOf(name)],
    ];
    return combine(old, one, other, intoItem(place, one ?? other, index));
  });
  return {
    value: combined.flatMap(({ value }) => (value === undefined ? [] : [value])),
    conflicts: combined.flatMap(({ conflicts }) => conflicts),
  };
};

/** Takes from both what changed since the base; what both changed stays mine, and is listed. */
export const combine = (base: unknown, mine: unknown, theirs: unknown, place: Place): Combined => {
  const [was, my, their] = [base, mine, theirs].map(sameText);
  if (my === their || was === their) return whole(mine);
  if (was === my) return whole(theirs);
  if (isPart(mine) && isPart(theirs)) return combineParts(base, mine, theirs, place);
  const lists =
    Array.isArray(mine) && Array.isArray(theirs)
      ? combineLists(Array.isArray(base) ? base : [], mine, theirs, place)
      : null;
  return lists ?? { value: mine, conflicts: [placeText(place)] };
};
