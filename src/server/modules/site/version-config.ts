import { readDocument } from "#server/config/community-file.ts";
import type { Community } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import { oncePerStore } from "#server/store/prepared.ts";
import type { Reader } from "#server/store/store.ts";
import { readVersion, type VersionReader } from "./versions.ts";

type Kept = { id: number; community: Promise<Community | null> };
/** The last one is kept: every call of a page that shows it asks for it, and it takes a while to read. */
const keptOf = oncePerStore(() => ({ last: null as Kept | null }));

const readCommunity = async (reader: VersionReader, id: number): Promise<Community | null> => {
  const document = Number.isSafeInteger(id) && id >= 0 ? await readVersion(reader, id) : null;
  if (document === null) return null;
  return readDocument(reader.config.communityFile.machine, document).community;
};

/**
 * What would be so if a version were published again.
 * @returns null where there is no such version, or this program would not accept what it says.
 */
export const versionConfig = async (
  reader: Reader & { readonly config: Config },
  id: number,
): Promise<Config | null> => {
  const kept = keptOf(reader);
  if (kept.last?.id !== id) {
    const made: Kept = { id, community: readCommunity(reader, id) };
    kept.last = made;
    // What could not be read is asked for again.
    made.community.catch(() => {
      if (kept.last === made) kept.last = null;
    });
  }
  const community = await kept.last.community;
  return community && { ...reader.config, community, siteVersion: id };
};
