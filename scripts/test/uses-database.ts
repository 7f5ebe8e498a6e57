import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { ROOT } from "#scripts/client/places.ts";

/** Where tests learn which engine the run's database is of: whatever gives them one asks for it. */
const STORE = join(ROOT, "tests/support/store.ts");
const ENGINE = "TEST_ENGINE";

/** What a file calls so; null: all that there is in it. */
type Place = { file: string; name: string | null };
/** What a statement declares, and all names that stand in it. */
type Statement = { declared: ReadonlySet<string>; mentioned: ReadonlySet<string> };
type Module = {
  statements: readonly Statement[];
  /** What is imported from other files of the tests, by its name here. */
  imported: ReadonlyMap<string, Place>;
  /** Those files. */
  sources: readonly string[];
};

/** Of a syntax tree: nothing there is run. */
const OF_TYPES = new Set(["typeAnnotation", "returnType", "typeArguments", "typeParameters"]);

const namesIn = (node: unknown, names = new Set<string>()): Set<string> => {
  if (typeof node !== "object" || node === null) return names;
  if ("type" in node && /^(JSX)?Identifier$/.test(String(node.type)) && "name" in node)
    names.add(String(node.name));
  for (const [key, inner] of Object.entries(node)) if (!OF_TYPES.has(key)) namesIn(inner, names);
  return names;
};

/** A file of the tests. @returns null for what is none. */
const fileOf = (file: string, source: string): string | null => {
  if (source.startsWith("#tests/")) return join(ROOT, source.slice(1));
  return /^\.\/.*\.tsx?$/.test(source) ? join(dirname(file), source) : null;
};

const parse = (file: string): Module => {
  const imported = new Map<string, Place>();
  const sources: string[] = [];
  const statements: Statement[] = [];
  for (const node of parseSync(file, readFileSync(file, "utf8")).program.body) {
    if (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") continue;
    const source = "source" in node && node.source !== null && fileOf(file, node.source.value);
    if (typeof source === "string") sources.push(source);
    if (node.type === "ImportDeclaration") {
      if (typeof source !== "string" || node.importKind === "type") continue;
      for (const one of node.specifiers) {
        const [name = null] = one.type === "ImportSpecifier" ? namesIn(one.imported) : [];
        imported.set(one.local.name, { file: source, name });
      }
      continue;
    }
    if (node.type === "ExportNamedDeclaration" && typeof source === "string")
      for (const { local, exported } of node.specifiers)
        for (const name of namesIn(exported))
          imported.set(name, { file: source, name: [...namesIn(local)][0] ?? null });
    const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    if (declaration?.type === "TSTypeAliasDeclaration") continue;
    const declared =
      declaration?.type === "VariableDeclaration"
        ? declaration.declarations.map(({ id }) => id)
        : declaration !== null && "id" in declaration && declaration.id;
    statements.push({ declared: namesIn(declared), mentioned: namesIn(node) });
  }
  return { statements, imported, sources };
};

const modules = new Map<string, Module>();
const moduleIn = (file: string): Module => {
  const module = modules.get(file) ?? parse(file);
  modules.set(file, module);
  return module;
};

/** Where something is declared. What no statement declares may be all that there is in the file. */
const declarationOf = (place: Place): Place => {
  const { file, name } = place;
  if (name === null) return place;
  const { statements, imported } = moduleIn(file);
  if (statements.some(({ declared }) => declared.has(name))) return place;
  const passedOn = imported.get(name);
  return passedOn === undefined ? { file, name: null } : declarationOf(passedOn);
};

/** What the statements of a file lead to, here or elsewhere. */
const placesIn = (file: string, statements: readonly Statement[]): Place[] => {
  const { imported } = moduleIn(file);
  return statements.flatMap(({ mentioned }) =>
    [...mentioned].map((name) => {
      const there = imported.get(name);
      return there === undefined ? { file, name } : declarationOf(there);
    }),
  );
};

const keyOf = ({ file, name }: Place) => `${file} ${name}`;

const known = new Map<string, Place[]>();
/** From where nothing leads to a database. */
const harmless = new Set<string>();

/** Where one comes from there: its own statement, and those that are run when the file is imported. */
const placesFrom = (place: Place): Place[] => {
  const before = known.get(keyOf(place));
  if (before !== undefined) return before;
  const { file, name } = place;
  const { statements, sources } = moduleIn(file);
  const isMeant = ({ declared }: Statement) =>
    name === null || declared.has(name) || declared.size === 0;
  const all = name === null ? sources.map((source) => ({ file: source, name: null })) : [];
  const places = [...all, ...placesIn(file, statements.filter(isMeant))];
  // Many names of one statement stand for one place.
  const different = [...new Map(places.map((one) => [keyOf(one), one])).values()];
  known.set(keyOf(place), different);
  return different;
};

/**
 * Whether a test file takes the database of the run, itself or through what helps it: whether it, or
 * a function that it may call, asks for the run's engine. To all others both engines are the same.
 */
export const usesDatabase = (testFile: string): boolean => {
  const file = join(ROOT, testFile);
  const places = placesIn(file, moduleIn(file).statements);
  const seen = new Set<string>();
  // What is added while going through a list is visited, too.
  for (const place of places) {
    if (seen.has(keyOf(place)) || harmless.has(keyOf(place))) continue;
    seen.add(keyOf(place));
    if (place.file === STORE && (place.name === ENGINE || place.name === null)) return true;
    places.push(...placesFrom(place));
  }
  for (const key of seen) harmless.add(key);
  return false;
};
