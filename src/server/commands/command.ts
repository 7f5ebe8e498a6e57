import { createAuth } from "#server/auth/auth.ts";
import type { Config } from "#server/config/config.ts";
import type { SystemCtx } from "#server/context/context.ts";
import { commandContext } from "#server/context/unit-of-work.ts";
import type { Log } from "#server/core/log.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore, type StoreOptions } from "#server/store/open.ts";
import { OUTPUT_FAILED } from "#shared/data-messages.ts";

export type CommandContext = {
  config: Config;
  log: Log;
  /** Where the database is, for the store's use cases. */
  where: StoreOptions;
};

/** What a command can be told besides its arguments, as `--dry-run`. */
export const FLAGS = ["dry-run", "invite", "drill", "publish"] as const;
export type Flag = (typeof FLAGS)[number];

export type Command = {
  /** Names of its arguments. */
  takes: readonly string[];
  /** True where it may begin without a database; every other command is refused where there is none. */
  makesDatabase?: true;
  /** One more that may be left out. */
  mayTake?: string;
  /** Those that it understands; with any other it is not run. */
  flags?: readonly Flag[];
  /** @returns what to tell the person who called it. */
  run(context: CommandContext, argument: string, flags?: ReadonlySet<Flag>): Promise<string | null>;
};

/** Commands by name; a name is one word, or two. */
export type Commands = Readonly<Record<string, Command>>;

/** Opens the store for a command's use case, brought up to date. */
export const withStore = async <Result>(
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

/** The same for use cases that ask for keys, or mail codes. */
export const withAuth = <Result>(
  context: CommandContext,
  name: string,
  work: (ctx: SystemCtx) => Promise<Result>,
): Promise<Result> =>
  withStore(context, name, async ({ store, ...given }) => {
    const auth = await createAuth({ config: context.config, store, clock: given.clock });
    return await work(commandContext({ store, ...given, auth }, name) as unknown as SystemCtx);
  });

/** What a command prints could not be written. */
export class OutputFailure extends Error {
  override readonly name = "OutputFailure";
  /** Whether whoever read it has gone, as `head` does once it has enough. */
  readonly isClosed: boolean;
  constructor(code: string) {
    super(code === "ENOSPC" ? OUTPUT_FAILED.full : OUTPUT_FAILED.other(code));
    this.isClosed = code === "EPIPE";
  }
}

/** Prints what a command is called for. @throws {OutputFailure} */
export const print = async (text: string): Promise<void> => {
  try {
    await Bun.write(Bun.stdout, text);
  } catch (error) {
    throw new OutputFailure(String((error as { code?: unknown }).code));
  }
};

/** Writes a line for the person who called, beside what a command prints for a program to read. */
export const complain = async (text: string): Promise<void> => {
  // Where it cannot be written there is nobody to tell of it.
  await Bun.write(Bun.stderr, `${text}\n`).catch(() => {});
};
