// bun run db:generate NAME: writes the migrations that the schema needs, for both engines.

import { readdir } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const DIALECTS = { sqlite: "sqlite", postgres: "postgresql" } as const;
type MigrationFolder = keyof typeof DIALECTS;
export const MIGRATION_FOLDERS: readonly MigrationFolder[] = ["sqlite", "postgres"];
export const INDEX_FILE = join(ROOT, "src/server/store/migrations.gen.ts");

/**
 * Compares the schema with the newest snapshot in a folder and writes what is missing there.
 * @param out the folder, relative to the project.
 * @throws when drizzle-kit fails, or has a question that only a person can answer.
 */
export const generate = async (
  engine: MigrationFolder,
  out: string,
  name: string,
  output: "inherit" | "ignore" = "inherit",
) => {
  const kit = Bun.spawn(
    [
      process.execPath,
      "--bun",
      join(ROOT, "node_modules/drizzle-kit/bin.cjs"),
      "generate",
      `--dialect=${DIALECTS[engine]}`,
      `--schema=./src/server/store/schema.${engine}.ts`,
      `--out=${out}`,
      `--name=${name}`,
    ],
    // A renamed column is a question to a person: drizzle-kit asks it on the terminal.
    { cwd: ROOT, stdin: output, stdout: output, stderr: output },
  );
  if ((await kit.exited) !== 0) throw new Error(`drizzle-kit failed for ${engine}.`);
};

/** The migrations of a folder, in the order in which they are applied. */
export const migrationNames = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
};

/** The module that brings every migration into the program, and so into the binary. */
export const indexText = async (): Promise<string> => {
  const imports: string[] = [];
  const lists: string[] = [];
  for (const engine of MIGRATION_FOLDERS) {
    const names = await migrationNames(join(ROOT, "drizzle", engine));
    const variables = names.map((name) => `${engine}${name.slice(0, 4)}`);
    for (const [index, name] of names.entries())
      imports.push(
        `import ${variables[index]} from "#drizzle/${engine}/${name}.sql" with { type: "text" };`,
      );
    const entries = names.map(
      (name, index) => `    { name: "${name}", sql: ${variables[index]} },`,
    );
    lists.push(`  ${engine}: [\n${entries.join("\n")}\n  ],`);
  }
  return `// Written by \`bun run db:generate\`.\n${imports.join("\n")}\n\nexport const MIGRATIONS = {\n${lists.join("\n")}\n} as const;\n`;
};

if (import.meta.main) {
  const [name] = process.argv.slice(2);
  if (name === undefined || !/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(name)) {
    console.error("Say in a few words what changes: bun run db:generate ticket-people");
    process.exit(1);
  }
  for (const engine of MIGRATION_FOLDERS)
    await generate(engine, `drizzle/${engine}`, name.replaceAll("-", "_"));
  await Bun.write(INDEX_FILE, await indexText());
}
