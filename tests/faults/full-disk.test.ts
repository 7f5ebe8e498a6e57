import { describe, expect } from "bun:test";
import { copyFile } from "node:fs/promises";
import { databaseFile } from "#server/store/data-folder.ts";
import { openSqlite } from "#server/store/sqlite.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import {
  everyWayToWrite,
  expectPublicPages,
  expectReported,
  expectUnavailable,
  recovered,
  siteOver,
  wordOf,
} from "#tests/support/faults.ts";
import { long } from "#tests/support/long.ts";
import { TICKET } from "#tests/support/people.ts";
import { smallDisk } from "#tests/support/small-disk.ts";
import { silentLog, TEST_ENGINE, testDatabase } from "#tests/support/store.ts";

const DISK_MB = 8;
const LEFT_BYTES = 200_000;
const LARGE = "x".repeat(4000);

if (TEST_ENGINE === "sqlite")
  describe("while the disk is full", () => {
    long(
      "writes get a 503, public pages go on, and nothing that was confirmed is lost",
      async () => {
        const disk = await smallDisk(DISK_MB);
        if (disk === null) {
          if (process.env["CI"] === "true") throw new Error("CI must be able to mount a tmpfs.");
          console.warn("SKIPPED: a full disk needs a mounted tmpfs, which takes root on Linux.");
          return;
        }
        const template = await testDatabase();
        await copyFile(databaseFile(template.dataDir), databaseFile(disk.folder));
        const store = await openSqlite({ dataDir: disk.folder, log: silentLog });
        afterThisTest(() => store.close());
        const site = await siteOver(store);
        const { app, member } = site;
        expect(await wordOf(app)).toBe("ok");

        disk.fillBut(LEFT_BYTES);
        const confirmed: number[] = [];
        let refused: Response | null = null;
        // What the write-ahead log has room for is still taken.
        for (let tries = 0; tries < 2000 && refused === null; tries += 1) {
          const answer = await member.ask("POST", "/api/tickets", {
            ...TICKET,
            description: LARGE,
          });
          if (answer.status === 503) refused = answer;
          else {
            expect(answer.status).toBe(201);
            confirmed.push(((await answer.json()) as { id: number }).id);
          }
        }
        if (refused === null) throw new Error("The disk never was full.");
        expect(confirmed.length).toBeGreaterThan(0);
        disk.fillBut(0);
        await expectUnavailable([["the first that was refused", refused]]);
        await expectPublicPages(site);
        expect((await member.ask("GET", "/api/tickets/open")).status).toBe(200);
        await Bun.sleep(1100);
        const answers = await everyWayToWrite(site);
        // What is small may still find room.
        await expectUnavailable(answers.filter(([, { status }]) => status >= 500));

        disk.makeRoom();
        await recovered(site);
        expect(await wordOf(app)).toBe("ok");
        expect((await member.ask("POST", "/api/tickets", TICKET)).status).toBe(201);
        for (const id of confirmed)
          expect((await member.tickets.byId.query({ id })).description).toBe(LARGE);
        await expectReported(site, "full");
      },
    );
  });
