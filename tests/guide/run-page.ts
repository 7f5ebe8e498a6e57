import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#scripts/free-port.ts";
import { folderWithBinary, surroundings } from "#tests/support/binary.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { emptyDatabase } from "#tests/support/empty-database.ts";
import type { Block, Run } from "./blocks.ts";

const COMMAND_LIMIT_MS = 120_000;
const LISTENING = /is listening on (http:\/\/[^"]+)/;

/** The ports that the pages name, and the address of a database: in a test they are others. */
const PORTS = /\b30\d\d\b/g;
const DATABASES = /\bpostgres:\/\/[^\s"']+/g;

/** Whether commands need a PostgreSQL. */
export const needsPostgres = (blocks: readonly Block[]): boolean =>
  blocks.some(({ kind, text }) => kind === "run" && text.match(DATABASES) !== null);

/** What a page's text stands for on this machine: free ports, and one empty database for each named. */
const translator = () => {
  const known = new Map<string, string>();
  const translate = async (word: string, make: () => Promise<string>) => {
    const meant = known.get(word) ?? (await make());
    known.set(word, meant);
    return meant;
  };
  return async (text: string): Promise<string> => {
    for (const word of text.match(DATABASES) ?? []) await translate(word, emptyDatabase);
    for (const word of text.match(PORTS) ?? [])
      await translate(word, async () => String(await freePort()));
    return text
      .replaceAll(DATABASES, (word) => known.get(word) ?? word)
      .replaceAll(PORTS, (word) => known.get(word) ?? word);
  };
};

const matches = (line: string, pattern: string) => {
  const parts = pattern.trimEnd().split("…");
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const at = line.indexOf(part, from);
    if (at === -1 || (index === 0 && at !== 0)) return false;
    from = at + part.length;
  }
  return from === line.length || parts.at(-1) === "";
};

/** Whether a text has these lines, in their order, whatever stands between and for each `…`. */
export const hasPrinted = (text: string, expected: string): boolean => {
  const rest = text.split("\n").map((line) => line.trimEnd());
  return expected.split("\n").every((pattern) => {
    if (pattern.trim() === "" || pattern.trim() === "…") return true;
    const at = rest.findIndex((line) => matches(line, pattern));
    rest.splice(0, at + 1);
    return at !== -1;
  });
};

/** A command of the guide that did something else than the guide says. */
export class GuideError extends Error {
  override readonly name = "GuideError";
  constructor({ page, line }: Block, sentence: string) {
    super(`${page}, line ${line}: ${sentence}`);
  }
}

type Kept = { end: () => Promise<void>; printed: () => string };

/**
 * Does what a page says, from its first line to its last, in a folder that holds nothing but the
 * program; the ports and databases that it names are free ones. What it starts ends with the test.
 * @returns how many blocks were run.
 * @throws {GuideError} at the first one that does not what the page says.
 */
export const runPage = async (blocks: readonly Block[]): Promise<number> => {
  const folder = await folderWithBinary();
  const translate = translator();
  const env = surroundings(folder, {
    PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`,
    PORT: await translate("3000"),
    HOST: "127.0.0.1",
  });
  const kept: Kept[] = [];
  const endAll = async () => {
    for (const { end } of kept.splice(0)) await end();
  };
  afterThisTest(endAll);

  const start = async (block: Run) =>
    Bun.spawn(["sh", "-eu", "-c", await translate(block.text)], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what a shell has started ends with it.
      detached: true,
    });

  const runToEnd = async (block: Run): Promise<string> => {
    const shell = await start(block);
    const timer = setTimeout(() => process.kill(-shell.pid, "SIGKILL"), COMMAND_LIMIT_MS);
    const parts = await Promise.all(
      [shell.stdout, shell.stderr].map((one) => new Response(one).text()),
    );
    const exitCode = await shell.exited;
    clearTimeout(timer);
    const printed = parts.join("");
    const all = [printed, ...kept.map((other) => other.printed())].join("\n");
    if (exitCode !== block.exitCode)
      throw new GuideError(block, `exit code ${exitCode}, not ${block.exitCode}:\n${all}`);
    return printed;
  };

  const keepRunning = async (block: Run): Promise<string> => {
    const shell = await start(block);
    const complaints = new Response(shell.stderr).text();
    let printed = "";
    const listening = Promise.withResolvers<boolean>();
    const reading = (async () => {
      for await (const text of shell.stdout.pipeThrough(new TextDecoderStream())) {
        printed += text;
        if (LISTENING.test(printed)) listening.resolve(true);
      }
      listening.resolve(false);
    })();
    kept.push({
      end: async () => {
        if (shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
        // The shell ends at once; what it has started writes until it is done.
        await Promise.all([shell.exited, reading]);
      },
      printed: () => printed,
    });
    if (!(await listening.promise))
      throw new GuideError(block, `it does not keep running:\n${printed}${await complaints}`);
    return printed;
  };

  let count = 0;
  let printed = "";
  for (const block of blocks) {
    if (block.kind === "file") {
      const path = join(folder, block.name);
      await Bun.write(path, `${await translate(block.text)}\n`);
      await chmod(path, 0o600);
    } else if (block.kind === "prints") {
      if (!hasPrinted(printed, await translate(block.text)))
        throw new GuideError(block, `it did not print that, but:\n${printed}`);
    } else if (block.kind === "run") {
      if (block.stopsOthers) await endAll();
      printed = await (block.keepsRunning ? keepRunning(block) : runToEnd(block));
      count += 1;
    }
  }
  await endAll();
  return count;
};
