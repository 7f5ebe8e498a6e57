import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "#server/core/errors.ts";
import {
  decodeCsv,
  exportFolder,
  importMembers,
  type Refusal,
  membersCsv,
  writeParts,
} from "#server/modules/transfer/index.ts";
import { TRANSFER } from "#shared/transfer-messages.ts";
import { type Command, type Commands, complain, withAuth, withStore } from "./command.ts";

/** So often it is told how far an import has come, in lines. */
const TELL_EVERY = 1000;

const readBytes = async (name: string): Promise<Uint8Array> => {
  const file = Bun.file(name);
  if (!(await file.exists())) throw new AppError("not_found", TRANSFER.noFile(resolve(name)));
  return await file.bytes();
};

const importCommand: Command["run"] = async (context, name, flags = new Set()) => {
  const text = decodeCsv(await readBytes(name));
  const isDryRun = flags.has("dry-run");
  const isInviting = flags.has("invite");
  if (isInviting && !isDryRun && context.config.mail === null)
    throw new AppError("bad_request", TRANSFER.mailIsOff);
  const refused: Refusal[] = [];
  const counts = await withAuth(context, "members import", (ctx) =>
    importMembers(ctx, {
      text,
      isDryRun,
      isInviting,
      onRefused: (refusal) => void refused.push(refusal),
      onProgress: (lines) => {
        if (lines % TELL_EVERY === 0) void complain(TRANSFER.progress(lines));
      },
      pause: (ms) => Bun.sleep(ms),
    }),
  );
  const { added, known, points, mails } = counts;
  const { brand, limits } = context.config.community;
  const told = [
    ...refused
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, column, value, reason }) => TRANSFER.refused(line, column, value, reason)),
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
      for await (const part of membersCsv(read)) await Bun.write(Bun.stdout, part);
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
