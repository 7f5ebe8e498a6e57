import { expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "#scripts/free-port.ts";
import { startSite } from "#scripts/site-process.ts";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { openStore } from "#server/store/open.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { folderWithBinary } from "#tests/support/binary.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { type Front, FRONTS, SITE_HOST } from "#tests/support/fronts.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { silentLog } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const LIMIT_MS = 240_000;
/** What a mail or a provider puts into an address. */
const SECRET = "c0de-0f-a-ma1l";
/** Another address of this machine than the proxy's, and how the site writes it down. */
const VISITOR = "127.1.2.3";
const VISITOR_NETWORK = "127.1.2.0/24";

/** The program behind a proxy, its log, and somebody signed in as Admin. */
const behind = async (start: (instances: readonly number[]) => Promise<Front>) => {
  const folder = await folderWithBinary();
  const port = await freePort();
  const dataDir = join(folder, "data");
  const site = await startSite({
    command: ["sh", "-c", "exec ./lynxden serve > site.log"],
    cwd: folder,
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `https://${SITE_HOST}`,
      TRUSTED_PROXIES: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      LOG_LEVEL: "info",
    },
  });
  afterThisTest(() => site.kill());
  const store = await openStore({ databaseUrl: null, dataDir, log: silentLog, clock: systemClock });
  afterThisTest(() => store.close());
  const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
  const { token } = await signedIn(
    { deps: { store, auth, clock: systemClock } },
    { role: "Admin" },
  );
  const front = await start([port]);
  return { front, token, site, siteLog: () => Bun.file(join(folder, "site.log")).text(), folder };
};

const CURL = ["curl", "--silent", "--insecure", "--no-buffer", "--max-time", "60"];

const curl = (front: Front, path: string, flags: readonly string[]) => {
  const ports = { http: front.httpPort, https: front.httpsPort };
  const scheme = path.startsWith("http:") ? "http" : "https";
  const child = Bun.spawn(
    [
      ...CURL,
      "--resolve",
      `${SITE_HOST}:${ports[scheme]}:127.0.0.1`,
      ...flags,
      `${scheme}://${SITE_HOST}:${ports[scheme]}${path.replace(/^https?:/, "")}`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  afterThisTest(() => child.kill());
  return child;
};

/** Asks through a proxy. @returns the status, and the address that is redirected to. */
const ask = async (front: Front, path: string, ...flags: readonly string[]) => {
  const format = "%{http_code} %{redirect_url}";
  const child = curl(front, path, ["--output", "/dev/null", "--write-out", format, ...flags]);
  const [status = "", location = ""] = (await new Response(child.stdout).text()).split(" ");
  return { status: Number(status), location };
};

/** A chunk of a PNG file. */
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(Bun.hash.crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const END_BYTES = 12;

/** A picture that has as many bytes, most of them a remark. */
const pictureOf = (bytes: number) => {
  const remark = Buffer.alloc(bytes - PIXEL.length - END_BYTES, "x");
  const [start, end] = [PIXEL.subarray(0, -END_BYTES), PIXEL.subarray(-END_BYTES)];
  return Buffer.concat([start, chunk("tEXt", remark), end]);
};

/** What a live feed has sent so far. */
const openFeed = (front: Front, token: string) => {
  const feed = curl(front, "/api/feed", ["--header", `Authorization: Bearer ${token}`]);
  const heard: string[] = [];
  void (async () => {
    for await (const text of feed.stdout.pipeThrough(new TextDecoderStream())) heard.push(text);
  })();
  return { heard: () => heard.join(""), isOpen: () => feed.exitCode === null };
};

for (const { name, program, start } of FRONTS)
  test.skipIf(program === null)(
    `behind ${name} as it is delivered: https alone, visitors' addresses, uploads, the live feed, and no query in a log`,
    async () => {
      const { front, token, site, siteLog, folder } = await behind((instances) =>
        start(program ?? "", instances),
      );
      const bearer = ["--header", `Authorization: Bearer ${token}`];

      const plain = await ask(front, `http:/points?code=${SECRET}`);
      expect([301, 308]).toContain(plain.status);
      expect(plain.location).toMatch(
        new RegExp(`^https://${SITE_HOST}(:${front.httpsPort})?/points\\?code=${SECRET}$`),
      );

      // An address that the visitor claims to have is not believed.
      const spoofed = ["--header", "X-Forwarded-For: 203.0.113.7"];
      const visitor = ["--interface", VISITOR, ...spoofed];
      expect((await ask(front, "/api/nowhere", ...visitor)).status).toBe(404);
      await until(async () => (await siteLog()).includes(`"address":"${VISITOR_NETWORK}"`));
      expect(await siteLog()).not.toContain("203.0.113");

      const upload = async (bytes: number) => {
        await Bun.write(join(folder, "picture.png"), pictureOf(bytes));
        const body = ["--data-binary", `@${join(folder, "picture.png")}`];
        const type = ["--header", "Content-Type: image/png"];
        return (await ask(front, "/api/site/pictures", ...bearer, ...type, ...body)).status;
      };
      expect(await upload(PICTURE_MAX_BYTES)).toBe(200);
      expect(await upload(PICTURE_MAX_BYTES + 1)).toBe(413);

      const feed = openFeed(front, token);
      await until(() => feed.heard().includes('"type":"hello"'));
      const told = JSON.stringify({ subject: "Hello", message: "All is well.", isGlobal: true });
      const json = ["--header", "Content-Type: application/json", "--data", told];
      expect((await ask(front, "/api/Notification", ...bearer, ...json)).status).toBe(200);
      await until(() => feed.heard().includes('"type":"notifications.changed"'));
      expect(feed.isOpen()).toBe(true);

      const verify = `/verify-email?token=${SECRET}`;
      const from = ["--header", `Referer: https://${SITE_HOST}${verify}`];
      expect((await ask(front, verify, ...from)).status).toBe(200);
      await site.kill();
      expect((await ask(front, verify, ...from, "--max-time", "20")).status).toBeOneOf([502, 503]);
      await until(async () => (await front.logs()).includes("/verify-email"));
      const logs = `${await front.logs()}${await siteLog()}`;
      expect(logs).not.toContain(SECRET);
      expect(logs).not.toContain(token);
    },
    LIMIT_MS,
  );
