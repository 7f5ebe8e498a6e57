import { expect } from "bun:test";
import { BACKUPS } from "#shared/data-messages.ts";

/** Puts a dump into a PostgreSQL with the very commands that the program prints. */
export const putBack = (databaseUrl: string, file: string): void => {
  const [, ...commands] = BACKUPS.restoreDump(file).split("\n");
  const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", commands.join("\n")], {
    env: { ...process.env, DATABASE_URL: databaseUrl, PGOPTIONS: "--client-min-messages=warning" },
  });
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
};
