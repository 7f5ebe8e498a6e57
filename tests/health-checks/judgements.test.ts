import { describe, expect, test } from "bun:test";
import { loadConfig, warningsOf } from "#server/config/config.ts";
import { readDocument } from "#server/config/read-community.ts";
import {
  checkConfiguration,
  checkDisk,
  checkHttps,
  judgeClock,
  judgeDisk,
  judgeFiles,
  judgeOutbox,
  judgeProviders,
} from "#server/modules/health-checks/checks.ts";
import { judgePasskeys, judgePush, judgeTeam } from "#server/modules/health-checks/run.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { ATTACHMENT_PLACE } from "#shared/upload-messages.ts";
import { testConfig } from "#tests/support/app.ts";
import { testFolder } from "#tests/support/store.ts";

/** Everything that a site warns of where it is missing. */
const WHOLE = {
  DISCORD_CLIENT_ID: "123456789012345678",
  DISCORD_CLIENT_SECRET: "secret",
  STEAM_WEB_API_KEY: "key",
  EPIC_CLIENT_ID: "id",
  EPIC_CLIENT_SECRET: "secret",
  EPIC_MATCHMAKING_CLIENT_ID: "id",
  EPIC_MATCHMAKING_CLIENT_SECRET: "secret",
  EPIC_MATCHMAKING_DEPLOYMENT_ID: "deployment",
  MICROSOFT_CLIENT_ID: "id",
  MICROSOFT_CLIENT_SECRET: "secret",
  TEBEX_PUBLIC_TOKEN: "token",
  TEBEX_WEBHOOK_SECRET: "secret",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "site@mail.example",
};

const MIB = 1024 ** 2;
const GIB = 1024 * MIB;

describe("disk", () => {
  test.each([
    [1024 * MIB, 10 * GIB, "ok"],
    [1024 * MIB - 1, 10 * GIB, "warn"],
    [5 * GIB, 100 * GIB, "ok"],
    [5 * GIB - 1, 100 * GIB, "warn"],
    [200 * MIB, 10 * GIB, "warn"],
    [200 * MIB - 1, 10 * GIB, "fail"],
    [0, 100 * GIB, "fail"],
  ])("%d bytes free of %d: %s", (free, total, state) => {
    expect(judgeDisk("/data", { free, total }).state).toBe(state as never);
  });

  test("sizes are told in units that people read", () => {
    const { message } = judgeDisk("/data", { free: 12.42 * GIB, total: 2048 * GIB });
    expect(message).toBe(`12.4 GiB of 2 TiB are free where /data is. ${HEALTH.diskLow}`);
    expect(judgeDisk("/data", { free: 0, total: 1000 }).message).toStartWith(
      "0 bytes of 1,000 bytes are free",
    );
  });

  test("a folder that is there is looked at, one that is not only with PostgreSQL left alone", async () => {
    const dataDir = await testFolder();
    const none = `${dataDir}/none`;
    expect((await checkDisk({ dataDir, databaseUrl: null })).message).toContain(dataDir);
    expect(await checkDisk({ dataDir: none, databaseUrl: null })).toEqual({
      state: "warn",
      message: HEALTH.notLookedAt(HEALTH.noFolder(none)),
    });
    expect(await checkDisk({ dataDir: none, databaseUrl: "postgres://x" })).toEqual({
      state: "ok",
      message: HEALTH.databaseDisk,
    });
    expect((await checkDisk({ dataDir, databaseUrl: "postgres://x" })).message).toContain(dataDir);
  });
});

describe("clock", () => {
  test.each([
    [[30_000], null, "ok"],
    [[-30_000], null, "ok"],
    [[30_001], null, "warn"],
    [[-300_000], null, "warn"],
    [[300_001], null, "fail"],
    [[-300_001], null, "fail"],
    // One provider whose clock is wrong is outvoted.
    [[0, 900_000, -100], null, "ok"],
    [[0, 61_000], null, "warn"],
    [[], 30_001, "warn"],
    [[0], -300_001, "fail"],
    [[], null, "ok"],
  ])("%j and the database's %p: %s", (providers, database, state) => {
    expect(judgeClock(providers, database).state).toBe(state as never);
  });

  test("says how far, in which direction, and from whom", () => {
    expect(judgeClock([-42_000], 7 * 60_000).message).toBe(
      [
        HEALTH.clockWrong(-42_000, HEALTH.providersClock),
        `${HEALTH.clockWrong(420_000, HEALTH.databaseClock)} ${HEALTH.clockFails}`,
      ].join("\n"),
    );
    expect(HEALTH.clockWrong(-42_000, "x")).toStartWith("It is 42 seconds behind x.");
    expect(HEALTH.clockWrong(420_000, "x")).toStartWith("It is 7 minutes ahead of x.");
    expect(judgeClock([], null).message).toBe(HEALTH.noClock);
  });
});

const judge = (publicUrl: string, hasHttpsSubdomains = false) =>
  checkHttps({ publicUrl, hasHttpsSubdomains });

describe("https", () => {
  test("without HSTS_SUBDOMAINS it is named, and what speaks against it", () => {
    const found = judge("https://den.example");
    expect(found).toEqual({ state: "ok", message: HEALTH.thisHostAlone });
    for (const word of ["this host alone", "HSTS_SUBDOMAINS=true", "maps of game servers"])
      expect(found.message).toContain(word);
    expect(judge("https://den.example", true)).toEqual({
      state: "ok",
      message: HEALTH.allSubdomains,
    });
  });

  test.each(["http://den.example", "http://192.0.2.4:3000"])("%s is worth a warning", (url) => {
    expect(judge(url)).toEqual({ state: "warn", message: HEALTH.plainHttp(url) });
  });

  test.each(["http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"])(
    "%s needs no https",
    (url) => {
      expect(judge(url)).toEqual({ state: "ok", message: HEALTH.thisMachine });
    },
  );
});

test("files that each instance keeps for itself are worth a look where several run", () => {
  const config = { community: { pictures: { uploads: true } }, dataDir: "/data" };
  const judge = (place: string, instances: number) => judgeFiles(config, place, null, instances);
  const own = "/data/attachments";
  expect(judge(own, 1)).toEqual({ state: "ok", message: ATTACHMENT_PLACE.works(own) });
  expect(judge(own, 2)).toEqual({ state: "warn", message: ATTACHMENT_PLACE.notShared(own, 2) });
  for (const place of ["s3://bucket/tickets", "/data-of-all/attachments"])
    expect(judge(place, 2)).toEqual({ state: "ok", message: ATTACHMENT_PLACE.works(place) });
  expect(judgeFiles(config, own, "It is full.", 2)).toEqual({
    state: "fail",
    message: "It is full.",
  });
});

describe("configuration", () => {
  test("lists every warning, and is in order without one", async () => {
    const config = await testConfig();
    const warnings = warningsOf(config);
    expect(warnings.length).toBeGreaterThan(2);
    expect(await checkConfiguration(config)).toEqual({
      state: "warn",
      message: warnings.join("\n"),
    });
    const whole = await loadConfig({
      COMMUNITY_FILE: "tests/communities/frostkeep.toml",
      PUBLIC_URL: "http://localhost:3000",
      ...WHOLE,
    });
    expect(await checkConfiguration(whole)).toEqual({
      state: "ok",
      message: HEALTH.configured(whole.community.servers.length),
    });
  });

  test("the example is told of until something else is published", async () => {
    const config = await loadConfig({});
    const notice = /the example as it was printed/;
    expect(warningsOf(config).join()).toMatch(notice);
    const { machine, document } = config.communityFile;
    // As the first version of the site has it.
    const { community } = readDocument(machine, JSON.parse(JSON.stringify(document)));
    if (community === null) throw new Error("The example cannot be read.");
    expect(warningsOf({ ...config, community }).join()).toMatch(notice);
    const brand = { ...community.brand, name: "Frostkeep" };
    const changed = { ...config, community: { ...community, brand } };
    expect(warningsOf(changed).join()).not.toMatch(notice);
    // Without a game of Epic's nobody needs its matchmaking.
    const few = { ...config, community: { ...community, servers: [] } };
    expect(warningsOf(few).join()).not.toContain("EPIC_MATCHMAKING");
  });

  test("fails with a proxy whose name leads nowhere, as the start does", async () => {
    const config = await testConfig({ TRUSTED_PROXIES: "proxy.invalid" });
    const found = await checkConfiguration(config);
    expect(found.state).toBe("fail");
    expect(found.message).toContain("TRUSTED_PROXIES names proxy.invalid");
  });
});

describe("outbox", () => {
  const now = new Date("2026-03-01T12:00:00.000Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const empty = { waiting: 0, waitingSince: null, later: 0, laterUntil: null, givenUp: [] };

  test("mails may wait for ten minutes", () => {
    expect(judgeOutbox(empty, now)).toEqual({ state: "ok", message: HEALTH.noneWaits });
    const waiting = (ms: number) =>
      judgeOutbox({ ...empty, waiting: 3, waitingSince: ago(ms) }, now);
    expect(waiting(600_000).state).toBe("ok");
    expect(waiting(600_001).state).toBe("warn");
    expect(waiting(600_001).message).toContain("3 mails in the outbox since 2026-03-01T11:49:59");
  });

  test("those that are to be sent later do not wait", () => {
    const found = judgeOutbox({ ...empty, later: 1200, laterUntil: ago(-7_200_000) }, now);
    expect(found).toEqual({
      state: "ok",
      message: `${HEALTH.noneWaits}\n1,200 mails to be sent later, until 2026-03-01T14:00:00.000Z.`,
    });
  });

  test("those that were given up are told by code", () => {
    const givenUp = [
      { code: "EENVELOPE 550", mails: 2 },
      { code: "ECONNREFUSED", mails: 1 },
    ];
    const found = judgeOutbox({ ...empty, givenUp }, now);
    expect(found.state).toBe("warn");
    expect(found.message).toContain("2 mails (EENVELOPE 550), 1 mail (ECONNREFUSED)");
  });
});

test("a provider that does not answer is named, with why and what does not work meanwhile", () => {
  const well = { waits: "Nothing works.", failure: null, aheadMs: 0 };
  const found = judgeProviders([
    { ...well, name: "Discord" },
    { ...well, name: "Steam", failure: "timeout" },
    { ...well, name: "Tebex" },
  ]);
  expect(found).toEqual({
    state: "warn",
    message:
      "There is an answer from Discord, Tebex.\nSteam: it did not answer in time. Nothing works.",
  });
  expect(judgeProviders([])).toEqual({ state: "ok", message: HEALTH.noProviders });
});

const asking = (teamNeedsSecondFactor: boolean) => ({
  community: { security: { teamNeedsSecondFactor } },
});

describe("the team", () => {
  test("[FACTOR-11] those without a second factor are told of where one is asked for", () => {
    expect(judgeTeam(asking(true), { people: 3, without: 1 })).toEqual({
      state: "warn",
      message: HEALTH.teamLacksFactors(3, 1),
    });
    expect(HEALTH.teamLacksFactors(3, 1)).toStartWith("1 of the 3 people of the team has no");
    expect(HEALTH.teamLacksFactors(3, 2)).toStartWith("2 of the 3 people of the team have no");
    expect(judgeTeam(asking(true), { people: 3, without: 0 }).state).toBe("ok");
    expect(judgeTeam(asking(true), { people: 0, without: 0 }).state).toBe("ok");
    expect(judgeTeam(asking(false), { people: 3, without: 3 }).state).toBe("ok");
  });
});

test("[PUSH-09] a push service that keeps refusing is told of, with what to do", () => {
  expect(judgePush({ browsers: 2, refusing: [] })).toEqual({
    state: "ok",
    message: "Push reaches 2 browsers.",
  });
  const refusing = [{ host: "web.push.apple.com", code: "403", browsers: 3 }];
  const { state, message } = judgePush({ browsers: 9, refusing });
  expect(state).toBe("warn");
  expect(message).toStartWith("The push service web.push.apple.com keeps refusing");
  expect(message).toContain("PUSH_VAPID_KEY");
});

describe("passkeys", () => {
  test("[KEY-07] those of the site's own host are well, and none are well, too", () => {
    const hosts = [{ rpId: "den.example", count: 2 }];
    expect(judgePasskeys({ publicUrl: "https://den.example" }, hosts)).toEqual({
      state: "ok",
      message: "2 passkeys for den.example, which work under no other name.",
    });
    expect(judgePasskeys({ publicUrl: "https://den.example" }, []).state).toBe("ok");
    expect(judgePasskeys({ publicUrl: "http://192.0.2.7" }, []).state).toBe("ok");
  });

  test("[KEY-07] those of another host are told of", () => {
    const hosts = [
      { rpId: "den.example", count: 2 },
      { rpId: "www.den.example", count: 1 },
    ];
    const { state, message } = judgePasskeys({ publicUrl: "https://www.den.example" }, hosts);
    expect(state).toBe("warn");
    expect(message).toStartWith("2 passkeys for den.example cannot be used: PUBLIC_URL says www.");
  });
});
