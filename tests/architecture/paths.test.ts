import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
const DECISION_LIST = "docs/decisions/README.md";
const DECISIONS = [...new Bun.Glob("docs/decisions/*.md").scanSync({ cwd: ROOT })]
  .filter((path) => path !== DECISION_LIST)
  .toSorted();
const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/rules.md",
  DECISION_LIST,
  ...DECISIONS,
];

/** Made when the program is built or run, so not there in a fresh clone. */
const MADE_LATER = /^(dist|data|node_modules|\.tmp)\//;
const LOOKS_LIKE_A_PATH =
  /^(?!https?:|[/#@$~<])[\w.{},*/-]*\/([\w.{},*-]+\.(tsx?|toml|json|md|css|html|sql|svg|png|webp))?$/;

const expandBraces = (path: string): string[] => {
  const [, before = "", choices = "", after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === "") return [path];
  return choices.split(",").flatMap((choice) => expandBraces(`${before}${choice}${after}`));
};

const exists = (path: string, from = ROOT) =>
  path.includes("*")
    ? !new Bun.Glob(path).scanSync({ cwd: ROOT, dot: true }).next().done
    : existsSync(join(ROOT, path)) || existsSync(join(from, path));

const citedPaths = (markdown: string) => {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, "");
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = ""]) => link);
  return [...spans.filter((span) => LOOKS_LIKE_A_PATH.test(span)), ...links]
    .filter((path) => !path.includes(":") && !MADE_LATER.test(path))
    .flatMap(expandBraces);
};

for (const document of DOCUMENTS) {
  test(`every path that ${document} cites exists`, async () => {
    const paths = citedPaths(await Bun.file(join(ROOT, document)).text());
    const folder = join(ROOT, dirname(document));
    expect(paths.filter((path) => !exists(path, folder))).toEqual([]);
  });
}

test("every decision has one page of at most 40 lines, which their list links once", async () => {
  const list = await Bun.file(join(ROOT, DECISION_LIST)).text();
  const linked = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  expect(linked.map((path) => `docs/decisions/${path}`).toSorted()).toEqual(DECISIONS);
  const texts = await Promise.all(
    DECISIONS.map(async (path) => [path, await Bun.file(join(ROOT, path)).text()] as const),
  );
  const long = texts.filter(([, text]) => text.trimEnd().split("\n").length > 40);
  expect(long.map(([path]) => path)).toEqual([]);
});

test("ARCHITECTURE.md stays short: 1,500 words at most", async () => {
  const text = await Bun.file(join(ROOT, "ARCHITECTURE.md")).text();
  expect(text.match(/\S+/g)?.length).toBeLessThanOrEqual(1500);
});

test("the check itself sees paths in code and links, braces and stars, and not addresses", () => {
  const cited = citedPaths(
    "See `src/server/{a,b}.ts`, [the plan](docs/plan.md#x), `src/*/main.ts`, `/api/server/{game}`, `dist/x.ts`, `text/plain`, [out](https://x.example/y.md).",
  );
  expect(cited).toEqual(["src/server/a.ts", "src/server/b.ts", "src/*/main.ts", "docs/plan.md"]);
});
