import { describe, expect, test } from "bun:test";
import { migrate } from "#server/store/migrate.ts";
import { openStore, refuseStray } from "#server/store/open.ts";
import { StoreError } from "#server/store/trouble.ts";
import { addUser } from "#tests/support/accounts.ts";
import { listeningSite } from "#tests/support/http-site.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, TEST_ENGINE, testDatabase, testFolder } from "#tests/support/store.ts";

/** A data folder with a SQLite database that has so many accounts. */
const folderWith = async (accounts: number): Promise<string> => {
  const dataDir = await testFolder();
  const options = { ...(await testDatabase()), databaseUrl: null, dataDir };
  await migrate(options);
  const store = await openStore(options);
  for (let count = 0; count < accounts; count += 1) await addUser(store, options.clock);
  await store.close();
  return dataDir;
};

if (TEST_ENGINE === "postgres")
  describe("a PostgreSQL without an account, beside a data folder", () => {
    test("[CONF-04] with accounts keeps the site from starting, and names what to do", async () => {
      const dataDir = await folderWith(2);
      const { databaseUrl } = await testDatabase();
      const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
      const error = await rejectionOf(listeningSite(environment));
      expect(error).toBeInstanceOf(StoreError);
      expect(error.message).toContain("lynxden.sqlite has 2 account(s)");
      for (const way of ["lynxden move postgres://", "ALLOW_EMPTY_DATABASE=true", "unset DATABASE"])
        expect(error.message).toContain(way);
      const site = await listeningSite({ ...environment, ALLOW_EMPTY_DATABASE: "true" });
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    });

    test("[CONF-04] without one, or a PostgreSQL with one, is nothing to refuse", async () => {
      const empty = await testDatabase();
      const { databaseUrl } = empty;
      await refuseStray({ databaseUrl, dataDir: await folderWith(0), mayBeEmpty: false });
      await refuseStray({ databaseUrl, dataDir: await testFolder(), mayBeEmpty: false });
      const dataDir = await folderWith(1);
      await rejectionOf(refuseStray({ databaseUrl, dataDir, mayBeEmpty: false }));
      await addUser(await openForTest(empty), empty.clock);
      await refuseStray({ databaseUrl, dataDir, mayBeEmpty: false });
    });
  });
else
  test("[CONF-04] SQLite itself is never refused", async () => {
    const dataDir = await folderWith(1);
    await refuseStray({ databaseUrl: null, dataDir, mayBeEmpty: false });
    expect((await testDatabase()).databaseUrl).toBeNull();
  });
