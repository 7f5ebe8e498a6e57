import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { HAS_POSTGRES } from "#tests/support/empty-database.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { type Block, blocksOf, countCommands, UnclearBlockError } from "./blocks.ts";
import { GuideError, hasPrinted, needsPostgres, runPage } from "./run-page.ts";

const PAGE_LIMIT_MS = 600_000;

const names = [...new Bun.Glob("docs/guide/*.md").scanSync({ cwd: ROOT })].toSorted();
const pages = await Promise.all(
  names.map(async (name) => ({
    name,
    blocks: blocksOf(name, await Bun.file(join(ROOT, name)).text()),
  })),
);
const count = (kind: string) =>
  pages
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.kind === kind)
    .reduce((sum, { text }) => sum + countCommands(text), 0);

test("every command of the guide is run by a test, or says why not", () => {
  const [run, notRun] = [count("run"), count("not run")];
  console.log(`The guide: ${run} commands are run, ${notRun} are not run here.`);
  expect(run).toBeGreaterThan(0);
});

const isRun = ({ kind }: Block) => kind === "run";

for (const { name, blocks } of pages.filter((page) => page.blocks.some(isRun)))
  test.skipIf(needsPostgres(blocks) && !HAS_POSTGRES)(
    `what ${name} says can be done as it says`,
    async () => {
      expect(await runPage(blocks)).toBe(blocks.filter(isRun).length);
    },
    PAGE_LIMIT_MS,
  );

const page = (...parts: string[]) => runPage(blocksOf("page.md", parts.join("")));

const fenced = (mark: string, text: string, language = "sh") =>
  `Text.\n\n${mark}\n\`\`\`${language}\n${text}\n\`\`\`\n`;

test("a block of commands without a mark, or with one that says nothing, is refused", () => {
  for (const markdown of [
    fenced("", "ls"),
    fenced("<!-- run -->", "ls", "bash"),
    fenced("<!-- run -->", "ls", "text"),
    fenced("<!-- run: quickly -->", "ls"),
    fenced("<!-- not run here -->", "ls"),
    fenced("<!-- not run here: no -->", "ls"),
    fenced("<!-- file: ../x -->", "ls", "csv"),
    "<!-- run -->\n```sh\nls",
    // The mark of one block is not that of the next.
    `${fenced("<!-- run -->", "ls")}${fenced("", "ls")}`,
  ])
    expect(() => blocksOf("page.md", markdown)).toThrow(UnclearBlockError);
});

test("marks say what is run, how, and what is not", () => {
  const markdown =
    fenced("<!-- run: keeps running, stopped -->", "# Serve\n./lynxden \\\n  serve") +
    fenced("<!-- run: exit 1 -->\n", "false") +
    fenced("<!-- not run here: it needs systemd -->", "systemctl start lynxden") +
    fenced("<!-- prints -->", "All …", "text") +
    fenced("", "key = 1", "toml");
  const blocks = blocksOf("page.md", markdown);
  expect(blocks).toMatchObject([
    { kind: "run", keepsRunning: true, stopsOthers: true, exitCode: 0 },
    { kind: "run", keepsRunning: false, stopsOthers: false, exitCode: 1 },
    { kind: "not run", reason: "it needs systemd" },
    { kind: "prints", text: "All …" },
  ]);
  expect(blocks.map(({ text }) => countCommands(text))).toEqual([1, 1, 1, 1]);
});

test("what was printed is compared line by line", () => {
  const printed = "Copied 12 members.\nAll is well.\n";
  expect(hasPrinted(printed, "Copied … members.\nAll is well.")).toBe(true);
  expect(hasPrinted(printed, "All …")).toBe(true);
  expect(hasPrinted(printed, "All is well.\nCopied … members.")).toBe(false);
  expect(hasPrinted(printed, "Copied 12")).toBe(false);
  expect(hasPrinted(printed, "is well.")).toBe(false);
});

test("a command that does not what its page says fails", async () => {
  const prints = fenced("<!-- run -->", "cat note.csv; echo $(basename $PWD/lynxden)");
  const note = fenced("<!-- file: note.csv -->", "a,b", "csv");
  for (const parts of [
    [fenced("<!-- run -->", "exit 3")],
    [fenced("<!-- run: exit 3 -->", "true")],
    [fenced("<!-- run: keeps running -->", "true")],
    [note, prints, fenced("<!-- prints -->", "c", "text")],
  ])
    expect(await rejectionOf(page(...parts))).toBeInstanceOf(GuideError);
  expect(await page(note, prints, fenced("<!-- prints -->", "a,b\nlynxden", "text"))).toBe(1);
});
