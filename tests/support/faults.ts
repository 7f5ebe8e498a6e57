import { expect } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { watchStoreJob } from "#server/jobs/housekeeping.ts";
import type { Store } from "#server/store/store.ts";
import { OUTAGE } from "#shared/admin-messages.ts";
import type { TestApp } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { asSite } from "./context.ts";
import { consent } from "./discord.ts";
import { httpClient } from "./http-client.ts";
import { SITE } from "./identity.ts";
import { event, paymentOf, post, signed } from "./orders.ts";
import { appWithPeople, TICKET } from "./people.ts";
import { SHOP_ENV } from "./shop.ts";

const NEVER = new AbortController().signal;

/** A site with every provider and a shop, a member and an Admin, over a store that will fail. */
export const siteOver = async (store: Store) => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const env = { ...sandbox.environment, PUBLIC_URL: SITE, ...SHOP_ENV };
  const world = await appWithPeople({ env, overrides: { store } });
  return { ...world, sandbox };
};
export type FaultySite = Awaited<ReturnType<typeof siteOver>>;

const asJson = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** What wants to write, one of each way into the program. @returns their answers by name. */
export const everyWayToWrite = async ({ app, member }: FaultySite) => {
  const paid = event(
    "payment.completed",
    new Date(),
    paymentOf({
      transaction: `tbx-${crypto.randomUUID()}`,
      bought: {},
      paidAt: new Date(),
    }),
  );
  const body = JSON.stringify(paid);
  const login = { email: "nobody@example.test", password: "Lynx!2026demo" };
  const ways: Readonly<Record<string, Promise<Response>>> = {
    "a procedure of tRPC": app.request("/api/trpc/accounts.login", asJson(login)),
    "a REST row in JSON": member.ask("POST", "/api/tickets", TICKET),
    "a REST row in text": app.request("/api/Auth/login", asJson(login)),
    "the start of an OAuth flow": app.request("/auth/discord/start?purpose=register"),
    "the end of an OAuth flow": app.request("/auth/discord/callback?code=x&state=y"),
    "an event of the shop": post(app, body, signed(body)),
  };
  const names = Object.keys(ways);
  const answers = await Promise.all(Object.values(ways));
  return names.map((name, index) => [name, answers[index] ?? Response.error()] as const);
};

/** That these answers are a 503 which says when to come back, in a sentence, and nothing of why. */
export const expectUnavailable = async (answers: readonly (readonly [string, Response])[]) => {
  for (const [name, answer] of answers) {
    const text = await answer.text();
    expect([name, answer.status]).toEqual([name, 503]);
    expect(Number(answer.headers.get("retry-after"))).toBeOneOf([5, 30]);
    expect(text).toMatch(/cannot save anything right now|cannot reach its database right now/);
    expect(text).not.toMatch(/SQL|disk|postgres|ECONN|\.ts:/i);
  }
};

/** What everybody sees without the database. */
export const expectPublicPages = async ({ app }: FaultySite) => {
  for (const path of ["/", "/rules", "/api/server/ark-se", "/robots.txt", "/healthz"])
    expect([path, (await app.request(path)).status]).toEqual([path, 200]);
};

export const wordOf = async (app: TestApp) =>
  ((await (await app.request("/readyz")).json()) as { status: string }).status;

/** Lets the watching of the store see that all is well, until it has told the Admins. */
export const recovered = async ({ app, clock }: Pick<FaultySite, "app" | "clock">) => {
  const job = watchStoreJob(asSite(app.deps));
  for (let look = 0; look < 3; look += 1) {
    clock.advance(11_000);
    // What `/readyz` says is remembered for a second.
    await Bun.sleep(1100);
    await job.run(NEVER);
  }
};

/** That Admins, and they alone, were told once; and the log once when it began, once when it was over. */
export const expectReported = async (
  site: Pick<FaultySite, "app" | "admin" | "member">,
  trouble: keyof typeof OUTAGE.reasons,
) => {
  const { app, admin, member } = site;
  const lines = app.lines.filter(({ level }) => level === "error" || level === "warn");
  expect(lines).toMatchObject([
    { event: "store.unavailable", trouble },
    { event: "store.available", trouble },
  ]);
  const told = (await admin.notifications.list.query({})).items.filter(
    ({ subject }) => subject === OUTAGE.subject,
  );
  expect(told).toMatchObject([{ message: expect.stringContaining(OUTAGE.reasons[trouble]) }]);
  expect((await member.notifications.list.query({})).items).toEqual([]);
};

export const proveDiscordAt = async ({ app }: FaultySite) => {
  const browser = httpClient(app);
  const started = await browser.ask("GET", "/auth/discord/start?purpose=register");
  const answer = await consent(started.headers.get("location") ?? "", "stranger");
  return { browser, callback: `/auth/discord/callback?${answer}` };
};
