import { expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { runJob, startJobs } from "#server/jobs/scheduler.ts";
import { noteMade } from "#server/modules/backups/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { creditPoints } from "#server/modules/points/index.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { ORDER_STATES } from "#shared/constants/shop.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { PUBLIC_URL, type TestApp, testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { listeningSite } from "#tests/support/http-site.ts";
import { job } from "#tests/support/jobs.ts";
import { plainMail } from "#tests/support/mail.ts";
import { testFolder } from "#tests/support/store.ts";

const TOKEN = "a-token-of-the-monitoring";

const scrape = (app: TestApp) =>
  app.request("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });

/** The values of a metric by its labels, as they are written. */
const valuesOf = (text: string, name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => {
        const at = line.lastIndexOf(" ");
        return [line.slice(name.length, at), Number(line.slice(at + 1))];
      }),
  );

const withToken = (options: Parameters<typeof testApp>[0] = {}) =>
  testApp({ ...options, env: { METRICS_TOKEN: TOKEN, ...options.env } });

const from = (address: string) => ({ requestIP: () => ({ address }) });
const asked = (headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/metrics", { headers });

test("[OPS-01] without a token programs of this machine alone read the metrics, through no proxy", async () => {
  const app = await testApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
    expect((await app.fetch(asked(), from(address))).status).toBe(200);
  for (const address of ["203.0.113.7", "10.0.0.1", "2001:db8::1", ""])
    expect((await app.fetch(asked(), from(address))).status).toBe(403);
  // Some proxies add nothing, and pass on the name that they were asked for.
  for (const host of ["localhost", "127.0.0.1:3000", "[::1]:3000"])
    expect((await app.fetch(asked({ host }), from("127.0.0.1"))).status).toBe(200);
  for (const host of ["den.example", "localhost.den.example", "10.0.0.1:3000"])
    expect((await app.fetch(asked({ host }), from("127.0.0.1"))).status).toBe(403);
  const byName = new Request(`${PUBLIC_URL}/metrics`);
  expect((await app.fetch(byName, from("127.0.0.1"))).status).toBe(403);
  // Who asked stands behind the proxy on this machine, whatever it says of them.
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host"])
    for (const value of ["127.0.0.1", "203.0.113.7", ""])
      expect((await app.fetch(asked({ [name]: value }), from("127.0.0.1"))).status).toBe(403);
});

test("[OPS-01] with a token whoever sends it reads the metrics, and nobody else", async () => {
  const app = await withToken();
  expect((await scrape(app)).status).toBe(200);
  for (const authorization of ["", "Bearer", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, "Bearer a"]) {
    const response = await app.fetch(asked({ authorization }), from("127.0.0.1"));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await response.text()).not.toContain("lynxden_");
  }
});

test("[OPS-02] requests are counted by route pattern, whatever paths somebody makes up", async () => {
  const app = await withToken();
  const paths = [
    "/api/server/ark-se",
    "/api/server/Ark-SE",
    "/api/server/nowhere",
    "/api/nothing/1",
    "/api/trpc/servers.summary",
    "/api/trpc/made.up",
    "/api/trpc/servers.summary,servers.summary?batch=1&input={}",
    "/",
    "/servers/made-up",
    "/made/up/by/somebody",
    "/assets/gone.js",
    "/favicon.svg",
    "/media/unknown",
    "/healthz",
    "/a//b",
  ];
  for (const path of paths) await app.request(path);
  await app.request("/api/server/eco", { method: "PROPFIND" });
  const text = await (await scrape(app)).text();
  const counts = valuesOf(text, "lynxden_http_request_duration_seconds_count");
  const routes = new Set(
    Object.keys(counts).map((labels) => /route="([^"]*)"/.exec(labels)?.[1] ?? ""),
  );
  expect(routes).toEqual(
    new Set([
      "/api/*",
      "/api/server/{game}",
      "/api/trpc/*",
      "/api/trpc/batch",
      "/api/trpc/servers.summary",
      "/assets/*",
      "/healthz",
      "/media/*",
      "file",
      "none",
      "page",
    ]),
  );
  expect(counts['{method="GET",route="/api/server/{game}",status="200"}']).toBe(2);
  expect(counts['{method="GET",route="/api/server/{game}",status="404"}']).toBe(1);
  expect(text).toContain('method="other"');
  expect(text).not.toContain("PROPFIND");
  const buckets = valuesOf(text, "lynxden_http_request_duration_seconds_bucket");
  const ofServer = Object.entries(buckets).filter(([labels]) =>
    labels.startsWith('{method="GET",route="/api/server/{game}",status="200"'),
  );
  expect(ofServer.at(-1)).toEqual([
    '{method="GET",route="/api/server/{game}",status="200",le="+Inf"}',
    2,
  ]);
});

const status = (headers: Record<string, string> = {}) =>
  new Request(`${PUBLIC_URL}/api/server/ark-se`, { headers });

test("the short way to a ready reply is counted like the long one", async () => {
  const app = await withToken();
  const ask = app.routes["/api/server/ark-se"];
  if (ask === undefined) throw new Error("There is no short way.");
  const response = await ask(status(), from("203.0.113.7"));
  await ask(status({ "if-none-match": response.headers.get("etag") ?? "" }), from("203.0.113.7"));
  await app.request("/api/server/ark-se");
  const text = await (await scrape(app)).text();
  const counts = valuesOf(text, "lynxden_http_request_duration_seconds_count");
  expect(counts['{method="GET",route="/api/server/{game}",status="200"}']).toBe(2);
  expect(counts['{method="GET",route="/api/server/{game}",status="304"}']).toBe(1);
});

test("what waits, what was written and how jobs ended are in the metrics, without anybody's name", async () => {
  const app = await withToken();
  const { deps, clock } = app;
  const ctx = asSite(deps);
  const userId = await addUser(deps.store, clock, { firstName: "Ada", lastName: "Lovelace" });
  const entry = { userId, reason: "Boss fight", actorId: null };
  await creditPoints(ctx, { ...entry, kind: "play", delta: 30, reference: "a" });
  await creditPoints(ctx, { ...entry, kind: "play", delta: 12, reference: "b" });
  await creditPoints(ctx, { ...entry, kind: "spend", delta: -5, reference: "c" });
  // The same once more writes nothing, and what is rolled back counts for nothing.
  await creditPoints(ctx, { ...entry, kind: "play", delta: 12, reference: "b" });
  const undone = ctx.write(async (tx) => {
    tx.tally("points", ["play", "in"], 1000);
    throw new Error("undone");
  });
  expect(await undone.catch(String)).toContain("undone");
  await ctx.write((tx) => queueMail(tx, plainMail()));
  const dueAt = new Date(clock.now().getTime() + 60 * MINUTE_MS);
  await ctx.write((tx) => queueMail(tx, plainMail(), dueAt));
  clock.advance(20 * MINUTE_MS);
  const signal = new AbortController().signal;
  const failing = job({ name: "seal-audit", run: () => Promise.reject(new TypeError("secret")) });
  expect(await runJob(deps, failing, signal)).toBe("failed");
  expect(await runJob(deps, job({ name: "poll-servers" }), signal)).toBe("ran");
  const text = await (await scrape(app)).text();
  const points = Object.entries(valuesOf(text, "lynxden_points_total"));
  expect(Object.fromEntries(points.filter(([, value]) => value > 0))).toEqual({
    '{kind="play",direction="in"}': 42,
    '{kind="spend",direction="out"}': 5,
  });
  expect(valuesOf(text, "lynxden_mail_queue_length")).toEqual({ "": 1 });
  expect(valuesOf(text, "lynxden_mail_queue_oldest_seconds")).toEqual({ "": 1200 });
  expect(valuesOf(text, "lynxden_mail_later")).toEqual({ "": 1 });
  expect(valuesOf(text, "lynxden_job_failing")).toEqual({
    '{job_name="poll-servers"}': 0,
    '{job_name="seal-audit"}': 1,
  });
  const succeeded = valuesOf(text, "lynxden_job_last_success_timestamp_seconds");
  expect(Object.keys(succeeded)).toEqual(['{job_name="poll-servers"}']);
  expect(valuesOf(text, "lynxden_job_runs_total")).toEqual({
    '{job_name="seal-audit",result="failed"}': 1,
    '{job_name="poll-servers",result="ran"}': 1,
  });
  expect(valuesOf(text, "lynxden_ready")).toEqual({ "": 1 });
  expect(Object.keys(valuesOf(text, "lynxden_server_up")).length).toBe(
    app.deps.board.rows().length,
  );
  for (const word of ["Ada", "Lovelace", userId, "example.test", "Boss", "secret", TOKEN])
    expect(text).not.toContain(word);
});

/** What a site has of mail and backups that has sent the one and made the other, as it is configured. */
const mailAndBackups = async (env: Readonly<Record<string, string>>) => {
  const app = await withToken({ env });
  const { deps, clock } = app;
  await asSite(deps).write((tx) => queueMail(tx, plainMail()));
  const at = clock.now();
  const backup = { at, durationMs: 1, bytes: 1, place: "/b", name: "b", rows: 1 };
  await deps.store.write((tx) => noteMade({ ...tx, clock }, backup));
  const text = await (await scrape(app)).text();
  expect(text).toContain("lynxden_database_size_bytes ");
  const names = text.match(/^lynxden_(?:mail|backup)_\w+/gm);
  return { names, interval: valuesOf(text, "lynxden_backup_interval_seconds")[""] };
};

test("[OPS-03] what is not configured has no figures, so that nobody is woken for what waits or is old for good", async () => {
  const off = { SMTP_URL: "", MAIL_FROM: "" };
  expect((await mailAndBackups(off)).names).toBe(null);
  const weekly = { ...off, BACKUP_TO: "/backups", BACKUP_EVERY: "168h" };
  expect(await mailAndBackups(weekly)).toEqual({
    names: [
      "lynxden_backup_interval_seconds",
      "lynxden_backup_last_success_timestamp_seconds",
      "lynxden_backup_failing",
    ],
    interval: 7 * 86_400,
  });
  const daily = await mailAndBackups({ ...off, BACKUP_TO: "/backups", BACKUP_EVERY: "04:30" });
  expect(daily.interval).toBe(86_400);
});

test("what is counted begins at nothing, so that its first event is seen as an increase", async () => {
  const app = await withToken();
  const running = startJobs(app.deps, [job({ name: "poll-servers" })]);
  const text = await (await scrape(app)).text();
  await running.stop();
  const zeros = (name: string) =>
    Object.values(valuesOf(text, name)).filter((value) => value === 0).length;
  expect(zeros("lynxden_points_total")).toBe(ENTRY_KINDS.length * 2);
  expect(zeros("lynxden_orders_total")).toBe(ORDER_STATES.length);
  expect(valuesOf(text, "lynxden_tebex_refusals_total")['{reason="limit"}']).toBe(0);
  expect(valuesOf(text, "lynxden_shop_events_total")).toMatchObject({
    '{type="payment.completed"}': 0,
    '{type="recurring-payment.ended"}': 0,
    '{type="other"}': 0,
  });
  expect(valuesOf(text, "lynxden_job_runs_total")).toMatchObject({
    '{job_name="poll-servers",result="failed"}': 0,
  });
});

test("while the database is away the metrics say so, and go on", async () => {
  const app = await withToken();
  await app.deps.store.close();
  const response = await scrape(app);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(valuesOf(text, "lynxden_ready")).toEqual({ "": 0 });
  expect(text).toContain("lynxden_process_resident_memory_bytes ");
  expect(text).not.toContain("lynxden_mail_queue_length");
});

/** Every metric that a text names, without the endings of histograms. */
const namedIn = (text: string) =>
  new Set(
    [...text.matchAll(/\blynxden_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ""),
    ),
  );

test("[OPS-03] the dashboard and the six rules of alerts name metrics that a site has", async () => {
  const site = await listeningSite({ METRICS_TOKEN: TOKEN, BACKUP_TO: await testFolder() });
  const { deps, url } = site;
  const ctx = asSite(deps);
  const userId = await addUser(deps.store, deps.clock);
  const entry = { userId, reason: "", actorId: null };
  await creditPoints(ctx, { ...entry, kind: "play", delta: 1, reference: "a" });
  const backup = { at: deps.clock.now(), durationMs: 1, bytes: 1, place: "/b", name: "b", rows: 1 };
  await deps.store.write((tx) => noteMade({ ...tx, clock: deps.clock }, backup));
  deps.metrics.orders.add(["open"]);
  deps.metrics.shopRefusals.add(["refused"]);
  await runJob(deps, job({ name: "poll-servers" }), new AbortController().signal);
  await fetch(url);
  const read = (headers: Record<string, string>) => fetch(`${url}/metrics`, { headers });
  expect((await read({})).status).toBe(401);
  const text = await (await read({ authorization: `Bearer ${TOKEN}` })).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name ?? ""));
  for (const name of known) expect(name).toStartWith("lynxden_");
  const dashboard = await Bun.file(join(ROOT, "deploy/grafana.json")).text();
  const alerts = await Bun.file(join(ROOT, "deploy/alerts.yaml")).text();
  for (const file of [dashboard, alerts]) {
    const unknown = [...namedIn(file)].filter((name) => !known.has(name));
    expect(unknown).toEqual([]);
  }
  const { schemaVersion, panels } = JSON.parse(dashboard) as {
    schemaVersion: number;
    panels: readonly { id: number; targets: readonly { expr: string }[] }[];
  };
  expect(schemaVersion).toBeGreaterThanOrEqual(39);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { targets } of panels)
    for (const { expr } of targets) expect(expr).toMatch(/lynxden_/);
  const { groups } = Bun.YAML.parse(alerts) as {
    groups: readonly { rules: readonly { alert: string; expr: string; annotations: object }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules).toHaveLength(6);
  for (const { expr, annotations } of rules) {
    expect(namedIn(expr).size).toBeGreaterThan(0);
    expect(annotations).toMatchObject({
      summary: expect.any(String),
      description: expect.any(String),
    });
  }
});
