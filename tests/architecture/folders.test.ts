import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseSync } from "oxc-parser";

const SOURCES = resolve(import.meta.dir, "../../src");
const SERVER = join(SOURCES, "server");
const AT_THE_TOP = ["app.ts", "deps.ts", "doctor.ts", "main.ts", "serve.ts"];

/** One file imports another, as a value or as a type; paths below `src/server`. */
type Import = { from: string; to: string };

const LOCAL = /^(?:#server\/|\.\/)/;

const importsOf = (file: string, source: string): Import[] => {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return specifiers.flatMap((specifier) =>
    specifier === undefined || !LOCAL.test(specifier)
      ? []
      : {
          from: file,
          to: specifier.startsWith("./")
            ? join(dirname(file), specifier)
            : specifier.slice("#server/".length),
        },
  );
};

/** `modules/tickets`, or `http` for everything below it; a file at the top is a place of its own. */
const placeOf = (file: string): string => {
  const [first = "", second = "", ...rest] = file.split("/");
  return first === "modules" && rest.length > 0 ? `${first}/${second}` : first;
};

/** Imports between places of which each can be reached from the other. */
const cyclesIn = (imports: readonly Import[]): string[] => {
  const crossing = imports.filter(({ from, to }) => placeOf(from) !== placeOf(to));
  const next = new Map<string, Set<string>>();
  for (const { from, to } of crossing)
    next.set(placeOf(from), (next.get(placeOf(from)) ?? new Set()).add(placeOf(to)));
  const isReached = (goal: string, start: string): boolean => {
    const seen = new Set([start]);
    for (const place of seen) for (const further of next.get(place) ?? []) seen.add(further);
    return seen.has(goal);
  };
  return crossing
    .filter(({ from, to }) => isReached(placeOf(from), placeOf(to)))
    .map(({ from, to }) => `${from} imports ${to}`)
    .toSorted();
};

const FILES = [...new Bun.Glob("**/*.ts").scanSync({ cwd: SERVER })];
const IMPORTS = (
  await Promise.all(
    FILES.map(async (file) => importsOf(file, await Bun.file(join(SERVER, file)).text())),
  )
).flat();

test("no folder of the server, and no module, is part of a cycle of imports", () => {
  expect(IMPORTS.length).toBeGreaterThan(FILES.length);
  expect(cyclesIn(IMPORTS)).toEqual([]);
});

test("what puts the program together stands at the top, and nothing below imports it", () => {
  const loose = FILES.filter((file) => !file.includes("/"));
  expect(loose.toSorted()).toEqual(AT_THE_TOP);
  const upward = IMPORTS.filter(({ from, to }) => !to.includes("/") && from !== basename(from));
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

/**
 * What only some requests, jobs and commands need, or nothing on the server: a static import of it would make every
 * start slower, and a schema that is never used takes its memory all the same.
 */
const LATER = [
  "server/commands/commands.ts",
  "server/config/community.ts",
  "server/config/read-community.ts",
  "server/jobs/site-jobs.ts",
  "server/modules/health-checks/index.ts",
  "server/modules/orders/index.ts",
  "server/modules/archives/index.ts",
  "server/modules/site/checks.ts",
  "server/store/postgres.ts",
  "shared/feed.ts",
  "shared/schemas/accounts.ts",
  "shared/schemas/community/brand.ts",
  "shared/schemas/community/documents.ts",
  "shared/schemas/community/home.ts",
  "shared/schemas/community/play.ts",
  "shared/schemas/consents.ts",
  "shared/schemas/lists.ts",
  "shared/schemas/servers.ts",
  "shared/schemas/site-document.ts",
];

test("a start loads what the first pages need, and nothing else", async () => {
  const reached = new Set(["server/main.ts"]);
  for (const file of reached) {
    const source = await Bun.file(join(SOURCES, file)).text();
    const { staticImports, staticExports } = parseSync(file, source).module;
    const named = [
      ...staticImports.flatMap(({ entries, moduleRequest }) =>
        entries.length === 0 || entries.some(({ isType }) => !isType) ? moduleRequest.value : [],
      ),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ isType, moduleRequest }) =>
          isType || moduleRequest === null ? [] : moduleRequest.value,
        ),
      ),
    ];
    for (const specifier of named)
      if (specifier.startsWith("./")) reached.add(join(dirname(file), specifier));
      else if (/^#(?:server|shared)\//.test(specifier)) reached.add(specifier.slice("#".length));
  }
  expect(reached).toContain("server/serve.ts");
  expect(reached).toContain("shared/schemas/text.ts");
  expect(LATER.filter((file) => reached.has(file))).toEqual([]);
  expect(LATER.filter((file) => !existsSync(join(SOURCES, file)))).toEqual([]);
});

test("the check itself sees types, dynamic imports and re-exports, and names the files", () => {
  const imports = [
    ...importsOf("a/x.ts", 'import type { B } from "#server/b/y.ts";'),
    ...importsOf("a/z.ts", 'export { w } from "./w.ts";'),
    ...importsOf("b/y.ts", 'export const c = () => import("#server/modules/c/index.ts");'),
    ...importsOf("modules/c/index.ts", 'export { x } from "#server/a/x.ts";'),
    ...importsOf("modules/d/index.ts", 'export { x } from "#server/modules/c/index.ts";'),
  ];
  expect(cyclesIn(imports)).toEqual([
    "a/x.ts imports b/y.ts",
    "b/y.ts imports modules/c/index.ts",
    "modules/c/index.ts imports a/x.ts",
  ]);
});
