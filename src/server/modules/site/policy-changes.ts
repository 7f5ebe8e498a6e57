import type { MemberCtx } from "#server/context/context.ts";
import { findAsked, versionShown } from "#server/modules/consents/index.ts";
import type { PolicyKind } from "#shared/constants/consents.ts";
import type { PolicyChanges } from "#shared/schemas/consents.ts";
import { newestVersion, readVersion } from "./versions.ts";

/** So many paragraphs are told of each way. */
const PARAGRAPHS_MAX = 60;
/** The longest of them, in UTF-16 units. */
const LENGTH_MAX = 1500;

/** What a section says, line by line; a name or a number of it is one as well. */
const linesIn = (value: unknown): string[] => {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (Array.isArray(value)) return value.flatMap(linesIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(linesIn);
  return typeof value === "number" ? [String(value)] : [];
};

const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return [...new Set(lines)].filter((line) => !known.has(line));
};

const NOTHING: PolicyChanges = { added: [], removed: [], isCut: false };

/**
 * How a policy differs from the one that a member agreed to, as the community wrote it. Nothing where it
 * is not known what they agreed to.
 */
export const readPolicyChanges = async (
  { read, actor }: MemberCtx,
  { kind }: { kind: PolicyKind },
): Promise<PolicyChanges> => {
  const asked = await findAsked(read, actor.userId);
  const agreed = asked.find((one) => one.kind === kind)?.agreed ?? null;
  const present = await newestVersion(read);
  if (agreed === null || agreed === 0 || (await versionShown(read, kind)).version <= agreed)
    return NOTHING;
  const [before, after] = [await readVersion(read, agreed), await readVersion(read, present)];
  if (before === null || after === null) return NOTHING;
  const [old, now] = [linesIn(before[kind]), linesIn(after[kind])];
  const [added, removed] = [without(now, old), without(old, now)];
  const shown = (lines: readonly string[]) =>
    lines.slice(0, PARAGRAPHS_MAX).map((line) => line.slice(0, LENGTH_MAX));
  const isCut = added.length > PARAGRAPHS_MAX || removed.length > PARAGRAPHS_MAX;
  return { added: shown(added), removed: shown(removed), isCut };
};
