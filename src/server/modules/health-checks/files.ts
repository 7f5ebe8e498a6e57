import type { Config } from "#server/config/config.ts";
import { ATTACHMENT_PLACE } from "#shared/attachment-messages.ts";
import { fail, type Finding, ok } from "./finding.ts";

/**
 * Whether pictures and text files of tickets can be kept.
 * @param trouble why not, in a sentence; null where they can.
 */
export const judgeFiles = (
  { community }: Pick<Config, "community">,
  place: string,
  trouble: string | null,
): Finding => {
  if (trouble !== null) return fail(trouble);
  return ok(community.pictures.uploads ? ATTACHMENT_PLACE.works(place) : ATTACHMENT_PLACE.off);
};
