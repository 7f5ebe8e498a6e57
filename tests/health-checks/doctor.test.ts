import { expect, test } from "bun:test";
import { startWorld } from "#scripts/demo/world.ts";
import { hashOf, type SiteDocument } from "#server/config/community-file.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemClock } from "#server/core/clock.ts";
import { examine, reportText } from "#server/doctor.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import { openStore } from "#server/store/open.ts";
import { HEALTH_CHECKS } from "#shared/constants/health.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { SITE_CHECKS, SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { findIn } from "#tests/support/health.ts";
import { silentLog, testDatabase } from "#tests/support/store.ts";
import { patientTimer } from "#tests/support/timer.ts";

type Part = Record<string, unknown>;

/** The demo's world with an empty site, which the doctor looks at. */
const demoWorld = async (overrides: Readonly<Record<string, string>> = {}) => {
  const { dataDir, databaseUrl } = await testDatabase();
  const { sandbox, environment } = await startWorld({ dataDir, databaseUrl, seededFor: null });
  afterThisTest(() => sandbox.stop());
  const env = { PUBLIC_URL: "http://localhost:3000", ...environment, ...overrides };
  const look = async (clock = movableClock(new Date())) => {
    const report = await examine(env, { log: silentLog, clock, timer: patientTimer });
    const worse = report.checks.filter(({ state }) => state !== "ok");
    return { report, worse: Object.fromEntries(worse.map(({ name, state }) => [name, state])) };
  };
  /**
   * Publishes another document than the file's, as a running site would.
   * @param written what becomes of its text in the database.
   */
  const publish = async (
    edit: (document: SiteDocument) => SiteDocument,
    written: string | null = null,
  ) => {
    const config = await loadConfig(env);
    const store = await openStore({ ...config, log: silentLog, clock: systemClock });
    try {
      const document = edit(config.communityFile.document);
      const origin = { hash: hashOf(document), note: "", source: "browser" } as const;
      await store.write((tx) =>
        addVersion(Object.assign(tx, { clock: systemClock, config }), {
          ...origin,
          document,
          sections: ["welcome"],
          createdBy: null,
        }),
      );
      const { siteVersions: t } = store.tables;
      if (written !== null) await store.write((tx) => tx.update(t).set({ document: written }));
    } finally {
      await store.close();
    }
  };
  return { sandbox, look, publish };
};

test("in the demo's world everything is well", async () => {
  const { sandbox, look } = await demoWorld();
  const { report, worse } = await look();
  expect(report.checks.map(({ name }) => name)).toEqual([...HEALTH_CHECKS]);
  expect(worse).toEqual({});
  expect(report.ok).toBe(true);
  expect(sandbox.outages.astray()).toBe(0);
  expect(sandbox.mail.list()).toEqual([]);
  expect(reportText(report)).toEndWith(`\n\n${HEALTH.allWell}`);
});

test("a provider that is down is named, and nobody else", async () => {
  const { sandbox, look } = await demoWorld();
  for (const [provider, name] of [
    ["discord", "Discord"],
    ["steam", "Steam"],
    ["epic", "Epic Games"],
    ["microsoft", "Microsoft"],
    ["tebex", "Tebex"],
  ] as const) {
    sandbox.outages.set(provider, "down");
    const { report, worse } = await look();
    expect(worse).toEqual({ providers: "warn" });
    expect(report.ok).toBe(true);
    const [, ...lines] = findIn(report.checks, "providers").message.split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith(`${name}: it answered with an error.`);
    sandbox.outages.set(provider, "up");
  }
});

test("a mail server that is down needs the owner", async () => {
  const { sandbox, look } = await demoWorld();
  sandbox.outages.set("smtp", "down");
  const { report, worse } = await look();
  expect(worse).toEqual({ mail: "fail" });
  expect(report.ok).toBe(false);
  expect(reportText(report)).toEndWith(`\n\n${HEALTH.needsOwner(["mail"])}`);
});

test("a game server that is off is named with its address, and nothing is recorded", async () => {
  const { sandbox, look } = await demoWorld();
  const { key, name } = { key: "minecraft", name: "Minecraft" };
  const { host, port } = await sandbox.set(key, { online: false });
  const { report, worse } = await look();
  expect(worse).toEqual({ "game servers": "warn" });
  const [summary, ...lines] = findIn(report.checks, "game servers").message.split("\n");
  expect(summary).toMatch(/^(\d+) of \d+ answer\.$/);
  expect(lines).toEqual([
    HEALTH.serverSilent(name, `${host}:${port}`, "refused"),
    HEALTH.serverAdvice,
  ]);
  expect(reportText(report)).toEndWith(`\n\n${HEALTH.worthALook(["game servers"])}`);
});

test("[SITE-09] what is published is checked, not what the file says, and warnings fail nothing", async () => {
  const { look, publish } = await demoWorld();
  const ofFile = findIn((await look()).report.checks, "site");
  expect(ofFile.state).toBe("ok");
  expect(ofFile.message).toStartWith(
    HEALTH.site(0, SITE_CHECKS.found({ errors: 0, warnings: 0, hints: 6 })),
  );
  await publish((document) => ({
    ...document,
    welcome: [{ title: "Welcome", text: "Hello.", link: "/nothing" }],
    servers: (document.servers as Part[]).filter(({ key }) => key !== "minecraft"),
  }));
  const { report, worse } = await look();
  expect(worse).toEqual({ site: "warn" });
  expect(report.ok).toBe(true);
  const [first, ...lines] = findIn(report.checks, "site").message.split("\n");
  expect(first).toBe(HEALTH.site(1, SITE_CHECKS.found({ errors: 0, warnings: 2, hints: 6 })));
  expect(lines.slice(0, 2)).toEqual([
    `warning: games[3]: ${SITE_CHECKS.gameWithoutServers("Minecraft: Java Edition")}`,
    `warning: welcome[0].link: ${SITE_CHECKS.deadLink("/nothing")}`,
  ]);
  expect(lines.slice(2).every((line) => line.startsWith("hint: "))).toBe(true);
  expect(reportText(report)).toEndWith(`\n\n${HEALTH.worthALook(["site"])}`);
});

test("a published document that this program does not understand needs the owner", async () => {
  const { look, publish } = await demoWorld();
  await publish((document) => ({ ...document, servers: [{ key: "a" }] }));
  const { report, worse } = await look();
  expect(worse).toEqual({ site: "fail" });
  expect(findIn(report.checks, "site").message).toContain("error: servers[0].game: ");
});

test("[SITE-14] a published document that is damaged needs the owner", async () => {
  const { look, publish } = await demoWorld();
  await publish((document) => document, "{broken");
  const alone = await look();
  expect(alone.worse).toEqual({ site: "fail" });
  expect(findIn(alone.report.checks, "site").message).toContain(
    `error: ${SITE_VERSIONS.noneReadable(1)}`,
  );
  await publish((document) => document);
  expect((await look()).worse).toEqual({});
});

test("a clock that is minutes wrong needs the owner", async () => {
  const { look } = await demoWorld();
  const clock = movableClock(new Date(Date.now() - 60_000));
  expect((await look(clock)).worse).toEqual({ clock: "warn" });
  clock.set(new Date(Date.now() + 540_000));
  const { report, worse } = await look(clock);
  expect(worse).toEqual({ clock: "fail" });
  expect(findIn(report.checks, "clock").message).toContain("9 minutes ahead of");
});

test("a report is a line for each check, and what has more to say goes on below it", () => {
  const report = {
    ok: false,
    checks: [
      { name: "store", state: "ok", message: "A." },
      { name: "game servers", state: "warn", message: "B.\nC." },
      { name: "clock", state: "fail", message: "D." },
    ],
  } as const;
  expect(reportText(report).split("\n")).toEqual([
    "✓ store         A.",
    "! game servers  B.",
    "                C.",
    "✗ clock         D.",
    "",
    HEALTH.needsOwner(["clock"]),
  ]);
});
