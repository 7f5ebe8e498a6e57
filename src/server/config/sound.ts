import type { z } from "zod";

/** `*` stands for every entry of a list. */
type Place = string;

const isAt = (path: readonly PropertyKey[], place: Place): boolean => {
  const parts = place.split(".");
  const both = Math.min(parts.length, path.length);
  return parts.slice(0, both).every((part, at) => part === "*" || part === String(path[at]));
};

/** What an issue is about has the shape that it is to have, all the same. */
const keepsShape = ({ code, continue: goesOn }: z.core.$ZodRawIssue): boolean =>
  goesOn === true || code === "unrecognized_keys";

/**
 * For a check that compares parts of a document with each other: it runs wherever these could be read,
 * whatever is wrong elsewhere, so that an owner is told of every mistake at once.
 * @param places what the check reads, such as `games.*.key`.
 */
export const whereSound = (
  ...places: readonly Place[]
): { when: (payload: z.core.ParsePayload) => boolean } => ({
  when: ({ issues }) =>
    issues.every(
      (issue) => keepsShape(issue) || !places.some((place) => isAt(issue.path ?? [], place)),
    ),
});
