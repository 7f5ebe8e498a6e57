import { describe, expect, test } from "bun:test";
import type { Log } from "#server/core/log.ts";
import { StoreError } from "#server/store/trouble.ts";
import { cutProxy } from "#tests/support/cut-proxy.ts";
import { listeningSite } from "#tests/support/http-site.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { silentLog, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";

/** The way to a migrated database, and where it leads through. */
const wayTo = async () => {
  const url = new URL((await testDatabase()).databaseUrl ?? "");
  const proxy = await cutProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  return { proxy, url: url.href };
};

if (TEST_ENGINE === "postgres")
  describe("a start", () => {
    test("waits for a PostgreSQL that comes later, and then serves", async () => {
      const { proxy, url } = await wayTo();
      await proxy.cut();
      const waiting = Promise.withResolvers<void>();
      const log: Log = {
        ...silentLog,
        warn: (event) => event === "store.waiting" && waiting.resolve(),
      };
      const starting = listeningSite({ DATABASE_URL: url }, { log });
      await waiting.promise;
      await proxy.mend();
      const site = await starting;
      expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    });

    test("does not wait for a database that is not there, and says so", async () => {
      const url = new URL((await testDatabase()).databaseUrl ?? "");
      url.pathname = "/no_such_database";
      const started = listeningSite({ DATABASE_URL: url.href }, { storePatienceMs: 600_000 });
      const error = await rejectionOf(started);
      expect(error).toBeInstanceOf(StoreError);
      expect(error.message).toContain("no_such_database");
    });

    test("gives up in the end, with a sentence that names no password", async () => {
      const { proxy, url } = await wayTo();
      await proxy.cut();
      const withPassword = url.replace("//", "//someone:hunter2@").replace("postgres@", "");
      const started = listeningSite({ DATABASE_URL: withPassword }, { storePatienceMs: 1200 });
      const error = await rejectionOf(started);
      expect(error).toBeInstanceOf(StoreError);
      expect(error.message).toStartWith("PostgreSQL cannot be used through DATABASE_URL");
      expect(error.message).not.toContain("hunter2");
    });
  });
