import { environmentSchema } from "#server/config/environment.ts";
import { FILE_ENDING, isSecret, type VariableName, VARIABLES } from "#server/config/variables.ts";
import { VERSION } from "#server/core/version.ts";

/** What \`lynxden --help\` prints. */
export const USAGE = `Lynxden ${VERSION}, the community site of a game-server host.

Usage: lynxden COMMAND

  serve [--drill]
                  runs the site; with --drill a restored copy to look at, which sends no mail, webhook or
                  push message by itself, removes no files and makes no backups
  setup           makes the database where there is none, and prints a link, good once and for an hour,
                  with which the first Admin creates an account; also while the site serves
  migrate         brings the database up to date
  backup [FILE]   copies the database into FILE, also while the site serves; without FILE makes a
                  verified backup in the place that BACKUP_TO names
  restore FILE    puts FILE, compressed or not, in the place of the database; the site must not be
                  running. "latest" is the newest backup in the place that BACKUP_TO names
  members import FILE.csv [--dry-run] [--invite]
                  brings members along from another site, also while the site serves: each account waits
                  for its owner, and a second run brings nothing twice. Prints the lines that it refuses;
                  --invite mails everybody a link; exit code 1 where every line was refused
  members export [FILE]
                  prints all members as "members import" takes them, or writes them into FILE
  export FOLDER   writes members, tickets with their messages, the ledger of points, and orders into
                  FOLDER, each as CSV and as JSON, also while the site serves
  move TARGET     moves the whole database into an empty one of the other engine, postgres://… or
                  sqlite:FOLDER, compares every row afterwards, and leaves the present one as it is; no
                  site must be running
  site example    prints a community.toml that has everything: the community that is built in
  site export [FILE]
                  prints what is published, as community.toml has it, without the machine's part; or
                  writes it into FILE, and its pictures into a folder beside it
  site import FILE [--publish]
                  publishes what FILE says, with the pictures in the folder beside it, also while the
                  site serves; nothing where it is not right
  admin create EMAIL
                  makes an Admin with this address, and prints a link to set the password
  admin verify EMAIL
                  confirms this address, for whom no mail arrives
  admin promote EMAIL
                  makes the member with this address an Admin
  admin reset-link EMAIL
                  prints a link to set a new password, valid once and for one hour
  admin reset-second-factor EMAIL
                  removes the authenticator app, recovery codes and passkeys of this account, for whom
                  they are lost, and logs it out everywhere
  admin list      lists the Admins
  audit verify [POSITION:HASH]
                  follows the chain of the audit log, and names the first line that is not as it was
                  written down. POSITION:HASH is a line that the site's log names (audit.sealed)
  doctor [--json] looks at configuration, database, mail, providers, game servers, disk and clock, also
                  while the site serves, and changes nothing; exit code 1 where something needs you
  help [COMMAND]  prints this, or what a command is for, which variables it reads and how it ends
  --version       prints the version
  --help          the same as help

Configuration comes from the environment ("lynxden help serve" lists its variables) and from
community.toml ("lynxden site example" prints one that has everything).`;

const ALL = Object.keys(VARIABLES) as VariableName[];
const WHERE: readonly VariableName[] = ["DATA_DIR", "DATABASE_URL", "COMMUNITY_FILE"];
const BACKUPS = ALL.filter((name) => name.startsWith("BACKUP_") || name.startsWith("S3_"));

/** What each command uses of the environment, by the first of its words that is listed. */
const USED: Readonly<Record<string, readonly VariableName[]>> = {
  serve: ALL,
  doctor: ALL,
  backup: [...WHERE, ...BACKUPS],
  restore: [...WHERE, ...BACKUPS],
  setup: [...WHERE, "PUBLIC_URL"],
  admin: [...WHERE, "PUBLIC_URL"],
  "site example": [],
  help: [],
};

const EXITS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  serve: {
    0: "it was told to stop, and has let what was under way finish",
    1: "it could not start, or something unforeseen has ended it; the last line says what",
  },
  "members import": {
    0: "it is done; lines that were refused are named",
    1: "it was refused or has failed, or every line was refused; a sentence says why. Of a file that it has begun lines may be done: a second run goes on where it ended, since what is here already is left out",
  },
  "members export": {
    0: "it is done",
    1: "it was refused or has failed; a sentence says why. FILE is as it was before, and what was printed is not all",
  },
  doctor: {
    0: "nothing needs you",
    1: "something needs you, or the configuration is refused",
  },
};
const USUAL_EXITS: Readonly<Record<number, string>> = {
  0: "it is done",
  1: "it was refused or has failed; a sentence says why, and nothing is half done",
};
const MISUSED = "called in another way than it is meant; nothing was done";

const NAME = /^ {2}([a-z][a-z -]*?)(?: {2,}|(?= \[| [A-Z])|$)/;

/** The paragraph of a command in the usage: its line, and those that go on below it. */
const paragraphOf = (name: string): readonly string[] => {
  const lines = USAGE.split("\n");
  const first = lines.findIndex((line) => NAME.exec(line)?.[1]?.trim() === name);
  if (first === -1) return [];
  const length = lines.slice(first + 1).findIndex((line) => !line.startsWith("   "));
  return lines.slice(first, first + 1 + length);
};

/** The names of all commands that the usage lists, in its order. */
export const LISTED: readonly string[] = USAGE.split("\n").flatMap(
  (line) => NAME.exec(line)?.[1]?.trim() ?? [],
);

const usual: Readonly<Record<string, unknown>> = environmentSchema().parse({});

const ofVariable = (name: VariableName, width: number): string => {
  const given = usual[name];
  const isShown = (typeof given === "string" && given !== "") || typeof given === "number";
  const holds = isShown ? ` [${given}]` : "";
  const file = isSecret(name) ? `, or ${name}${FILE_ENDING}` : "";
  return `  ${name.padEnd(width)}  ${VARIABLES[name].meaning}${file}${holds}`;
};

const variablesText = (name: string): string => {
  const [word = ""] = name.split(" ");
  const used = USED[name] ?? USED[word] ?? WHERE;
  if (used.length === 0) return "It reads nothing of the environment.";
  const width = Math.max(...used.map(({ length }) => length));
  return [
    "Environment, and in brackets what holds where nothing is set:",
    ...used.map((one) => ofVariable(one, width)),
  ].join("\n");
};

/**
 * The commands that begin with a word, such as "members", as the usage has them.
 * @returns null where there is none.
 */
export const commandsUnder = (word: string): string | null => {
  const names = LISTED.filter((name) => name.startsWith(`${word} `));
  if (names.length === 0) return null;
  return [`Usage: lynxden ${word} …`, "", ...names.flatMap(paragraphOf)].join("\n");
};

/**
 * What `lynxden help COMMAND` prints: purpose, arguments, variables and exit codes.
 * @returns null where there is no such command.
 */
export const helpOf = (name: string): string | null => {
  const [line = "", ...more] = paragraphOf(name);
  if (line === "") return null;
  // A long name leaves a single blank before what it is for.
  const [call = "", first = ""] = line
    .replace(/^( {2}doctor \[--json\]) /, "$1  ")
    .trim()
    .split(/ {2,}/);
  const purpose = [first, ...more.map((one) => one.trim())].filter(Boolean).join(" ");
  const exits = { ...(EXITS[name] ?? USUAL_EXITS), 2: MISUSED };
  return [
    `Usage: lynxden ${call}`,
    `${purpose.slice(0, 1).toUpperCase()}${purpose.slice(1)}.`,
    variablesText(name),
    ["Exit code:", ...Object.entries(exits).map(([code, means]) => `  ${code}  ${means}`)].join(
      "\n",
    ),
  ].join("\n\n");
};

/** What is said to words that are no command: what there is, and last, where it is seen, what is wrong. */
export const unknownCommand = (words: readonly string[]): string => {
  const [word = ""] = words;
  if (word === "") return USAGE;
  const [usage] = helpOf(word)?.split("\n\n") ?? [];
  if (usage !== undefined) return usage;
  const near = commandsUnder(word);
  const said = words.slice(0, near === null ? 1 : 2).join(" ");
  return `${near ?? USAGE}\n\nThere is no command "${said}".`;
};
