import { BACKUPS } from "#shared/backup-messages.ts";
import { StoreError } from "./store-error.ts";

const SAID_MAX_CHARACTERS = 300;
/** What the C library calls ENOSPC: the tools of PostgreSQL have no exit code for it. */
const DISK_FULL = /No space left on device/;
/** How long it waits for somebody who changes the shape of a table. */
const LOCK_WAIT_SECONDS = 60;

/** The address without its password, which everybody on this machine would see in the list of processes. */
const openly = (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return { address: url.href, password };
};

const run = async <Result>(
  [tool = "", ...words]: readonly string[],
  { signal, env = {} }: { signal: AbortSignal; env?: Readonly<Record<string, string>> },
  read: (output: ReadableStream<Uint8Array>) => Promise<Result>,
): Promise<Result> => {
  const program = Bun.which(tool, { PATH: process.env["PATH"] ?? "" });
  if (program === null) throw new StoreError(BACKUPS.noTool(tool));
  const child = Bun.spawn([program, ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // What it says is looked at.
    env: { ...process.env, LC_ALL: "C", ...env },
    signal,
  });
  const [result, said, code] = await Promise.all([
    read(child.stdout),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0)
    throw new StoreError(
      BACKUPS.toolFailed(tool, said.trim().slice(0, SAID_MAX_CHARACTERS) || `exit code ${code}`),
      DISK_FULL.test(said)
        ? { cause: Object.assign(new Error(said.trim()), { code: "ENOSPC" }) }
        : {},
    );
  return result;
};

/**
 * Dumps a PostgreSQL into a file, in the compressed form that `pg_restore` reads.
 * @throws {StoreError} where `pg_dump` is missing or fails.
 */
export const dump = async (
  databaseUrl: string,
  file: string,
  signal: AbortSignal,
): Promise<void> => {
  const { address, password } = openly(databaseUrl);
  const words = ["--format=custom", `--lock-wait-timeout=${LOCK_WAIT_SECONDS}s`, "--no-password"];
  const env: Readonly<Record<string, string>> = password === "" ? {} : { PGPASSWORD: password };
  await run(
    ["pg_dump", ...words, `--file=${file}`, `--dbname=${address}`],
    { signal, env },
    (output) => new Response(output).text(),
  );
};

/** The table whose rows follow such a line, `COPY public.users (id, email) FROM stdin;`; null for others. */
const tableCopied = (line: string): string | null => {
  if (!line.startsWith("COPY ") || !line.endsWith(") FROM stdin;")) return null;
  const name = line.slice("COPY ".length, line.indexOf(" (")).split(".").at(-1) ?? "";
  return name.replaceAll('"', "");
};
const END = "\\.";
const LINE_FEED = 0x0a;
/** No statement is longer; a row may be, and needs only to be counted. */
const HEAD_BYTES = 4096;

/** Counts the rows that a dump would write, without keeping any of them. */
const countRows = async (
  output: ReadableStream<Uint8Array>,
): Promise<ReadonlyMap<string, number>> => {
  const rows = new Map<string, number>();
  let table: string | null = null;
  let head = Buffer.alloc(0);
  const endLine = () => {
    const line = head.toString("utf8");
    head = Buffer.alloc(0);
    if (table === null) {
      table = tableCopied(line);
      if (table !== null) rows.set(table, 0);
    } else if (line === END) table = null;
    else rows.set(table, (rows.get(table) ?? 0) + 1);
  };
  for await (const chunk of output) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
      if (head.length < HEAD_BYTES)
        head = Buffer.concat([head, bytes.subarray(from, Math.min(at, from + HEAD_BYTES))]);
      endLine();
      from = at + 1;
    }
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, bytes.subarray(from, from + HEAD_BYTES)]);
  }
  return rows;
};

/**
 * Reads a dump from its first byte to its last.
 * @returns how many rows it has of each table.
 * @throws {StoreError} where it cannot be read.
 */
export const countDumpedRows = (
  file: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> =>
  run(["pg_restore", "--data-only", "--file=-", file], { signal }, countRows);
