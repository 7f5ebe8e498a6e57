import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "#server/core/errors.ts";
import {
  decodeCsv,
  exportFolder,
  type ImportCounts,
  importMembers,
  type Refusal,
  membersCsv,
  writeParts,
} from "#server/modules/transfer/index.ts";
import { TRANSFER } from "#shared/transfer-messages.ts";
import { type Command, type Commands, complain, print, withAuth, withStore } from "./command.ts";

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
export const MEMBER_COMMANDS: Commands = {
  export: { takes: ["FOLDER"], run: exportAll },
  "members export": { takes: [], mayTake: "FILE", run: exportMembersCommand },
  "members import": { takes: ["FILE.csv"], flags: ["dry-run", "invite"], run: importCommand },
};
