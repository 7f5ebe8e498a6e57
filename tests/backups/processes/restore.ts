// Restores the newest backup as the command does, called from the folder given.

import { run } from "#server/main.ts";

const [folder = "."] = process.argv.slice(2);
process.chdir(folder);
process.exit(
  await run(["restore", "latest"], process.env, async () => {
    throw new Error("This command shows no pages.");
  }),
);
