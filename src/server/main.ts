import "#server/core/zod-interpreted.ts";
import { existsSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import exampleCommunity from "#community.toml" with { type: "text" };
import { readCommunityFile } from "#server/config/community-file.ts";
import { type Config, ConfigError, loadConfig } from "#server/config/config.ts";
import { UnknownProxyError } from "#server/config/proxies.ts";
import { toToml } from "#server/config/to-toml.ts";
import { commandContext } from "#server/context/unit-of-work.ts";
import { systemClock } from "#server/core/clock.ts";
import { AppError } from "#server/core/errors.ts";
import { createLogWriter } from "#server/core/log-writer.ts";
import { createLog, errorFields, type Log } from "#server/core/log.ts";
import { VERSION } from "#server/core/version.ts";
import { examine, reportText } from "#server/doctor.ts";
import { assetsFromFolder, type ClientAssets } from "#server/http/client-assets.ts";
import { answerDrawing, drawApart } from "#server/http/preview/previews.ts";
import { answerRenderWork, renderApart } from "#server/http/render-site.ts";
import { verifyAudit } from "#server/modules/audit/index.ts";
import { promoteMember } from "#server/modules/members/index.ts";
import { notify } from "#server/modules/notifications/index.ts";
import {
  countMedia,
  importFile,
  newestVersion,
  picturesFolder,
  readMedia,
  readVersion,
  writeMedia,
} from "#server/modules/site/index.ts";
import { keptPictureSize } from "#server/providers/pictures/site-picture.ts";
import { StartError, startSite } from "#server/serve.ts";
import { backup } from "#server/store/backup.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { requireDatabase } from "#server/store/require-database.ts";
import { restore } from "#server/store/restore.ts";
import { StoreError } from "#server/store/store-error.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";

const USAGE = `Lynxden ${VERSION}, the community site of a game-server host.

Usage: lynxden COMMAND

  serve           runs the site
  migrate         brings the database up to date
  backup FILE     copies the database into FILE, also while the site serves
  restore FILE    puts FILE in the place of the database; the site must not be running
  site example    prints a community.toml that has everything: the community that is built in
  site export [FILE]
                  prints what is published, as community.toml has it, without the machine's part; or
                  writes it into FILE, and its pictures into a folder beside it
  site import FILE
                  publishes what FILE says, with the pictures in the folder beside it, also while the
                  site serves; nothing where it is not right
  admin promote EMAIL
                  makes the member with this address an Admin
  audit verify [POSITION:HASH]
                  follows the chain of the audit log, and names the first line that is not as it was
                  written down. POSITION:HASH is a line that the site's log names (audit.sealed)
  doctor [--json] looks at configuration, database, mail, providers, game servers, disk and clock, also
                  while the site serves, and changes nothing; exit code 1 where something needs you
  --version       prints the version
  --help          prints this

Configuration comes from the environment (PORT, HOST, PUBLIC_URL, DATA_DIR, DATABASE_URL,
COMMUNITY_FILE, TRUSTED_PROXIES, LOG_LEVEL and more, see README.md) and from community.toml.`;

const EXIT = { done: 0, failed: 1, misused: 2 } as const;
type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type CommandContext = {
  config: Config;
  log: Log;
  /** Where the database is, for the store's use cases. */
  where: Parameters<typeof migrate>[0];
  loadAssets: () => Promise<ClientAssets>;
};

type Command = {
  /** Names of its arguments. */
  takes: readonly string[];
  /** True where it may begin without a database; every other command is refused where there is none. */
  makesDatabase?: true;
  /** One more that may be left out. */
  mayTake?: string;
  /** @returns what to tell the person who called it. */
  run(context: CommandContext, argument: string): Promise<string | null>;
};

const print = (text: string) => Bun.write(Bun.stdout, `${text}\n`);
const complain = (text: string) => Bun.write(Bun.stderr, `${text}\n`);

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
/** How this program is started again: only as a binary it needs no runtime. */
const SELF =
  Bun.embeddedFiles.length > 0 ? [process.execPath] : [process.execPath, import.meta.path];

const serve: Command["run"] = async ({ config, log, loadAssets }) => {
  const askedToStop = untilAskedToStop();
  const stopping = new AbortController();
  void askedToStop.then(() => stopping.abort());
  for (const message of config.warnings) log.warn("config.warning", { message });
  const site = await startSite(config, {
    log,
    assets: await loadAssets(),
    render: renderApart([...SELF, RENDER]),
    draw: drawApart([...SELF, DRAW]),
    signal: stopping.signal,
    // Starting leaves a heap behind that an idle program would keep for long.
    onPrepared: () => Bun.gc(true),
  });
  await askedToStop;
  await site.stop();
  return null;
};

/** A line of the audit as the log names it; null where none was given. */
const witnessOf = (given: string) => {
  if (given === "") return null;
  const [position = "", hash = "", ...rest] = given.split(":");
  if (!/^[1-9]\d{0,14}$/.test(position) || !/^[\da-f]{64}$/.test(hash) || rest.length > 0)
    throw new AppError("bad_request", AUDIT_CHAIN.badWitness);
  return { position: Number(position), hash };
};

/** Opens the store for a command's use case, brought up to date. */
const withStore = async <Result>(
  { where, config, log }: CommandContext,
  name: string,
  work: (ctx: ReturnType<typeof commandContext>) => Promise<Result>,
): Promise<Result> => {
  await migrate(where);
  const store = await openStore(where);
  try {
    return await work(commandContext({ store, config, log, clock: where.clock, notify }, name));
  } finally {
    await store.close();
  }
};

const verifyAuditCommand: Command["run"] = async (context, given) => {
  const witness = witnessOf(given);
  const never = new AbortController().signal;
  const proof = await withStore(context, "audit verify", (ctx) => verifyAudit(ctx, never, witness));
  if (proof === null) return null;
  const { broken, entries, head, oldestUnsealed } = proof;
  if (broken !== null)
    throw new AppError("conflict", auditBreakText(broken.fault, broken.position));
  const holds = AUDIT_CHAIN.holds(entries, `${head.position}:${head.hash}`);
  return oldestUnsealed === null
    ? holds
    : `${holds} ${AUDIT_CHAIN.waiting(oldestUnsealed.at.toISOString())}`;
};

const exportSite: Command["run"] = (context, name) =>
  withStore(context, "site export", async ({ read }) => {
    const document = await readVersion(read, await newestVersion(read));
    if (document === null) return null;
    const text = toToml(document).trimEnd();
    if (name === "") {
      const count = await countMedia(read, document);
      if (count > 0) await complain(SITE_VERSIONS.picturesStay(count));
      return text;
    }
    const [file, folder] = [resolve(name), resolve(picturesFolder(name))];
    // First, so that no file names pictures that are not there yet.
    const count = await writeMedia(read, document, folder);
    await Bun.write(`${file}.new`, `${text}\n`);
    await rename(`${file}.new`, file);
    return count === 0
      ? SITE_VERSIONS.exported(file)
      : SITE_VERSIONS.exportedWith(file, count, folder);
  });

const importSite: Command["run"] = async (context, name) => {
  const file = Bun.file(name);
  if (!(await file.exists())) throw new AppError("not_found", SITE_VERSIONS.noFile(resolve(name)));
  const problems: string[] = [];
  const { machine } = context.config.communityFile;
  const read = readCommunityFile(name, await file.text(), problems, machine);
  if (read === null) throw new ConfigError(problems);
  const id = await withStore(context, "site import", async (ctx) => {
    const { document } = read.file;
    const folder = picturesFolder(name);
    const pictures = await readMedia(ctx.read, document, folder, keptPictureSize);
    return await importFile(ctx, { ...read.file, source: name, pictures });
  });
  return id === null ? SITE_VERSIONS.nothingNew : SITE_VERSIONS.imported(id);
};

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { takes: [], makesDatabase: true, run: serve },
  migrate: {
    takes: [],
    run: async ({ where }) => {
      const { applied } = await migrate(where);
      return applied.length === 0
        ? "The database is up to date."
        : `Applied ${applied.length} migration(s): ${applied.join(", ")}.`;
    },
  },
  backup: {
    takes: ["FILE"],
    run: async ({ config }, file) => {
      await backup(config, file);
      return `The database is copied to ${resolve(file)}.`;
    },
  },
  restore: {
    takes: ["FILE"],
    makesDatabase: true,
    run: async ({ where }, file) => {
      const { replaced } = await restore(where, file);
      const restored = `${resolve(file)} is the database now. Everybody has to log in again.`;
      return replaced === null
        ? restored
        : `${restored} The one it replaced is kept as ${replaced}.`;
    },
  },
  "audit verify": { takes: [], mayTake: "POSITION:HASH", run: verifyAuditCommand },
  "site export": { takes: [], mayTake: "FILE", run: exportSite },
  "site import": { takes: ["FILE"], run: importSite },
  "admin promote": {
    takes: ["EMAIL"],
    run: async (context, given) => {
      const { email, isNew, isVerified } = await withStore(context, "admin promote", (ctx) =>
        promoteMember(ctx, { email: given }),
      );
      if (!isNew) return `${email} is an Admin already.`;
      return isVerified
        ? `${email} is an Admin now.`
        : `${email} is an Admin now, but has to confirm the address before logging in.`;
    },
  },
};

/** A failure as its owner reads it: a sentence where we have one, else what a log may hold. */
const sentenceOf = (error: unknown): string =>
  error instanceof ConfigError ||
  error instanceof StoreError ||
  error instanceof StartError ||
  error instanceof UnknownProxyError ||
  error instanceof AppError
    ? error.message
    : `Something unforeseen went wrong: ${JSON.stringify(errorFields(error))}`;

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        version: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
      },
    });
  } catch {
    return null;
  }
};

/** A command's name is one word, or two. */
const commandIn = (words: readonly string[]) => {
  const length = Object.hasOwn(COMMANDS, words.slice(0, 2).join(" ")) ? 2 : 1;
  return { name: words.slice(0, length).join(" "), rest: words.slice(length) };
};

const isCalledRight = ({ takes, mayTake }: Command, given: number): boolean =>
  given === takes.length || (mayTake !== undefined && given === takes.length + 1);

const usageOf = (name: string, { takes, mayTake }: Command): string =>
  `Usage: lynxden ${[name, ...takes, ...(mayTake === undefined ? [] : [`[${mayTake}]`])].join(" ")}`;

const runCommand = async (
  command: Command,
  argument: string,
  env: Readonly<Record<string, string | undefined>>,
  loadAssets: () => Promise<ClientAssets>,
): Promise<ExitCode> => {
  const isServing = command === COMMANDS["serve"];
  // The log is what `serve` says; beside a command's own sentence only trouble is worth a line.
  const writer = createLogWriter(isServing ? 1 : 2);
  try {
    const config = await loadConfig(env);
    const log = createLog(writer.write, isServing ? config.logLevel : "warn");
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
    const output = await command.run({ config, log, where, loadAssets }, argument);
    await writer.drain();
    if (output !== null) await print(output);
    return EXIT.done;
  } catch (error) {
    await writer.drain();
    await complain(sentenceOf(error));
    return EXIT.failed;
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
    const report = await examine(env, { log: createLog(writer.write, "warn") });
    await print(isJson ? JSON.stringify(report) : reportText(report));
    return report.ok ? EXIT.done : EXIT.failed;
  } catch (error) {
    await complain(sentenceOf(error));
    return EXIT.failed;
  } finally {
    await writer.drain();
  }
};

/**
 * The program.
 * @param argv arguments after the program's own name.
 * @param loadAssets gives the built client, from beside the source or from inside the binary.
 * @returns the exit code; `serve` returns once it was told to stop and has.
 */
export const run = async (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  loadAssets: () => Promise<ClientAssets>,
): Promise<ExitCode> => {
  // Files that the program writes can be read by its own user alone; the store sees to its own besides.
  process.umask(0o077);
  const read = readArguments(argv);
  if (read?.values.version === true) {
    await print(VERSION);
    return EXIT.done;
  }
  if (read?.values.help === true) {
    await print(USAGE);
    return EXIT.done;
  }
  if (argv[0] === RENDER) {
    await print(await answerRenderWork(await Bun.stdin.text()));
    return EXIT.done;
  }
  if (argv[0] === DRAW) {
    for await (const line of answerDrawing(await Bun.stdin.text()))
      await Bun.write(Bun.stdout, line);
    return EXIT.done;
  }
  const { name, rest } = commandIn(read?.positionals ?? []);
  const isJson = read?.values.json === true;
  if (name === DOCTOR && rest.length === 0) return await runDoctor(env, isJson);
  if (read !== null && read.positionals.join(" ") === EXAMPLE && !isJson) {
    await print(exampleCommunity.trimEnd());
    return EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || isJson || !isCalledRight(command, rest.length)) {
    await complain(command === undefined ? USAGE : usageOf(name, command));
    return EXIT.misused;
  }
  return await runCommand(command, rest[0] ?? "", env, loadAssets);
};

const assetsBesideSource = async (): Promise<ClientAssets> => {
  const folder = resolve(import.meta.dir, "../../dist/client");
  if (!existsSync(join(folder, "manifest.json")))
    throw new StartError(`There is no client in ${folder}. Build it: bun scripts/build-client.ts`);
  return await assetsFromFolder(folder);
};

if (import.meta.main) {
  const code = await run(process.argv.slice(2), process.env, assetsBesideSource);
  process.exit(code);
}
