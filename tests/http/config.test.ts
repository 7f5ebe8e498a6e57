import { expect, test } from "bun:test";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { ConfigError, loadConfig, warningsOf } from "#server/config/config.ts";
import { resolveProxies } from "#server/config/environment.ts";
import { SESSION_IDLE_MS } from "#shared/constants/accounts.ts";
import { IPV6_NETWORK_FACTOR, LIMITS } from "#shared/constants/limits.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";

const problemsOf = async (env: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

test.each([
  ["a missing value", "a = 1\nb =\nc = 3\n", 2],
  ["an open string", 'a = 1\n\nb = "x\nc = 3\n', 3],
  ["an open list", "a = [\n  1,\n  2\nb = 3\nc = 4\n", 4],
  ["a key that stands twice", "a = 1\nb = 2\na = 3\nc = 4\n", 3],
  ["Windows line ends", "a = 1\r\nb = = 2\r\nc = 3\r\n", 2],
  ["an open text to the end", 'a = 1\nb = """x\ny\n', 2],
])("a community file that is no TOML is refused with the line: %s", async (_, text, line) => {
  const file = join(await testFolder(), "community.toml");
  await Bun.write(file, text);
  const [problem, ...others] = await problemsOf({ COMMUNITY_FILE: file });
  expect(problem).toStartWith(`community.toml: line ${line}: `);
  expect(others).toEqual([]);
});

test("a DATABASE_URL that is no address is a problem of the configuration, and is not repeated", async () => {
  const [problem = ""] = await problemsOf({ DATABASE_URL: "postgres://u:hunter2@[bad/x" });
  expect(problem).toStartWith("environment: DATABASE_URL");
  expect(problem).not.toContain("hunter2");
});

test("a SESSION_SECRET that is short is a problem, and is not repeated; an absent one is none", async () => {
  const [problem = ""] = await problemsOf({ SESSION_SECRET: "hunter2" });
  expect(problem).toStartWith("environment: SESSION_SECRET: must have at least 32 characters");
  expect(problem).not.toContain("hunter2");
  const sessionSecret = "x".repeat(32);
  expect(await loadConfig({ SESSION_SECRET: sessionSecret })).toMatchObject({ sessionSecret });
  expect(await loadConfig({})).toMatchObject({ sessionSecret: null });
});

const HTTPS = { PUBLIC_URL: "https://den.example" };

test("HTTPS without a word about proxies is a problem, and none is a word", async () => {
  const [problem, ...others] = await problemsOf(HTTPS);
  expect(problem).toStartWith("environment: TRUSTED_PROXIES: is missing");
  expect(others).toEqual([]);
  expect(await problemsOf({ ...HTTPS, TRUSTED_PROXIES: " , " })).toHaveLength(1);
  for (const [written, trustedProxies] of [
    ["none", []],
    ["10.0.0.0/8, fd00::1", ["10.0.0.0/8", "fd00::1"]],
    ["caddy proxy.internal", ["caddy", "proxy.internal"]],
  ] as const)
    expect(await loadConfig({ ...HTTPS, TRUSTED_PROXIES: written })).toMatchObject({
      trustedProxies,
    });
  expect(await loadConfig({ PUBLIC_URL: "http://den.example" })).toMatchObject({
    trustedProxies: [],
  });
});

test.each([
  ["none, 10.0.0.1", "none stands alone"],
  ["10.0.0.0/33", '"10.0.0.0/33" is no IP address'],
  ["10.0.0.256", '"10.0.0.256" is no IP address'],
  ["https://proxy", '"https://proxy" is no IP address'],
  ["-proxy", '"-proxy" is no IP address'],
])("TRUSTED_PROXIES=%s is a problem", async (written, problem) => {
  const problems = await problemsOf({ ...HTTPS, TRUSTED_PROXIES: written });
  expect(problems).toEqual([expect.stringMatching(/^environment: TRUSTED_PROXIES/)]);
  expect(problems[0]).toContain(problem);
});

test("host names of proxies become their addresses; one that leads nowhere keeps the site from starting", async () => {
  const book: Record<string, string[]> = { caddy: ["172.18.0.2", "fd00::2"], empty: [] };
  const resolve = async (name: string) => {
    if (name === "slow") await new Promise(() => {});
    const found = book[name];
    if (found === undefined) throw new Error("ENOTFOUND");
    return found.map((address) => ({ address }));
  };
  expect(await resolveProxies(["10.0.0.0/8", "caddy", "fd00::2"], resolve)).toEqual([
    "10.0.0.0/8",
    "172.18.0.2",
    "fd00::2",
  ]);
  for (const name of ["nowhere", "empty", "slow"])
    expect((await rejectionOf(resolveProxies([name], resolve, 20))).message).toStartWith(
      `TRUSTED_PROXIES names ${name}, which has no address.`,
    );
});

test("without PUBLIC_URL the owner is told where accounts can be linked", async () => {
  const warnings = warningsOf(await loadConfig({}));
  expect(warnings.some((warning) => /PUBLIC_URL.*localhost/.test(warning))).toBe(true);
});

test("without SMTP_URL the site starts, and warns that mail waits", async () => {
  const config = await loadConfig({});
  const warnings = warningsOf(config);
  expect(config.mail).toBeNull();
  expect(warnings.some((warning) => warning.startsWith("SMTP_URL is not set"))).toBe(true);
});

test("mail goes out under the community's name, and answers go to its contact address", async () => {
  const config = await loadConfig({
    SMTP_URL: "smtps://user:p%40ss@mail.example:465",
    MAIL_FROM: "site@den.example",
  });
  const warnings = warningsOf(config);
  expect(config.mail).toEqual({
    url: "smtps://user:p%40ss@mail.example:465",
    from: { name: "Lynxden", address: "site@den.example" },
    replyTo: "den@lynxden.example",
  });
  expect(warnings.some((warning) => warning.includes("SMTP_URL"))).toBe(false);
});

test.each([
  ["a sender alone", { MAIL_FROM: "a@b.example" }, "belong together"],
  ["a server alone", { SMTP_URL: "smtp://mail.example" }, "belong together"],
  ["another protocol", { SMTP_URL: "https://hunter2@mail.example" }, "SMTP_URL: must be an smtp"],
  ["a malformed address", { SMTP_URL: "smtp://u:hunter2@[x" }, "SMTP_URL: must name a host"],
  [
    "a raw percent sign",
    { SMTP_URL: "smtp://u:hunter2%zz@m.example" },
    "SMTP_URL: must name a host",
  ],
  ["no host", { SMTP_URL: "smtp://" }, "SMTP_URL: must name a host"],
  ["a sender that is none", { MAIL_FROM: "Den <a@b.example>" }, "MAIL_FROM: must be an e-mail"],
])("%s is a problem of the configuration, and no password is repeated", async (_, env, problem) => {
  const problems = (await problemsOf(env)).join("\n");
  expect(problems).toContain(problem);
  expect(problems).not.toContain("hunter2");
});

/** The example's community file, with these lines behind it. */
const communityFileWith = async (lines: string) => {
  const file = join(await testFolder(), "community.toml");
  const example = exampleCommunity.slice(0, exampleCommunity.indexOf("[sessions]"));
  await Bun.write(file, `${example}${lines}`);
  return file;
};

const USUAL_LIMITS = { ...LIMITS, ipv6NetworkFactor: IPV6_NETWORK_FACTOR };

test("[LIMIT-01, SESS-04] what the community's file does not say of limits and sessions is as agreed", async () => {
  for (const lines of ["", "[limits]\n[sessions]\n"]) {
    const { community } = await loadConfig({ COMMUNITY_FILE: await communityFileWith(lines) });
    expect(community.limits).toEqual(USUAL_LIMITS);
    expect(community.sessions).toEqual({ idleMs: SESSION_IDLE_MS });
  }
});

test("[LIMIT-01, SESS-04] the community's file changes limits and the time without use", async () => {
  const lines = `[sessions]\nidle_hours = 1.5\n[limits]\nmails_by_mailbox = { max = 2, minutes = 30 }`;
  const { community } = await loadConfig({ COMMUNITY_FILE: await communityFileWith(lines) });
  expect(community.sessions).toEqual({ idleMs: 90 * 60_000 });
  expect(community.limits).toEqual({
    ...USUAL_LIMITS,
    mailsByMailbox: { max: 2, windowMs: 30 * 60_000 },
  });
});

test("what game servers may give is the community's to say", async () => {
  const usual = await loadConfig({ COMMUNITY_FILE: await communityFileWith("") });
  expect(usual.community.rewards).toEqual({ votePoints: 50, voteLists: [], playPointsMax: 250 });
  const list = '[[rewards.vote_lists]]\nservice = "top.example"\npoints = 3';
  const lines = `[rewards]\nvote_points = 0\nplay_points_max = 9\n${list}`;
  const own = await loadConfig({ COMMUNITY_FILE: await communityFileWith(lines) });
  expect(own.community.rewards).toEqual({
    votePoints: 0,
    voteLists: [{ service: "top.example", points: 3 }],
    playPointsMax: 9,
  });
});

test("a list on which a vote is worth something else is named once, however it is spelled", async () => {
  const [first, second] = ["Top-Servers.example", "top servers.example"].map(
    (service) => `[[rewards.vote_lists]]\nservice = "${service}"\npoints = 3\n`,
  );
  const file = await communityFileWith(`${first}${second}`);
  const refusal = await rejectionOf(loadConfig({ COMMUNITY_FILE: file }));
  expect(refusal.message).toContain(
    'rewards.vote_lists[1].service: "top servers.example" is already used above',
  );
});

test("the example names the limits as they are", () => {
  const uncommented = exampleCommunity.replaceAll(/^# (\w+ = (?:\{|\d))/gm, "$1");
  expect(uncommented).not.toBe(exampleCommunity);
  const community = communitySchema.parse(Bun.TOML.parse(uncommented));
  expect(community.limits).toEqual(USUAL_LIMITS);
});

test.each([
  ["sessions.idle_hours", "[sessions]\nidle_hours = 0"],
  ["sessions.idle_hours", "[sessions]\nidle_hours = 721"],
  ["logins", "[limits]\nlogins = { max = 1, minutes = 1 }"],
  ["limits.mails_by_mailbox.max", "[limits]\nmails_by_mailbox = { max = 0, minutes = 1 }"],
  ["limits.mails_by_mailbox", "[limits]\nmails_by_mailbox = 5"],
])("a limit that is none is a problem that is named: %s", async (named, lines) => {
  const [problem, ...others] = await problemsOf({ COMMUNITY_FILE: await communityFileWith(lines) });
  expect(problem).toContain(named);
  expect(others).toEqual([]);
});

const read = (text = "") => communitySchema.safeParse(Bun.TOML.parse(text));

test("a file of the first format is understood, one of a format to come is refused", async () => {
  const [first, second, later] = ["", "format = 2\n", "format = 99\n"].map((line) =>
    exampleCommunity.replace(/^format = .*\n/m, line),
  );
  expect(read(first).data).toEqual(read(second).data);
  expect(read(first).success).toBe(true);
  const file = join(await testFolder(), "community.toml");
  await Bun.write(file, later ?? "");
  expect(await problemsOf({ COMMUNITY_FILE: file })).toEqual([
    "community.toml: format: must be 2 or less, such as format = 2",
  ]);
});

test("the locale is the brand's; in a file of the first format it stood above all sections", async () => {
  const unsaid = exampleCommunity.replace(/^locale = .*\n/m, "");
  expect(read(unsaid).data?.brand.locale).toBe("en-US");
  const first = unsaid.replace(/^format = .*$/m, 'locale = "de-DE"');
  expect(read(first).data?.brand.locale).toBe("de-DE");
  const file = join(await testFolder(), "community.toml");
  for (const [own, problem] of [
    [unsaid.replace(/^timezone/m, 'locale = "de-DE"\ntimezone'), 'does not know "locale"'],
    [
      exampleCommunity.replace(/^locale = .*$/m, 'locale = "x"'),
      "brand.locale: must be a locale such as en-US or de-DE",
    ],
  ] as const) {
    await Bun.write(file, own);
    expect(await problemsOf({ COMMUNITY_FILE: file })).toEqual([`community.toml: ${problem}`]);
  }
});

test("a name that is unknown is named as it stands in the file", async () => {
  const file = await communityFileWith("[limits]\nmails_by_mailboxes = { max = 1, minutes = 1 }");
  expect(await problemsOf({ COMMUNITY_FILE: file })).toEqual([
    'community.toml: limits: does not know "mails_by_mailboxes"',
  ]);
});

/** The example's community file, with this as its list of hosts. */
const communityFileShowing = async (hosts: string) => {
  const file = join(await testFolder(), "community.toml");
  await Bun.write(file, exampleCommunity.replace(/^\[pictures\]\nhosts = .*$/m, hosts));
  return file;
};

const picturesOf = async (hosts: string) => {
  const { community } = await loadConfig({ COMMUNITY_FILE: await communityFileShowing(hosts) });
  return community.pictures;
};

test("messages show pictures from the community's own hosts, or from none", async () => {
  const given = '[pictures]\nhosts = ["I.Example.COM", " pictures.example "]';
  expect(await picturesOf(given)).toMatchObject({ hosts: ["i.example.com", "pictures.example"] });
  for (const none of ["", "[pictures]\nhosts = []"])
    expect(await picturesOf(none)).toMatchObject({ hosts: [] });
});

test.each([
  "https://i.example.com",
  "i.example.com/a",
  "i.example.com:8443",
  "*.example.com",
  "example",
  "i..example.com",
  "i.example.com; script-src *",
  "",
])("a host of pictures that is none is a problem that is named: %s", async (host) => {
  const file = await communityFileShowing(`[pictures]\nhosts = ["${host}"]`);
  const [problem, ...others] = await problemsOf({ COMMUNITY_FILE: file });
  expect(problem).toContain("pictures.hosts");
  expect(others).toEqual([]);
});
