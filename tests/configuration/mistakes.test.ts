import { describe, expect, test } from "bun:test";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { ConfigError, loadConfig } from "#server/config/config.ts";
import { environmentSchema } from "#server/config/environment.ts";
import { isSecret, VARIABLE_NAMES, VARIABLES } from "#server/config/variables.ts";
import { previousRelease } from "#tests/support/previous-release.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";

type Environment = Readonly<Record<string, string>>;

const problemsOf = async (env: Environment): Promise<readonly string[]> => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

/** What a validator says of itself, and nobody who runs a site understands. */
const VALIDATOR =
  /invalid input|expected \w+, received|undefined|unrecognized|too (small|big)|invalid (string|url|email|option|ISO)|zod|regex|pattern|must be written another way|Something unforeseen|\bE(ACCES|ISDIR|NOENT|NOTDIR|PERM)\b|\bNaN\b/i;

const SECRET = "hunter2hunter2";

const secretFile = async (text: string) => {
  const file = join(await testFolder(), "secret");
  await Bun.write(file, text);
  return file;
};

const edited = (from: RegExp | string, to: string) => {
  const text = exampleCommunity.replace(from, to);
  expect(text).not.toBe(exampleCommunity);
  return text;
};

describe("a wrong value in the environment", () => {
  test.each<[name: string, value: string, expected: string]>([
    ["PORT", "abc", "must be a number, such as PORT=3000"],
    ["PORT", "70000", "must be at most 65,535, such as PORT=3000"],
    ["PORT", "-1", "must be at least 0, such as PORT=3000"],
    ["PORT", "80.5", "must be a whole number, such as PORT=3000"],
    ["PORT", "3000/tcp", "must be a number, such as PORT=3000"],
    ["HOST", "0.0.0.0:3000", "must be an IP address, or a host name, such as HOST=0.0.0.0"],
    ["HOST", "10.0.0.256", "must be an IP address, or a host name, such as HOST=0.0.0.0"],
    ["PUBLIC_URL", "community.example", "must be an http(s) address, such as PUBLIC_URL=https://"],
    ["PUBLIC_URL", "ftp://community.example", "must be an http(s) address, such as PUBLIC_URL="],
    ["PUBLIC_URL", "https://x.example/forum", "must be an origin, without a path, such as PUBLIC"],
    ["PUBLIC_URL", '"https://x.example"', "has quotation marks around its value: leave them out"],
    ["TRUSTED_PROXIES", "10.0.0.0/40", '"10.0.0.0/40" is no IP address, CIDR range or host name'],
    ["HSTS_SUBDOMAINS", "yes", "must be one of true, false, such as HSTS_SUBDOMAINS=false"],
    ["LOG_LEVEL", "verbose", "must be one of debug, info, warn, error, such as LOG_LEVEL=info"],
    ["DRAIN_SECONDS", "ten", "must be a number, such as DRAIN_SECONDS=5"],
    ["DRAIN_SECONDS", "301", "must be at most 300, such as DRAIN_SECONDS=5"],
    ["DATABASE_URL", "mysql://u:p@h/d", "must be a postgres:// address; leave it out for SQLite"],
    ["DATABASE_URL", `postgres://u:${SECRET}#@h/d`, "special characters in the password are wri"],
    ["SESSION_SECRET", SECRET, "must have at least 32 characters; leave it out to have one made"],
    ["SMTP_URL", "localhost:25", "must be an smtp:// or smtps:// address, such as SMTP_URL=smtp"],
    ["SMTP_URL", "mail.example", "must be an smtp:// or smtps:// address, such as SMTP_URL=smtp"],
    ["SMTP_URL", `smtp://u:${SECRET}%@h`, "must name a host; special characters in user and pass"],
    ["SMTP_URL", "smtp://", "must name a host"],
    ["MAIL_FROM", "Frostkeep", "must be an e-mail address, such as MAIL_FROM=hello@"],
    ["MAIL_FROM", "Den <den@x.example>", "must be an e-mail address, such as MAIL_FROM=hello@"],
    ["PUSH_VAPID_KEY", "short", "must be a private key of the curve P-256: 32 bytes in base64url"],
    ["PUSH_VAPID_KEY", "A".repeat(43), "43 characters, such as PUSH_VAPID_KEY=private-vapid-key"],
    ["PUSH_VAPID_KEY", "_".repeat(43), "43 characters, such as PUSH_VAPID_KEY=private-vapid-key"],
    ["DISCORD_CLIENT_ID", "my-app", "must be the application's id, a number of 15 to 20 digits"],
    ["DISCORD_CLIENT_SECRET", `${SECRET} x`, "must be one word of plain letters, digits and sig"],
    ["STEAM_WEB_API_KEY", "a".repeat(201), "must have at most 200 characters"],
    ["TEBEX_API_BASE", "https://x.example/?a=b", "must have neither query, fragment nor password"],
    ["EPIC_API_BASE", "nowhere", "must be an http(s) address, such as EPIC_API_BASE=https://api."],
    ["BACKUP_TO", "ftp://host/folder", "must be a folder, or s3://BUCKET/PREFIX, such as BACKUP"],
    ["BACKUP_TO", "s3://", "must be a folder, or s3://BUCKET/PREFIX"],
    ["BACKUP_TO", "s3://bucket/../other", "must be a folder, or s3://BUCKET/PREFIX"],
    ["BACKUP_KEEP", "0", "must be at least 1, such as BACKUP_KEEP=14"],
    ["BACKUP_EVERY", "daily", "must be hours such as 6h (168h at most), or a time of day such as"],
    ["BACKUP_EVERY", "25:00", "must be hours such as 6h (168h at most), or a time of day such as"],
    ["BACKUP_EVERY", "0h", "must be hours such as 6h (168h at most), or a time of day such as"],
    ["S3_ENDPOINT", "s3.example", "must be an http(s) address, such as S3_ENDPOINT=https://s3.us"],
  ])("[CONF-01] %s=%s", async (name, value, expected) => {
    const problems = await problemsOf({ [name]: value });
    const own = problems.filter((problem) => problem.startsWith(`environment: ${name}: `));
    expect(own).toHaveLength(1);
    expect(own[0]).toContain(expected);
    expect(problems.join("\n")).not.toMatch(VALIDATOR);
    expect(problems.join("\n")).not.toContain(SECRET);
  });

  test.each<[env: Environment, problem: string]>([
    [{ BACKUP_EVERY: "6h" }, "environment: BACKUP_EVERY needs BACKUP_TO: a folder, such as"],
    [{ BACKUP_TO: "s3://b-1/x" }, "environment: BACKUP_TO is s3://b-1/x, so S3_ACCESS_KEY_ID and"],
    [{ SMTP_URL: "smtp://m.example" }, "environment: SMTP_URL and MAIL_FROM belong together"],
    [{ DISCORD_CLIENT_SECRET: SECRET }, "environment: DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET"],
    [{ TEBEX_PRIVATE_KEY: SECRET }, "environment: TEBEX_PUBLIC_TOKEN and TEBEX_WEBHOOK_SECRET"],
    [
      { PUBLIC_URL: "https://x.example" },
      "environment: TRUSTED_PROXIES: is missing. PUBLIC_URL is",
    ],
  ])("[CONF-01] %j alone", async (env, problem) => {
    expect(await problemsOf(env)).toEqual([expect.stringContaining(problem)]);
  });

  test("every example is right, and everything that is wrong is said at once", async () => {
    for (const [name, { example }] of Object.entries(VARIABLES))
      expect([name, environmentSchema().safeParse({ [name]: example }).success]).toEqual([
        name,
        true,
      ]);
    expect(await problemsOf({ PORT: "x", LOG_LEVEL: "y", SMTP_URI: "z" })).toHaveLength(3);
  });
});

describe("a variable's name", () => {
  test.each([
    ["DATABASE_URI", "DATABASE_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["DATBASE_URL_FILE", "DATABASE_URL_FILE"],
    ["SMTP_URI", "SMTP_URL"],
    ["SMPT_URL", "SMTP_URL"],
    ["DISCORD_CLIENTID", "DISCORD_CLIENT_ID"],
    ["DISCORD_CLIENT_SECERT", "DISCORD_CLIENT_SECRET"],
    ["DISCORD_CLIENT_SECRET_FIEL", "DISCORD_CLIENT_SECRET_FILE"],
    ["STEAM_WEBAPI_KEY", "STEAM_WEB_API_KEY"],
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["PUBLICURL", "PUBLIC_URL"],
    ["public_url", "PUBLIC_URL"],
    ["MAIL_FORM", "MAIL_FROM"],
    ["PROT", "PORT"],
    ["COMUNITY_FILE", "COMMUNITY_FILE"],
    ["TEBEX_PUBLIC_TOKEM", "TEBEX_PUBLIC_TOKEN"],
    ["BACKUP_KEPT", "BACKUP_KEEP"],
    ["S3_ACCES_KEY_ID", "S3_ACCESS_KEY_ID"],
  ])("[CONF-02] %s is refused, and %s is named", async (written, meant) => {
    expect(await problemsOf({ [written]: "x" })).toEqual([
      `environment: ${written} is not known. Did you mean ${meant}? Rename it, or unset it where it belongs to another program`,
    ]);
  });

  /** Of shells, desktops, systemd, containers, other databases, and those who build programs. */
  const ORDINARY = `PATH HOME HOSTNAME HOSTTYPE MACHTYPE OSTYPE SHELL SHLVL TERM COLORTERM USER LOGNAME MAIL
    MAILCHECK PWD OLDPWD LANG LANGUAGE LC_ALL TZ EDITOR VISUAL PAGER LESS PS1 PS4 IFS DISPLAY EUID UID PPID
    XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK
    SSH_CONNECTION SUDO_USER SUDO_COMMAND INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET MAINPID LISTEN_FDS
    STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH
    container KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP_PROTO
    LYNXDEN_PORT LYNXDEN_SERVICE_HOST DOCKER_HOST COMPOSE_FILE COMPOSE_PROJECT_NAME POSTGRES_USER POSTGRES_DB
    POSTGRES_PASSWORD POSTGRES_PASSWORD_FILE POSTGRES_HOST POSTGRES_URL PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD
    PGDATA REDIS_URL MYSQL_URL DB_HOST DB_PORT DB_URL HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy
    no_proxy AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_REGION AWS_DEFAULT_REGION AWS_ENDPOINT_URL_S3
    NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH BUN_INSTALL NPM_CONFIG_CACHE npm_config_user_agent
    npm_package_name npm_lifecycle_event INIT_CWD CI GITHUB_TOKEN GITHUB_ACTIONS GITHUB_REF RUNNER_OS
    TMPDIR TMP TEMP SSL_CERT_FILE SSL_CERT_DIR LD_LIBRARY_PATH MALLOC_ARENA_MAX WINDIR APPDATA COMPUTERNAME
    PROCESSOR_LEVEL STEAM_RUNTIME STEAM_COMPAT_DATA_PATH VSCODE_PID TERM_PROGRAM WSL_DISTRO_NAME WT_SESSION
    TEST_DATABASE_URL TEST_ENGINE SANDBOX_PORT DEMO_RESET CHROME_PATH RESTIC_REPOSITORY BORG_REPO GRAFANA_URL
    HOST_IP NODE_HOST VIRTUAL_HOST VIRTUAL_PORT LETSENCRYPT_HOST FORCE_COLOR NO_COLOR COLUMNS LINES _ DEBUG`;

  test("[CONF-02] the variables of other programs are nobody's mistake", async () => {
    const names = ORDINARY.split(/\s+/);
    expect(names.length).toBeGreaterThan(120);
    const env = Object.fromEntries(names.map((name) => [name, "x"]));
    await loadConfig(env);
    await loadConfig(
      Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !VARIABLE_NAMES.includes(name)),
      ),
    );
  });
});

describe("a secret in a file", () => {
  test("[CONF-03] is read without the line break at its end, whichever secret it is", async () => {
    const secret = "x".repeat(40);
    const config = await loadConfig({ SESSION_SECRET_FILE: await secretFile(`${secret}\r\n`) });
    expect(config.sessionSecret).toBe(secret);
    for (const name of VARIABLE_NAMES.filter(isSecret))
      expect(VARIABLE_NAMES).toContain(`${name}_FILE`);
    const mail = await loadConfig({
      SMTP_URL_FILE: await secretFile("smtp://u:p@mail.example:587\n"),
      MAIL_FROM: "a@x.example",
    });
    expect(mail.mail?.url).toBe("smtp://u:p@mail.example:587");
  });

  test("[CONF-03] that is missing, empty, given twice or wrong is refused, and is not repeated", async () => {
    const folder = await testFolder();
    const cases: readonly (readonly [Environment, string])[] = [
      [{ SESSION_SECRET_FILE: join(folder, "none") }, "SESSION_SECRET_FILE: there is no file "],
      [{ SESSION_SECRET_FILE: folder }, "is a folder, and a file is expected"],
      [{ SESSION_SECRET_FILE: await secretFile(" \n") }, "is empty"],
      [{ SESSION_SECRET_FILE: await secretFile("x".repeat(20_000)) }, "at most 16384 are expected"],
      [{ SESSION_SECRET_FILE: await secretFile(SECRET) }, "SESSION_SECRET: must have at least 32"],
      [
        { SESSION_SECRET_FILE: await secretFile("x".repeat(40)), SESSION_SECRET: "y".repeat(40) },
        "SESSION_SECRET_FILE: SESSION_SECRET is set as well: set one of the two",
      ],
      [{ PUBLIC_URL_FILE: "/run/url" }, "PUBLIC_URL_FILE is not read: only secrets can lie in"],
    ];
    for (const [env, expected] of cases) {
      const problems = await problemsOf(env);
      expect(problems).toEqual([expect.stringContaining(expected)]);
      expect(problems[0]).not.toContain(SECRET);
    }
  });
});

const fileOf = async (content: string | Uint8Array) => {
  const file = join(await testFolder(), "frost.toml");
  await Bun.write(file, content);
  return file;
};
const ofFile = async (content: string | Uint8Array) =>
  problemsOf({ COMMUNITY_FILE: await fileOf(content) });

describe("the community's file", () => {
  test("[CONF-01] in Latin-1 or UTF-16 is refused with the line", async () => {
    const latin = Buffer.from(`${exampleCommunity}\n# Gemütlich\n`, "latin1");
    const line = exampleCommunity.split("\n").length + 1;
    // What stood there in UTF-8 comes out in Latin-1 as well where it can be: the first such line counts.
    const [problem = ""] = await ofFile(latin);
    expect(problem).toMatch(
      /frost\.toml is not written in UTF-8: line \d+ has a letter of another/,
    );
    expect(Number(/line (\d+)/.exec(problem)?.[1])).toBeLessThanOrEqual(line);
    const [own = ""] = await ofFile(Buffer.from("format = 2\n\nname = 'Grün'\n", "latin1"));
    expect(own).toContain("line 3 has a letter");
    const [wide = ""] = await ofFile(Buffer.from("\uFEFFformat = 2\n", "utf16le"));
    expect(wide).toContain("is written in UTF-16. Save it as UTF-8");
  });

  test("[CONF-01] that is none, a folder, a loop, too long or not ours to read is refused by its path", async () => {
    const folder = await testFolder();
    const loop = join(folder, "loop.toml");
    await symlink(loop, loop);
    await mkdir(join(folder, "as-folder.toml"));
    const long = join(folder, "long.toml");
    await Bun.write(long, `# ${"x".repeat(6 * 1024 * 1024)}`);
    for (const [name, expected] of [
      ["none.toml", "environment: COMMUNITY_FILE: there is no file"],
      ["long.toml/below.toml", "environment: COMMUNITY_FILE: there is no file"],
      ["as-folder.toml", "as-folder.toml is a folder, and a file is expected"],
      ["loop.toml", "loop.toml is a link that leads back to itself"],
      ["long.toml", "bytes, and at most 5242880 are expected"],
    ] as const) {
      const [problem, ...others] = await problemsOf({ COMMUNITY_FILE: join(folder, name) });
      expect(problem).toContain(expected);
      expect(problem).toContain(join(folder, name).slice(0, -1));
      expect(others).toEqual([]);
    }
  });

  test("[CONF-01] without the right to read it is refused with the command that gives it", async () => {
    const file = await fileOf(exampleCommunity);
    await chmod(file, 0o000);
    // Root may read everything: as somebody else, where we can be that.
    const script = `process.setuid?.(65534); const { loadConfig } = await import(${JSON.stringify(join(import.meta.dir, "../../src/server/config/config.ts"))}); await loadConfig({ COMMUNITY_FILE: ${JSON.stringify(file)} }).catch((error) => console.log(error.message));`;
    await chmod(join(file, ".."), 0o755);
    const isRoot = process.getuid?.() === 0;
    const said = isRoot
      ? await new Response(
          Bun.spawn([process.execPath, "-e", script], { stderr: "ignore", cwd: "/" }).stdout,
        ).text()
      : (await problemsOf({ COMMUNITY_FILE: file })).join();
    expect(said).toContain(`${file} may not be read by the user that this program runs as`);
    expect(said).toContain("chmod");
    expect(said).not.toMatch(VALIDATOR);
  });

  test.each<[what: string, text: () => string, expected: string]>([
    ["no format", () => edited(/^format = .*\n/m, ""), ""],
    [
      "a missing name",
      () => edited(/^name = .*\n/m, ""),
      'brand.name: is required, such as name = "',
    ],
    [
      "no section of the brand",
      () => "format = 2\n",
      "brand: is required, such as [brand] with name",
    ],
    [
      "a name of a number",
      () => edited(/^name = .*$/m, "name = 5"),
      'brand.name: must be text, such as name = "',
    ],
    ["an empty name", () => edited(/^name = .*$/m, 'name = ""'), "brand.name: must"],
    [
      "a time zone of one's own",
      () => edited(/^timezone = .*$/m, 'timezone = "Berlin"'),
      "timezone: must be an IANA time zone such as",
    ],
    [
      "a time zone of a number",
      () => edited(/^timezone = .*$/m, "timezone = 1"),
      'timezone: must be text, such as timezone = "',
    ],
    [
      "a port of text",
      () => edited(/^port = .*$/m, 'port = "27015"'),
      "].port: must be a number, such as port = ",
    ],
    ["a port that is none", () => edited(/^port = .*$/m, "port = nan"), "].port: must be a"],
    [
      "a port beyond all",
      () => edited(/^port = .*$/m, "port = 70000"),
      "].port: must be at most 65,535, such as port = ",
    ],
    [
      "a port of half",
      () => edited(/^port = .*$/m, "port = 1.5"),
      "].port: must be a whole number, such as port = ",
    ],
    ["a host that is none", () => edited(/^host = .*$/m, 'host = "http://x"'), "].host: must"],
    [
      "a game that is none",
      () => edited(/^game = .*$/m, 'game = "pong"'),
      '"pong" is the key of no game',
    ],
    [
      "an unknown key",
      () => edited(/^name = .*$/m, '$&\ncolour = "red"'),
      'brand: does not know "colour"',
    ],
    [
      "a key with a slip",
      () => edited(/^tagline = /m, "taglien = "),
      'brand: does not know "taglien" (did you mean tagline?)',
    ],
    [
      "a key of one server",
      () => `${exampleCommunity}\ncolour = "red"\n`,
      "A line belongs to the last [table] above it",
    ],
    [
      "an unknown section",
      () => `${exampleCommunity}\n[shopp]\na = 1\n`,
      'does not know "shopp" (did you mean shop?)',
    ],
    [
      "a table for a list",
      () =>
        `${exampleCommunity.replaceAll(/^\[\[servers\]\]\n(?:.+\n)+/gm, "")}\n[servers]\nname = "x"\n`,
      "servers: must be a list, such as [[servers]] with ",
    ],
    [
      "a list for a table",
      () => `${edited(/^\[feeds\][^[]*/m, "")}\n[[feeds]]\nguests = 1\n`,
      "feeds: must be an object with fields",
    ],
    [
      "a date of another land",
      () => edited(/^updated = .*$/m, 'updated = "01.11.2026"'),
      "privacy.updated: must be a date such as 2026-12-01",
    ],
    [
      "a date that is none",
      () => edited(/^updated = .*$/m, 'updated = "2026-02-31"'),
      "privacy.updated: must be a date such as 2026-12-01",
    ],
    [
      "an address of mail that is none",
      () => edited(/^contact_email = .*$/m, 'contact_email = "den"'),
      "brand.contact_email: ",
    ],
    [
      "a link without https",
      () => edited(/^discord = .*$/m, 'discord = "discord.gg/x"'),
      "links.discord: must be",
    ],
    [
      "a yes of text",
      () => edited(/^idle_hours = .*$/m, 'idle_hours = "24"'),
      "sessions.idle_hours: must be a number, such as idle_hours = ",
    ],
    [
      "too many hours",
      () => edited(/^idle_hours = .*$/m, "idle_hours = 10000"),
      "sessions.idle_hours: must be at most 720",
    ],
    [
      "a locale of one's own",
      () => edited(/^locale = .*$/m, 'locale = "german!"'),
      "brand.locale: must be a locale such as",
    ],
    ["a table that stands twice", () => `${exampleCommunity}\n[brand]\nname = "x"\n`, "line "],
    ["an open string", () => edited(/^name = .*$/m, 'name = "x'), "line "],
    ["no TOML but JSON", () => '{"brand": {}}', "line 1: "],
    ["no TOML but YAML", () => "brand:\n  name: x\n", "line 1: "],
  ])("[CONF-01] with %s", async (_, text, expected) => {
    if (expected === "") {
      await loadConfig({ COMMUNITY_FILE: await fileOf(text()) });
      return;
    }
    const problems = await ofFile(text());
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join("\n")).toContain(expected);
    for (const problem of problems) {
      expect(problem).toStartWith("frost.toml: ");
      expect(problem).not.toMatch(VALIDATOR);
    }
  });
});

test("an untouched copy of the example, also of the previous release's, counts as no file of the owner's", async () => {
  const COMMUNITY_FILE = join(await testFolder(), "community.toml");
  const isExample = async (text: string) => {
    await Bun.write(COMMUNITY_FILE, text);
    return (await loadConfig({ COMMUNITY_FILE })).untouchedExample !== null;
  };
  expect(await isExample(exampleCommunity)).toBe(true);
  expect(await isExample(exampleCommunity.replaceAll("\n", "\r\n"))).toBe(true);
  expect(await isExample(edited(/^name = .*$/m, 'name = "Frostkeep"'))).toBe(false);
  const previous = await previousRelease();
  if (previous === null) return;
  expect(await isExample(await Bun.file(join(previous, "community.toml")).text())).toBe(true);
});
