import { SQL } from "bun";
import { afterThisTest } from "./cleanup.ts";

const admin = process.env["TEST_DATABASE_URL"];

/** Whether tests that are of both engines at once, or of the binary, can have a PostgreSQL. */
export const HAS_POSTGRES = admin !== undefined;

/** An empty database on the run's PostgreSQL, dropped after the test. @returns its address. */
export const emptyDatabase = async (): Promise<string> => {
  if (admin === undefined) throw new Error("TEST_DATABASE_URL is not set.");
  const name = `lynxden_empty_${crypto.randomUUID().replaceAll("-", "")}`;
  const sql = new SQL({ url: admin, max: 1 });
  await sql.unsafe(`CREATE DATABASE "${name}"`);
  afterThisTest(async () => {
    await sql.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
    await sql.close();
  });
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return url.href;
};
