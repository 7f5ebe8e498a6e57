import { expect, test } from "bun:test";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#scripts/client/places.ts";
import { freePort } from "#scripts/free-port.ts";
import { environmentSchema } from "#server/config/environment.ts";
import { rangeTest } from "#server/core/addresses.ts";
import { isProbePath } from "#server/http/monitoring.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { readUnit } from "#tests/support/unit-file.ts";

const MEGABYTE = 1024 * 1024;
/** What the program asks its supervisors for, in README.md. */
const STOP_SECONDS = 30;

const read = (name: string) => Bun.file(join(ROOT, "deploy", name)).text();
const [composeText, containerfile, unitText, caddyfile, nginx] = (await Promise.all(
  ["compose.yaml", "Containerfile", "lynxden.service", "Caddyfile", "nginx.conf"].map(read),
)) as [string, string, string, string, string];

const service = z.looseObject({
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});
const composeSchema = z.object({
  services: z.object({
    caddy: service.extend({ networks: z.object({ front: z.object({ ipv4_address: z.ipv4() }) }) }),
    site: service.extend({
      build: z.object({ context: z.string(), dockerfile: z.string() }),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      security_opt: z.tuple([z.literal("no-new-privileges:true")]),
      tmpfs: z.tuple([z.literal("/tmp")]),
      stop_grace_period: z.string().regex(/^\d+s$/),
      networks: z.tuple([z.literal("front"), z.literal("back")]),
    }),
    database: service,
  }),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.cidrv4() })) }) }),
    back: z.object({ internal: z.literal(true) }),
  }),
  volumes: z.record(z.string(), z.null()),
});
const compose = composeSchema.parse(Bun.YAML.parse(composeText));
const { caddy, site, database } = compose.services;

/** The lines of a Containerfile by their instruction, each with those that it goes on in. */
const instructions = (name: string): string[] =>
  containerfile
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []));

const imageEnvironment = Object.fromEntries(
  (instructions("ENV")[0] ?? "").split(" ").map((pair) => pair.split("=", 2) as [string, string]),
);

/** What the environment says, where compose has put in what an owner has written into `.env`. */
const filledIn = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replaceAll("${SITE_ADDRESS}", "community.example")
        .replaceAll("${POSTGRES_PASSWORD}", "0a1b2c"),
    ]),
  );

test("the image can make backups of a PostgreSQL", () => {
  const [, last = ""] = containerfile.split(/^FROM (?!.* AS )/m);
  expect(last).toContain("install --yes --no-install-recommends postgresql-client");
});

test("compose gives the site an environment that it understands, and a database that exists", () => {
  const given = filledIn({ ...imageEnvironment, ...site.environment });
  const understood = environmentSchema().strict().parse(given);
  expect(understood.PUBLIC_URL).toBe("https://community.example");
  const url = new URL(understood.DATABASE_URL ?? "");
  expect(Object.keys(compose.services)).toContain(url.hostname);
  expect([url.username, url.pathname]).toEqual([
    database.environment["POSTGRES_USER"] ?? "",
    `/${database.environment["POSTGRES_DB"]}`,
  ]);
  expect(site.volumes.map((volume) => volume.split(":").slice(1).join(":"))).toEqual([
    `${understood.COMMUNITY_FILE}:ro`,
    understood.DATA_DIR,
  ]);
  const named = [caddy, site, database].flatMap(({ volumes }) => volumes);
  const volumes = named.flatMap((volume) => /^([a-z][\w-]*):/.exec(volume)?.[1] ?? []);
  expect(volumes.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test("in compose only the proxy can be reached, and its address alone is believed", () => {
  expect([site.ports, database.ports]).toEqual([[], []]);
  expect(caddy.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  const address = caddy.networks.front.ipv4_address;
  expect(site.environment["TRUSTED_PROXIES"]).toBe(address);
  const subnets = compose.networks.front.ipam.config.map(({ subnet }) => subnet);
  expect(rangeTest(subnets)(address)).toBe(true);
  expect(caddy.environment["SITE_UPSTREAM"]).toBe(`site:${imageEnvironment["PORT"]}`);
});

test("images have plain names with a version, and the one that builds has this Bun", () => {
  const images = [...instructions("FROM"), caddy.image ?? "", database.image ?? ""];
  for (const image of images) expect(image).toMatch(/^[a-z]+(\/[a-z]+)?:\d[\w.-]*( AS build)?$/);
  expect(images[0]).toBe(`oven/bun:${Bun.version}-slim AS build`);
});

test("the image runs as nobody in particular, keeps its data in its volume, and stops in time", () => {
  expect(instructions("USER")).toEqual(["10001:10001"]);
  expect(instructions("VOLUME")).toEqual([imageEnvironment["DATA_DIR"] ?? ""]);
  expect(instructions("EXPOSE")).toEqual([imageEnvironment["PORT"] ?? ""]);
  expect(instructions("CMD")).toEqual(['["serve"]']);
  expect(Number.parseInt(site.stop_grace_period, 10)).toBeGreaterThanOrEqual(STOP_SECONDS);
});

test("the image's health check is content with an answer, and with nothing else", async () => {
  const [, written = ""] = / CMD (\[.*\])$/.exec(instructions("HEALTHCHECK")[0] ?? "") ?? [];
  const command = z.array(z.string()).parse(JSON.parse(written));
  let status = 200;
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      // HTTP/1.0 names no host.
      asked.push(new URL(url, "http://localhost").pathname);
      return new Response("", { status });
    },
  });
  afterThisTest(() => server.stop(true));
  const check = async (port: number) =>
    await Bun.spawn(command, {
      env: { PATH: "/usr/bin:/bin", PORT: String(port) },
      stdio: ["ignore", "ignore", "ignore"],
    }).exited;
  expect(await check(Number(server.port))).toBe(0);
  status = 503;
  expect(await check(Number(server.port))).not.toBe(0);
  expect(await check(await freePort())).not.toBe(0);
  expect(asked).toEqual(["/healthz", "/healthz"]);
  expect(asked.every(isProbePath)).toBe(true);
});

test("the unit gives the site an environment that it understands, on loopback, and a folder of its own", () => {
  const unit = readUnit(unitText);
  const given = Object.fromEntries(
    unit.all("Environment").map((pair) => pair.split("=", 2) as [string, string]),
  );
  const understood = environmentSchema().strict().parse(given);
  expect(understood.HOST).toBe("127.0.0.1");
  expect(understood.DATA_DIR).toBe(`/var/lib/${unit.one("StateDirectory")}`);
  expect(unit.one("WorkingDirectory")).toBe(understood.DATA_DIR);
  expect(unit.one("ExecStart")).toBe("/usr/local/bin/lynxden serve");
  expect(Number(unit.one("TimeoutStopSec"))).toBeGreaterThanOrEqual(STOP_SECONDS);
});

test.skipIf(process.getuid?.() !== 0 && process.env["CI"] !== "true")(
  "a command beside the service has the unit's settings, user and folder, and nothing of the shell's",
  async () => {
    // The folder of a whole run is its user's alone, and the command becomes somebody else.
    const folder = await mkdtemp("/var/tmp/lynxden-unit-");
    afterThisTest(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    const settings = join(folder, "lynxden.env");
    await Bun.write(
      settings,
      `# A comment\nPUBLIC_URL="https://community.example"\r\n\nSMTP_URL=smtp://a b:$(id)&c@host:25\n`,
    );
    const adapted = unitText
      .replace(/^User=.*$/m, "User=nobody")
      .replace(/^WorkingDirectory=.*$/m, `WorkingDirectory=${folder}`)
      .replace(/^EnvironmentFile=.*$/m, `EnvironmentFile=-${settings}`)
      .replace(/^ExecStart=.*$/m, "ExecStart=/usr/bin/env serve");
    await Bun.write(join(folder, "lynxden.service"), adapted);
    await Bun.write(
      join(folder, "lynxden@.service"),
      adapted.replace("PORT=3000", "PORT=%i").replace(settings, `${folder}/missing`),
    );
    const script = join(folder, "lynxden-site");
    await Bun.write(script, await read("lynxden-site"));
    await chmod(script, 0o755);
    // Whatever is new may be its maker's alone.
    for (const name of ["lynxden.env", "lynxden.service", "lynxden@.service"])
      await chmod(join(folder, name), 0o644);
    const says = (unit: string) => {
      const { stdout, stderr, exitCode } = Bun.spawnSync(
        [script, "sh", "-c", "id -un; pwd; umask; env"],
        {
          env: {
            PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
            UNIT_FOLDER: folder,
            UNIT: unit,
            SECRET: "x",
          },
        },
      );
      return { lines: stdout.toString().split("\n"), said: stderr.toString(), exitCode };
    };
    const { lines, said, exitCode } = says("lynxden");
    expect([exitCode, said, lines.slice(0, 3)]).toEqual([0, "", ["nobody", folder, "0077"]]);
    for (const line of [
      "PUBLIC_URL=https://community.example",
      "SMTP_URL=smtp://a b:$(id)&c@host:25",
      "DATA_DIR=/var/lib/lynxden",
      "PORT=3000",
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line.startsWith("SECRET") || line.startsWith("UNIT"))).toEqual(
      [],
    );
    expect(says("lynxden@3001").lines).toContain("PORT=3001");
    expect(says("other")).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining("There is no unit"),
    });
  },
);

test("the proxies let the largest picture pass, and ask for health where the site answers", () => {
  const limits = [
    /client_max_body_size (\d+)m;/.exec(nginx)?.[1],
    /max_size (\d+)MiB/.exec(caddyfile)?.[1],
  ].map(Number);
  for (const limit of limits) {
    expect(limit * MEGABYTE).toBeGreaterThan(PICTURE_MAX_BYTES);
    expect(limit * MEGABYTE).toBeLessThan(2 * PICTURE_MAX_BYTES);
  }
  expect(isProbePath(/health_uri (\S+)/.exec(caddyfile)?.[1] ?? "")).toBe(true);
});
