import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { type PlaceState, recentPartings } from "#server/modules/attachments/index.ts";
import { ATTACHMENT_PLACE } from "#shared/attachment-messages.ts";
import { UNNAMED_FILE_KEPT_MS } from "#shared/constants/attachments.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

type FilesConfig = {
  community: { pictures: Pick<Config["community"]["pictures"], "uploads"> };
  dataDir: string;
};

/**
 * Whether pictures and text files of tickets can be kept.
 * @param trouble why not, in a sentence; null where they can.
 * @param instances how many run.
 */
export const judgeFiles = (
  { community, dataDir }: FilesConfig,
  place: string,
  trouble: string | null,
  instances: number,
): Finding => {
  if (trouble !== null) return fail(trouble);
  if (!community.pictures.uploads) return ok(ATTACHMENT_PLACE.off);
  // No two instances share a data folder.
  return instances > 1 && place.startsWith(join(dataDir, "/"))
    ? warn(ATTACHMENT_PLACE.notShared(place, instances))
    : ok(ATTACHMENT_PLACE.works(place));
};

/**
 * Whether files that no ticket names are removed, and if not, why.
 * @param state what the last run has found; null before the first. @param place where they lie.
 */
export const judgeSweeps = (state: PlaceState | null, place: string, now: Date): Finding[] => {
  if (state === null) return [];
  const { trouble, since } = state;
  if (trouble !== null) return [warn(ATTACHMENT_PLACE.notSwept[trouble](place))];
  const partings = recentPartings(state, now);
  if (partings === 0) return [];
  const day = new Date(Date.parse(since) + UNNAMED_FILE_KEPT_MS).toISOString().slice(0, 10);
  return [partings > 1 ? warn(ATTACHMENT_PLACE.shared(day)) : ok(ATTACHMENT_PLACE.restored(day))];
};
