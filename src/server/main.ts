import "./core/zod-interpreted.ts";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import exampleCommunity from "#community.toml" with { type: "text" };
import { OUTAGE } from "#shared/admin-messages.ts";
import { fileTroubleText } from "#shared/data-messages.ts";
import { HEALTH } from "#shared/health-messages.ts";
import {
  type Command,
  complain,
  type Flag,
  FLAGS,
  OutputFailure,
  print,
} from "./commands/command.ts";
import { NO_READINGS, readingsIn } from "./config/community-file.ts";
import { ConfigError, loadConfig, warningsOf } from "./config/config.ts";
import { UnknownProxyError } from "./config/environment.ts";
import { systemClock } from "./core/clock.ts";
import { AppError } from "./core/errors.ts";
import { createLog, createLogWriter, errorFields } from "./core/log.ts";
import { SOURCES, VERSION } from "./core/version.ts";
import { answerDrawing, drawApart } from "./http/preview/previews.ts";
import { answerRenderWork, renderApart } from "./http/render-site.ts";
import { assetsFromFolder, type ClientAssets } from "./http/static.ts";
import type { BackUp } from "./modules/backups/index.ts";
import { BackupPlaceFailure } from "./providers/ports/files.ts";
import { type SiteOptions, StartError, startSite } from "./serve.ts";
import { requireDatabase } from "./store/open.ts";
import { StoreError, storeTroubleOf } from "./store/trouble.ts";

/** A program that writes to a pipe which nobody reads any more ends as if by SIGPIPE: 128 and its number. */
const EXIT = { done: 0, failed: 1, misused: 2, unread: 141 } as const;
type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const printLine = (text: string) => print(`${text}\n`);

/** One signal may come twice: to the whole process group, and passed on by whoever started us. */
const SAME_SIGNAL_MS = 500;

/** True where whoever started us wants us to outlive their terminal, as `nohup` does. */
const isHangupIgnored = () => {
  const status = "/proc/self/status";
  const mask = existsSync(status)
    ? /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(status, "utf8"))?.[1]
    : undefined;
  // SIGHUP is signal 1: the lowest bit.
  return mask !== undefined && (Number.parseInt(mask.slice(-1), 16) & 1) === 1;
};

/** Resolves on the first SIGINT, SIGTERM or SIGHUP; a later one ends the process on the spot. */
const untilAskedToStop = () => {
  const asked = Promise.withResolvers<void>();
  let askedAt = Number.POSITIVE_INFINITY;
  const hangup = isHangupIgnored() ? [] : (["SIGHUP"] as const);
  for (const signal of ["SIGINT", "SIGTERM", ...hangup] as const)
    process.on(signal, () => {
      if (performance.now() > askedAt + SAME_SIGNAL_MS) process.exit(EXIT.failed);
      askedAt = Math.min(askedAt, performance.now());
      asked.resolve();
    });
  return asked.promise;
};

/** Asked for by the site itself, which renders its pages in a process that ends afterwards. */
const RENDER = "render";
/** Likewise, for the pictures of links. */
const DRAW = "draw";
/** Likewise, for backups. */
const BACK_UP = "back-up";
/** How this program is started again: only as a binary it needs no runtime. */
const SELF =
  Bun.embeddedFiles.length > 0 ? [process.execPath] : [process.execPath, import.meta.path];

const SERVE = "serve";
// What only other commands need is loaded with them: a site is there sooner, and holds less.
const loadCommands = () => import("#server/commands/commands.ts");
const loadHelp = () => import("#server/commands/help.ts");
const loadBackups = () => import("#server/commands/backup-process.ts");

/** The binary starts with code that is hardly ever compiled (scripts/build/compile.ts): most of the start runs once. */
const compileAsUsual = () => Bun.unsafe.setJITPolicy(1);

const BUSY_LOOK_MS = 2000;
/** Of one core, within `BUSY_LOOK_MS`: many requests a second, never an idle site with its jobs. */
const BUSY_SHARE = 0.25;

/**
 * Compiled code is worth its memory where it runs often: from the first two seconds on in which the site has work.
 * What is there is dropped then, since what has been decoded keeps counting to where it was to be compiled.
 */
const compileWhenBusy = () => {
  let before = process.cpuUsage();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if ((user + system) / 1000 < BUSY_SHARE * BUSY_LOOK_MS) return;
    clearInterval(look);
    compileAsUsual();
    Bun.shrink();
  }, BUSY_LOOK_MS);
  look.unref();
};

const backUp: BackUp = async (work, signal) => {
  const { backUpApart } = await loadBackups();
  return await backUpApart([...SELF, BACK_UP])(work, signal);
};

const DRILL =
  "This is a drill: the site sends no mail, webhook or push message by itself, removes no files, and makes no backups.";

const serve = (
  loadAssets: () => Promise<ClientAssets>,
  changes: Partial<SiteOptions>,
): Command => ({
  takes: [],
  flags: ["drill"],
  makesDatabase: true,
  run: async ({ config, log }, _argument, flags = new Set()) => {
    const askedToStop = untilAskedToStop();
    const stopping = new AbortController();
    void askedToStop.then(() => stopping.abort());
    // Collects what loading the program has left behind, on another thread: the start goes on meanwhile.
    Bun.gc(false);
    const site = await startSite(config, {
      log,
      assets: await loadAssets(),
      render: renderApart([...SELF, RENDER]),
      draw: drawApart([...SELF, DRAW]),
      ...(flags.has("drill")
        ? { jobs: async (deps) => (await import("#server/jobs/site-jobs.ts")).drillJobs(deps) }
        : { backUp }),
      signal: stopping.signal,
      onStarted: compileWhenBusy,
      collectGarbage: () => Bun.gc(true),
      releaseMemory: Bun.shrink,
      ...changes,
    });
    if (flags.has("drill")) log.warn("drill", { message: DRILL });
    for (const message of warningsOf(site.deps.config)) log.warn("config.warning", { message });
    await askedToStop;
    await site.stop();
    return null;
  },
});

/** What keeps a command from its file or its database: a sentence, or null. */
const troubleText = (error: unknown): string | null => {
  // A file that is named is to blame, and not the database.
  const { code, path } = Object(error) as { code?: unknown; path?: unknown };
  if (typeof code === "string" && typeof path === "string") {
    const text = fileTroubleText(code, path);
    if (text !== null) return text;
  }
  const trouble = storeTroubleOf(error);
  return trouble === null ? null : HEALTH.storeTrouble(OUTAGE.reasons[trouble]);
};

/** A failure as its owner reads it: a sentence where we have one, else what a log may hold. */
const sentenceOf = (error: unknown): string =>
  error instanceof ConfigError ||
  error instanceof StoreError ||
  error instanceof StartError ||
  error instanceof UnknownProxyError ||
  error instanceof BackupPlaceFailure ||
  error instanceof OutputFailure ||
  error instanceof AppError
    ? error.message
    : (troubleText(error) ??
      `Something unforeseen went wrong: ${JSON.stringify(errorFields(error))}`);

/** Tells whoever called what has failed, unless they have gone. */
const failedWith = async (error: unknown): Promise<ExitCode> => {
  if (error instanceof OutputFailure && error.isClosed) return EXIT.unread;
  await complain(sentenceOf(error));
  return EXIT.failed;
};

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        "dry-run": { type: "boolean" },
        invite: { type: "boolean" },
        drill: { type: "boolean" },
        publish: { type: "boolean" },
      },
    });
  } catch {
    return null;
  }
};

/** A command's name is one word, or two. */
const commandIn = async (
  words: readonly string[],
): Promise<{ name: string; rest: readonly string[]; known?: Command | undefined }> => {
  if (words[0] === SERVE) return { name: SERVE, rest: words.slice(1) };
  const { COMMANDS } = await loadCommands();
  const length = Object.hasOwn(COMMANDS, words.slice(0, 2).join(" ")) ? 2 : 1;
  const name = words.slice(0, length).join(" ");
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return { name, rest: words.slice(length), known };
};

const isCalledRight = (
  { takes, mayTake, flags = [] }: Command,
  given: number,
  asked: ReadonlySet<Flag>,
): boolean =>
  (given === takes.length || (mayTake !== undefined && given === takes.length + 1)) &&
  [...asked].every((flag) => flags.includes(flag));

const usageOf = (name: string, { takes, mayTake, flags = [] }: Command): string => {
  const left = [...(mayTake === undefined ? [] : [mayTake]), ...flags.map((flag) => `--${flag}`)];
  return `Usage: lynxden ${[name, ...takes, ...left.map((word) => `[${word}]`)].join(" ")}`;
};

/** What a site has read of its document it keeps for its next start. */
const readings = (dataDir: string) =>
  SOURCES === null ? NO_READINGS : readingsIn(SOURCES, dataDir);

const runCommand = async (
  command: Command,
  { argument, flags }: { argument: string; flags: ReadonlySet<Flag> },
  env: Readonly<Record<string, string | undefined>>,
  isServing: boolean,
): Promise<ExitCode> => {
  // The log is what `serve` says; beside a command's own sentence only trouble is worth a line.
  const writer = createLogWriter(isServing ? 1 : 2);
  try {
    const config = await loadConfig(env, isServing ? readings : undefined);
    const log = createLog(
      writer.write,
      isServing ? config.logLevel : "warn",
      isServing ? config.logFormat : "json",
    );
    const onFatal = async (error: unknown) => {
      log.error("program.failed", errorFields(error));
      await writer.drain();
      process.exit(EXIT.failed);
    };
    process.on("uncaughtException", onFatal);
    process.on("unhandledRejection", onFatal);
    const where = {
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      log,
      clock: systemClock,
    };
    if (command.makesDatabase !== true) await requireDatabase(config);
    const output = await command.run({ config, log, where }, argument, flags);
    await writer.drain();
    if (output !== null) await printLine(output);
    return EXIT.done;
  } catch (error) {
    await writer.drain();
    return await failedWith(error);
  }
};

/** The one command that needs nothing: it prints what is built in. */
const EXAMPLE = "site example";

/** The one command that reports on whatever it finds, a configuration that is refused as well. */
const DOCTOR = "doctor";

const runDoctor = async (
  env: Readonly<Record<string, string | undefined>>,
  isJson: boolean,
): Promise<ExitCode> => {
  const writer = createLogWriter(2);
  try {
    const { examine, reportText } = await import("#server/doctor.ts");
    const report = await examine(env, { log: createLog(writer.write, "warn") });
    await printLine(isJson ? JSON.stringify(report) : reportText(report));
    return report.ok ? EXIT.done : EXIT.failed;
  } catch (error) {
    return await failedWith(error);
  } finally {
    await writer.drain();
  }
};

const HELP = "help";

/** @param words of a command, with whatever arguments it has. */
const runHelp = async (words: readonly string[]): Promise<ExitCode> => {
  const { commandsUnder, helpOf, unknownCommand, USAGE } = await loadHelp();
  const help = helpOf(words.slice(0, 2).join(" ")) ?? helpOf(words.slice(0, 1).join(" "));
  const found = help ?? commandsUnder(words.join(" "));
  if (words.length > 0 && found === null) {
    await complain(unknownCommand(words));
    return EXIT.misused;
  }
  await printLine(found ?? USAGE);
  return EXIT.done;
};

const answer = async (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  loadAssets: () => Promise<ClientAssets>,
  changes: Partial<SiteOptions>,
): Promise<ExitCode> => {
  if (argv[0] !== SERVE) compileAsUsual();
  // Files that the program writes can be read by its own user alone; the store sees to its own besides.
  process.umask(0o077);
  const read = readArguments(argv);
  if (read?.values.version === true || argv.join(" ") === "version") {
    await printLine(VERSION);
    return EXIT.done;
  }
  const words = read?.positionals ?? [];
  if (read?.values.help === true || words[0] === HELP)
    return await runHelp(words[0] === HELP ? words.slice(1) : words);
  if (argv[0] === RENDER) {
    const writer = Bun.stdout.writer();
    await answerRenderWork(Bun.stdin.stream(), (line) => {
      void writer.write(line);
      void writer.flush();
    });
    await writer.end();
    return EXIT.done;
  }
  if (argv[0] === DRAW) {
    for await (const line of answerDrawing(await Bun.stdin.text()))
      await Bun.write(Bun.stdout, line);
    return EXIT.done;
  }
  if (argv[0] === BACK_UP) {
    const { answerBackupWork } = await loadBackups();
    await printLine(await answerBackupWork(await Bun.stdin.text()));
    return EXIT.done;
  }
  const { name, rest, known } = await commandIn(words);
  const isJson = read?.values.json === true;
  if (name === DOCTOR && rest.length === 0) return await runDoctor(env, isJson);
  if (read !== null && read.positionals.join(" ") === EXAMPLE && !isJson) {
    await printLine(exampleCommunity.trimEnd());
    return EXIT.done;
  }
  const isServing = name === SERVE;
  const command = isServing ? serve(loadAssets, changes) : known;
  const flags = new Set(FLAGS.filter((flag) => read?.values[flag] === true));
  if (command === undefined || isJson || !isCalledRight(command, rest.length, flags)) {
    const { unknownCommand } = await loadHelp();
    await complain(command === undefined ? unknownCommand(words) : usageOf(name, command));
    return EXIT.misused;
  }
  return await runCommand(command, { argument: rest[0] ?? "", flags }, env, isServing);
};

/**
 * The program.
 * @param argv arguments after the program's own name.
 * @param loadAssets gives the built client, from beside the source or from inside the binary.
 * @param changes what `serve` does otherwise, for tests.
 * @returns the exit code; `serve` returns once it was told to stop and has.
 */
export const run = async (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  loadAssets: () => Promise<ClientAssets>,
  changes: Partial<SiteOptions> = {},
): Promise<ExitCode> => {
  try {
    return await answer(argv, env, loadAssets, changes);
  } catch (error) {
    if (!(error instanceof OutputFailure)) throw error;
    return await failedWith(error);
  }
};

/** The client that was built last. @throws {StartError} where there is none. */
export const assetsBesideSource = async (): Promise<ClientAssets> => {
  const folder = resolve(import.meta.dir, "../../dist/client");
  if (!existsSync(join(folder, "manifest.json")))
    throw new StartError(`There is no client in ${folder}. Build it: bun scripts/build-client.ts`);
  return await assetsFromFolder(folder);
};

if (import.meta.main) {
  const code = await run(process.argv.slice(2), process.env, assetsBesideSource);
  process.exit(code);
}
