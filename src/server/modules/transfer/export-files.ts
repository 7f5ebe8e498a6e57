import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { MEMBER_COLUMNS } from "#shared/constants/transfer.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/csv.ts";
import { TRANSFER } from "#shared/transfer-messages.ts";
import { exportMembers } from "./export-members.ts";
import {
  exportMessages,
  exportOrders,
  exportPoints,
  type ExportRow,
  exportTickets,
} from "./export-tables.ts";

type Slices = AsyncIterable<readonly ExportRow[]>;

/** What a cell of a CSV file holds; what is a list or has parts of its own is JSON. */
const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
};

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param columns named as in the rows; those of the first row where they are left out. */
async function* asCsv(slices: Slices, columns?: readonly string[]): AsyncGenerator<string> {
  let named = columns;
  yield BYTE_ORDER_MARK;
  if (named !== undefined) yield csvLine(named);
  for await (const slice of slices) {
    if (named === undefined) {
      named = Object.keys(slice[0] ?? {});
      yield csvLine(named.map(snakeCase));
    }
    const names = named;
    yield slice.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join("");
  }
}

async function* asJson(slices: Slices): AsyncGenerator<string> {
  let before = "[\n";
  for await (const slice of slices) {
    yield before + slice.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** Writes a file part by part; it has its name once it is whole. */
export const writeParts = async (file: string, parts: AsyncIterable<string>): Promise<void> => {
  const partial = `${file}.partial`;
  try {
    const writer = Bun.file(partial).writer();
    for await (const part of parts) {
      await writer.write(part);
      await writer.flush();
      await yieldToEventLoop();
    }
    await writer.end();
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/** The members as a CSV file that `importMembers` takes, part by part. */
export const membersCsv = (reader: CtxReader): AsyncGenerator<string> =>
  asCsv(exportMembers(reader), MEMBER_COLUMNS);

/** The files of an export by their names. */
const filesOf = (reader: CtxReader): Readonly<Record<string, () => AsyncGenerator<string>>> => ({
  "members.csv": () => membersCsv(reader),
  "members.json": () => asJson(exportMembers(reader)),
  "tickets.csv": () => asCsv(exportTickets(reader, false)),
  "messages.csv": () => asCsv(exportMessages(reader)),
  "tickets.json": () => asJson(exportTickets(reader, true)),
  "points.csv": () => asCsv(exportPoints(reader)),
  "points.json": () => asJson(exportPoints(reader)),
  "orders.csv": () => asCsv(exportOrders(reader)),
  "orders.json": () => asJson(exportOrders(reader)),
});

/**
 * Writes members, tickets with their messages, the ledger and orders into a folder, each as CSV and as
 * JSON [MOVE-06].
 * @returns the files.
 * @throws {AppError} `conflict` where one of them exists.
 */
export const exportFolder = async (reader: CtxReader, folder: string): Promise<string[]> => {
  await mkdir(folder, { recursive: true });
  const files = Object.entries(filesOf(reader)).map(
    ([name, parts]) => [join(folder, name), parts] as const,
  );
  const present = files.find(([file]) => existsSync(file));
  if (present !== undefined) throw new AppError("conflict", TRANSFER.folderExists(present[0]));
  for (const [file, parts] of files) await writeParts(file, parts());
  return files.map(([file]) => file);
};
