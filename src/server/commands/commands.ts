import { existsSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { resolve } from "node:path";
import { COMMUNITY_FILE_MAX_BYTES, ConfigError } from "#server/config/config.ts";
import { readTextFile } from "#server/config/given-environment.ts";
import { readCommunityFile } from "#server/config/read-community.ts";
import { toToml } from "#server/config/to-toml.ts";
import { AppError } from "#server/core/errors.ts";
import {
  createAdmin,
  listAdmins,
  makePasswordLinkFor,
  promoteMember,
  resetSecondFactorOf,
  verifyAddress,
} from "#server/modules/administration/index.ts";
import { makeSetupLink } from "#server/modules/setup/index.ts";
import {
  countMedia,
  importFile,
  picturesFolder,
  readMedia,
  readShown,
  writeMedia,
} from "#server/modules/site/index.ts";
import {
  decodeCsv,
  exportFolder,
  type ImportCounts,
  importMembers,
  membersCsv,
  type Refusal,
  writeParts,
} from "#server/modules/transfer/index.ts";
import { keptPicture } from "#server/providers/pictures/pictures.ts";
import { refuseStray } from "#server/store/open.ts";
import { FILE_TROUBLES, TRANSFER } from "#shared/data-messages.ts";
import { ADMIN_COMMAND } from "#shared/people-messages.ts";
import { SETUP_COMMAND } from "#shared/setup-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import {
  type Command,
  type CommandContext,
  type Commands,
  complain,
  print,
  withAuth,
  withStore,
} from "./command.ts";
import { AUDIT_COMMANDS, DATABASE_COMMANDS, MOVE_COMMANDS } from "./database.ts";

/** How a site begins. */
const SETUP_COMMANDS: Commands = {
  setup: {
    takes: [],
    makesDatabase: true,
    run: async (context) => {
      const { publicUrl, isPublicUrlSet } = context.config;
      await refuseStray(context.config);
      const { token, until } = await withStore(context, "setup", (ctx) => makeSetupLink(ctx));
      const link = SETUP_COMMAND.link(`${publicUrl}/setup?token=${token}`, until.toISOString());
      return isPublicUrlSet ? link : `${link}\n\n${SETUP_COMMAND.noPublicUrl}`;
    },
  },
};

/** A link as it is printed; with a warning where it leads to this machine alone. */
const linkText = ({ config }: CommandContext, link: string): string =>
  config.isPublicUrlSet
    ? ADMIN_COMMAND.link(link)
    : `${ADMIN_COMMAND.link(link)}\n${ADMIN_COMMAND.noPublicUrl}`;

const create: Command["run"] = async (context, given) => {
  const { email, isNew, link } = await withStore(context, "admin create", (ctx) =>
    createAdmin(ctx, { email: given }),
  );
  const is = isNew ? ADMIN_COMMAND.created(email) : ADMIN_COMMAND.isThere(email);
  return `${is} ${linkText(context, link)}`;
};

const verify: Command["run"] = async (context, given) => {
  const { email, isNew } = await withStore(context, "admin verify", (ctx) =>
    verifyAddress(ctx, { email: given }),
  );
  return isNew ? ADMIN_COMMAND.confirmed(email) : ADMIN_COMMAND.isConfirmed(email);
};

const promote: Command["run"] = async (context, given) => {
  const { email, isNew } = await withStore(context, "admin promote", (ctx) =>
    promoteMember(ctx, { email: given }),
  );
  return isNew ? ADMIN_COMMAND.created(email) : ADMIN_COMMAND.isThere(email);
};

const resetLink: Command["run"] = async (context, given) => {
  const { email, link } = await withStore(context, "admin reset-link", (ctx) =>
    makePasswordLinkFor(ctx, { email: given }),
  );
  return `${ADMIN_COMMAND.newPassword(email)} ${linkText(context, link)}`;
};

const resetFactor: Command["run"] = async (context, given) => {
  const { email } = await withAuth(context, "admin reset-second-factor", (ctx) =>
    resetSecondFactorOf(ctx, { email: given }),
  );
  return ADMIN_COMMAND.factorReset(email);
};

const list: Command["run"] = async (context) => {
  const admins = await withStore(context, "admin list", listAdmins);
  if (admins.length === 0) return ADMIN_COMMAND.none;
  const widest = Math.max(...admins.map(({ email }) => email.length));
  return admins
    .map(
      ({ email, name, state }) =>
        `${email.padEnd(widest)}  ${name} (${ADMIN_COMMAND.states[state]})`,
    )
    .join("\n");
};

/** What the owner does to an account without the site. */
export const ADMIN_COMMANDS: Commands = {
  "admin create": { takes: ["EMAIL"], run: create },
  "admin verify": { takes: ["EMAIL"], run: verify },
  "admin promote": { takes: ["EMAIL"], run: promote },
  "admin reset-link": { takes: ["EMAIL"], run: resetLink },
  "admin reset-second-factor": { takes: ["EMAIL"], run: resetFactor },
  "admin list": { takes: [], run: list },
};

/** So often it is told how far an import has come, in lines. */
const TELL_EVERY = 1000;

const readBytes = async (name: string): Promise<Uint8Array> => {
  const file = resolve(name);
  if (!existsSync(file)) throw new AppError("not_found", TRANSFER.noFile(file));
  return await Bun.file(file).bytes();
};

const refusalLines = (refused: readonly Refusal[]): string[] =>
  refused
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, column, value, reason }) => TRANSFER.refused(line, column, value, reason));

const importCommand: Command["run"] = async (context, name, flags = new Set()) => {
  const text = decodeCsv(await readBytes(name));
  const isDryRun = flags.has("dry-run");
  const isInviting = flags.has("invite");
  if (isInviting && !isDryRun && context.config.mail === null)
    throw new AppError("bad_request", TRANSFER.mailIsOff);
  const refused: Refusal[] = [];
  let done = 0;
  const work = withAuth(context, "members import", (ctx) =>
    importMembers(ctx, {
      text,
      isDryRun,
      isInviting,
      onRefused: (refusal) => void refused.push(refusal),
      onProgress: (lines) => {
        done = lines;
        if (lines % TELL_EVERY === 0) void complain(TRANSFER.progress(lines));
      },
      pause: (ms) => Bun.sleep(ms),
    }),
  );
  let counts: ImportCounts;
  try {
    counts = await work;
  } catch (error) {
    // What was found out before it failed is of use.
    const broken = done === 0 || isDryRun ? [] : [TRANSFER.brokenOff(done)];
    for (const line of [...refusalLines(refused), ...broken]) await complain(line);
    throw error;
  }
  const { added, known, points, mails } = counts;
  const { brand, limits } = context.config.community;
  const told = [
    ...refusalLines(refused),
    TRANSFER.counts(counts, isDryRun),
    ...(points === 0 ? [] : [TRANSFER.points(points, brand.currency)]),
    ...(mails === 0 ? [] : [TRANSFER.invited(mails, limits.newsMails)]),
    ...(isDryRun ? [TRANSFER.dryRun] : added === 0 ? [] : [TRANSFER.howToClaim]),
  ].join("\n");
  if (counts.refused > 0 && added + known === 0) throw new AppError("bad_request", told);
  return told;
};

const exportMembersCommand: Command["run"] = (context, name) =>
  withStore(context, "members export", async ({ read }) => {
    if (name === "") {
      for await (const part of membersCsv(read)) await print(part);
      return null;
    }
    const file = resolve(name);
    if (existsSync(file)) throw new AppError("conflict", TRANSFER.fileExists(file));
    await writeParts(file, membersCsv(read));
    return TRANSFER.exported([file]);
  });

const exportAll: Command["run"] = (context, name) =>
  withStore(context, "export", async ({ read }) =>
    TRANSFER.exported(await exportFolder(read, resolve(name))),
  );

/** Members in, and everything out. */
const MEMBER_COMMANDS: Commands = {
  export: { takes: ["FOLDER"], run: exportAll },
  "members export": { takes: [], mayTake: "FILE", run: exportMembersCommand },
  "members import": { takes: ["FILE.csv"], flags: ["dry-run", "invite"], run: importCommand },
};

const exportSite: Command["run"] = (context, name) =>
  withStore(context, "site export", async ({ read }) => {
    const { document, damage, id } = await readShown(read);
    for (const sentence of damage)
      await complain(`${sentence} ${SITE_VERSIONS.exportsInstead(id)}`);
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
  "site import": { takes: ["FILE"], flags: ["publish"], run: importSite },
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
