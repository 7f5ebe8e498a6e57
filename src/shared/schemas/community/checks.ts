import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { isLine, NO_LINE } from "#shared/rules/lines.ts";
import { placeholders, placeholdersIn } from "#shared/rules/text.ts";

/**
 * Refuses a list in which two items have the same key, and says so of the later one, as it is spelled there.
 * @param keyName of an item; null where the items themselves are the keys.
 */
export const unique = <T>(
  keyName: (keyof T & string) | null,
  keyOf: (item: T) => string | number | undefined,
) =>
  z.check<readonly T[]>(({ value: items, issues }) => {
    const seen = new Set<string | number>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (key === undefined) continue;
      if (seen.has(key))
        issues.push({
          code: "custom",
          input: item,
          path: keyName === null ? [index] : [index, keyName],
          message: `${JSON.stringify(keyName === null ? key : item[keyName])} is already used above`,
        });
      seen.add(key);
    }
  });

/**
 * A text in which `{name}` and `{currency}` stand for the community's own, and nothing else in braces.
 * @param more names of what else may stand there.
 */
export const hasKnownPlaceholders = (...more: readonly string[]) => {
  const known = placeholders(...more);
  const named = known.map((name) => `{${name}}`).join(", ");
  return z.refine<string>(
    (value) => placeholdersIn(value).every((name) => known.includes(name)),
    `may have ${named} in braces, and nothing else`,
  );
};

/** A text that has all of these in braces. */
export const hasPlaceholders = (...needed: readonly string[]) =>
  z.refine<string>(
    (value) => needed.every((name) => placeholdersIn(value).includes(name)),
    `must have ${needed.map((name) => `{${name}}`).join(" and ")}`,
  );

export const httpsAddress = z
  .url({ protocol: /^https$/, error: "must be an https address" })
  .check(z.maxLength(LENGTHS.url), z.refine(isLine, NO_LINE));

/** A picture that this site serves: nothing is loaded from elsewhere, and no script comes in an SVG. */
export const ownPicture = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^\/media\/[\w-]+(?:\/[\w-]+)*\.(?:png|jpg|webp)$/,
      "must be the address of a PNG, JPEG or WebP picture below /media/",
    ),
  );
