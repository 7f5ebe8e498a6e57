/**
 * What stands in a page of the guide as code. The line before each block of commands (`sh`) is a
 * comment that says whether a test runs it:
 *
 * - `<!-- run -->`, with what is different about it after a colon, separated by commas: `keeps running`
 *   (it serves until the page ends), `stopped` (what keeps running is ended before), `exit 1`;
 * - `<!-- not run here: it needs systemd -->`, with the reason.
 *
 * A block of another language may be a file, `<!-- file: members.csv -->`, which is written to where
 * the commands run; or what the commands before it print, `<!-- prints -->`, where `…` stands for
 * anything.
 */

type Place = { page: string; line: number; text: string };

export type Run = Place & {
  kind: "run";
  keepsRunning: boolean;
  stopsOthers: boolean;
  exitCode: number;
};
export type NotRun = Place & { kind: "not run"; reason: string };
export type GuideFile = Place & { kind: "file"; name: string };
export type Prints = Place & { kind: "prints" };
export type Block = Run | NotRun | GuideFile | Prints;

/** A block of a page that does not say whether it is run, or how. */
export class UnclearBlockError extends Error {
  override readonly name = "UnclearBlockError";
  constructor(page: string, line: number, sentence: string) {
    super(`${page}, line ${line}: ${sentence}`);
  }
}

const FENCE = /^ *```(?<language>[a-z]*)$/;
const MARK = /^ *<!-- (?<mark>.+) -->$/;
const REASON_LENGTH_MIN = 10;
/** A name beside the program, and nothing above it. */
const FILE_NAME = /^[\w-][\w.-]*$/;

const readRun = (place: Place, options: string): Run => {
  const run: Run = {
    ...place,
    kind: "run",
    keepsRunning: false,
    stopsOthers: false,
    exitCode: 0,
  };
  for (const option of options.split(",").map((word) => word.trim())) {
    const exit = /^exit (\d{1,3})$/.exec(option)?.[1];
    if (option === "keeps running") run.keepsRunning = true;
    else if (option === "stopped") run.stopsOthers = true;
    else if (exit !== undefined) run.exitCode = Number(exit);
    else if (option !== "")
      throw new UnclearBlockError(place.page, place.line, `"${option}" is no way to run a block.`);
  }
  return run;
};

const readBlock = (place: Place, language: string, mark: string): Block | null => {
  const { page, line } = place;
  const [, word = "", detail = ""] = /^([^:]+?)(?:: (.+))?$/.exec(mark) ?? [];
  const isCommands = language === "sh";
  if (isCommands && word === "run") return readRun(place, detail);
  if (isCommands && word === "not run here") {
    if (detail.length < REASON_LENGTH_MIN)
      throw new UnclearBlockError(page, line, "say why it is not run here.");
    return { ...place, kind: "not run", reason: detail };
  }
  if (isCommands)
    throw new UnclearBlockError(
      page,
      line,
      "commands need <!-- run --> or <!-- not run here: reason --> on the line before.",
    );
  if (language === "bash" || language === "shell" || language === "console")
    throw new UnclearBlockError(page, line, "the language of commands is called sh here.");
  if (word === "run" || word === "not run here")
    throw new UnclearBlockError(page, line, "only commands (sh) are run.");
  if (word === "prints") return { ...place, kind: "prints" };
  if (word !== "file") return null;
  if (!FILE_NAME.test(detail))
    throw new UnclearBlockError(page, line, `"${detail}" is no name of a file in this folder.`);
  return { ...place, kind: "file", name: detail };
};

/**
 * The marked blocks of a page, in their order.
 * @throws {UnclearBlockError} for commands without a mark, a mark that means nothing, or no end.
 */
export const blocksOf = (page: string, markdown: string): readonly Block[] => {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  let mark = "";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const language = FENCE.exec(line)?.groups?.["language"];
    if (language === undefined) {
      // A blank line may stand between a mark and its block.
      if (line.trim() !== "") mark = MARK.exec(line)?.groups?.["mark"] ?? "";
      continue;
    }
    const indent = line.indexOf("`");
    const end = lines.findIndex((one, at) => at > index && one.trim() === "```");
    if (end === -1) throw new UnclearBlockError(page, index + 1, "this block has no end.");
    const text = lines
      .slice(index + 1, end)
      .map((one) => one.slice(indent))
      .join("\n");
    const block = readBlock({ page, line: index + 1, text }, language, mark);
    if (block !== null) blocks.push(block);
    mark = "";
    index = end;
  }
  return blocks;
};

/** How many commands there are: lines, without comments and without those that go on. */
export const countCommands = (text: string): number =>
  text.split("\n").filter((line, index, lines) => {
    const goesOn = lines[index - 1]?.endsWith("\\") === true;
    return line.trim() !== "" && !line.trim().startsWith("#") && !goesOn;
  }).length;
