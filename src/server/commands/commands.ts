import { existsSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { resolve } from "node:path";
import { readCommunityFile } from "#server/config/community-file.ts";
import { COMMUNITY_FILE_MAX_BYTES, ConfigError } from "#server/config/config.ts";
import { readTextFile } from "#server/config/given-environment.ts";
import { toToml } from "#server/config/to-toml.ts";
import { AppError } from "#server/core/errors.ts";
import {
  countMedia,
  importFile,
  newestVersion,
  picturesFolder,
  readMedia,
  readVersion,
  writeMedia,
} from "#server/modules/site/index.ts";
import { keptPicture } from "#server/providers/pictures/pictures.ts";
import { FILE_TROUBLES } from "#shared/data-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { type Command, type Commands, complain, withStore } from "./command.ts";
import { AUDIT_COMMANDS, DATABASE_COMMANDS, MOVE_COMMANDS } from "./database.ts";
import { ADMIN_COMMANDS, MEMBER_COMMANDS, SETUP_COMMANDS } from "./people.ts";

const exportSite: Command["run"] = (context, name) =>
  withStore(context, "site export", async ({ read }) => {
    // Before the first start nothing is published but what the file says.
    const document =
      (await readVersion(read, await newestVersion(read))) ?? context.config.communityFile.document;
    const text = toToml(document).trimEnd();
    if (name === "") {
      const count = await countMedia(read, document);
      if (count > 0) await complain(SITE_VERSIONS.picturesStay(count));
      return text;
    }
    const [file, folder] = [resolve(name), resolve(picturesFolder(name))];
    if (existsSync(file) && statSync(file).isDirectory())
      throw new AppError("bad_request", FILE_TROUBLES.EISDIR(file));
    // First, so that no file names pictures that are not there yet.
    const count = await writeMedia(read, document, folder);
    await Bun.write(`${file}.new`, `${text}\n`);
    await rename(`${file}.new`, file);
    return count === 0
      ? SITE_VERSIONS.exported(file)
      : SITE_VERSIONS.exportedWith(file, count, folder);
  });

const importSite: Command["run"] = async (context, name) => {
  if (!existsSync(name)) throw new AppError("not_found", SITE_VERSIONS.noFile(resolve(name)));
  const file = readTextFile(name, COMMUNITY_FILE_MAX_BYTES);
  if ("problem" in file) throw new ConfigError([`${name}: ${file.problem}`]);
  const problems: string[] = [];
  const { machine } = context.config.communityFile;
  const read = readCommunityFile(name, file.text, problems, machine);
  if (read === null) throw new ConfigError(problems);
  const id = await withStore(context, "site import", async (ctx) => {
    const { document } = read.file;
    const folder = picturesFolder(name);
    const pictures = await readMedia(ctx.read, document, folder, keptPicture);
    return await importFile(ctx, { ...read.file, source: name, pictures });
  });
  return id === null ? SITE_VERSIONS.nothingNew : SITE_VERSIONS.imported(id);
};

/** What is published, in a file and out of one. */
const SITE_COMMANDS: Commands = {
  "site export": { takes: [], mayTake: "FILE", run: exportSite },
  "site import": { takes: ["FILE"], run: importSite },
};

/** Every command that opens the configuration, does its work and ends. */
export const COMMANDS: Commands = {
  ...DATABASE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...SETUP_COMMANDS,
  ...MEMBER_COMMANDS,
  ...MOVE_COMMANDS,
  ...SITE_COMMANDS,
  ...ADMIN_COMMANDS,
};
