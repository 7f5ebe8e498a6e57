import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { isNull } from "drizzle-orm";
import { systemContext } from "#server/context/unit-of-work.ts";
import { raiseFlag } from "#server/modules/orders/flags.ts";
import { recordRound } from "#server/modules/servers/index.ts";
import { forgetDeliveries } from "#server/modules/webhooks/index.ts";
import type { WebhookRequest } from "#server/providers/ports/sending.ts";
import { createWebhookSender } from "#server/providers/webhooks/send.ts";
import type { Store } from "#server/store/store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { WEBHOOK_FAILURES_MAX, WEBHOOKS_MAX } from "#shared/constants/webhooks.ts";
import {
  WEBHOOK_ADDRESSES,
  WEBHOOK_ERRORS,
  WEBHOOK_TELLS,
  WEBHOOKS,
} from "#shared/webhook-messages.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { appWithPeople, person, refusalOf, TICKET } from "#tests/support/people.ts";
import { strikeWorld } from "#tests/support/strikes.ts";
import { webhookWorld as world } from "#tests/support/webhooks.ts";

/** A name server that never answers. */
const NO_ANSWER = () => new Promise<never>(() => {});

describe("a webhook", () => {
  test("[HOOK-01, HOOK-04] is told of what it asked for, signed so that it can check it", async () => {
    const { member, make, there, deliver } = await world();
    const { secret } = await make();
    const { id } = await member.tickets.create.mutate(TICKET);
    await deliver();
    await deliver();
    const [told, ...more] = there.list();
    expect(more).toEqual([]);
    expect(JSON.parse(told?.body ?? "")).toMatchObject({
      type: "ticket.created",
      title: `New ticket #${id}: ${TICKET.subject}`,
      url: `http://den.example/member/tickets/ticket/${id}`,
      data: { ticketId: id, category: "Bug", game: "Ark:SE", server: "The Island" },
    });
    const at = told?.headers["webhook-timestamp"] ?? "";
    const key = Buffer.from((secret ?? "").replace("whsec_", ""), "base64");
    const signed = `${told?.headers["webhook-id"] ?? ""}.${at}.${told?.body ?? ""}`;
    expect(told?.headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
  });

  test("[HOOK-06] of Discord gets a message that calls nobody and holds no link of somebody else", async () => {
    const { member, make, there, deliver } = await world();
    const made = await make("/discord/api/webhooks/123456789/token-1");
    expect(made).toMatchObject({ kind: "discord", secret: null });
    await member.tickets.create.mutate({
      ...TICKET,
      subject: "@everyone [free](https://evil.example)",
    });
    await deliver();
    const { embeds, allowed_mentions } = JSON.parse(there.list()[0]?.body ?? "") as {
      embeds: { title: string }[];
      allowed_mentions: unknown;
    };
    expect(allowed_mentions).toEqual({ parse: [] });
    expect(embeds[0]?.title).toContain(String.raw`\[free\]\(https://evil.example\)`);
  });

  test("[HOOK-01] hears nothing that it did not ask for, and nothing of what was rolled back", async () => {
    const { admin, member, make, there, deliver, store } = await world();
    await make();
    await admin.news.save.mutate({
      id: null,
      revision: 0,
      title: "A new island",
      summary: "On Friday.",
      text: "Bring friends.",
      publishAt: null,
      pinnedFrom: null,
      pinnedUntil: null,
      notifies: false,
    });
    expect(
      (await refusalOf(member.tickets.create.mutate({ ...TICKET, server: "Nowhere" })))[0],
    ).toBe(400);
    await deliver();
    expect(there.list()).toEqual([]);
    expect(await store.read.select().from(store.tables.webhookDeliveries)).toEqual([]);
  });

  test("[HOOK-04] that fails is tried again later, in order, and given up after a day", async () => {
    const { app, admin, member, make, there, deliver } = await world();
    const { id } = await make();
    there.answer(500);
    await member.tickets.create.mutate(TICKET);
    await member.tickets.create.mutate({ ...TICKET, subject: "Another" });
    await deliver();
    const waiting = await admin.webhooks.deliveries.query({ webhookId: id });
    expect(waiting.items.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["waiting", 0],
      ["waiting", 1],
    ]);
    expect((await admin.webhooks.list.query())[0]).toMatchObject({
      failures: 1,
      lastError: WEBHOOK_ERRORS.status(500),
    });
    there.answer(0);
    await deliver();
    expect(there.list()).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await deliver();
    expect(there.list().map(({ body }) => (JSON.parse(body) as { title: string }).title)).toEqual([
      expect.stringContaining(TICKET.subject),
      expect.stringContaining("Another"),
    ]);
    expect((await admin.webhooks.list.query())[0]).toMatchObject({ failures: 0, lastError: null });

    there.answer(500);
    await member.tickets.create.mutate({ ...TICKET, subject: "Too late" });
    for (let hour = 0; hour < 26; hour += 1) {
      await deliver();
      app.clock.advance(HOUR_MS);
    }
    // Whoever was signed in is not any more.
    const root = await person(app, { role: "Admin" });
    const [last] = (await root.webhooks.deliveries.query({ webhookId: id })).items;
    expect(last).toMatchObject({ state: "failed", nextAttemptAt: null });
    there.answer(0);
    await root.webhooks.sendAgain.mutate({ id: last?.id ?? 0 });
    await deliver();
    expect(there.list()).toHaveLength(3);
    expect(await refusalOf(root.webhooks.sendAgain.mutate({ id: last?.id ?? 0 }))).toEqual([
      404,
      WEBHOOKS.unknownDelivery,
    ]);
  });

  test("[HOOK-05] is paused after many failures, the Admins are told, and it goes on when it is resumed", async () => {
    const { app, make, there, deliver, happen, store } = await world();
    const { id } = await make();
    there.answer(500);
    for (let round = 0; round < WEBHOOK_FAILURES_MAX; round += 1) {
      if (round % 10 === 0) await happen(`Server ${round} is down`);
      app.clock.advance(HOUR_MS);
      await deliver();
    }
    const [row] = await store.read.select().from(store.tables.webhooks);
    expect(row).toMatchObject({ failures: WEBHOOK_FAILURES_MAX, pausedAt: expect.any(Date) });
    const told = await store.read.select().from(store.tables.notifications);
    expect(told.filter(({ subject }) => subject === "A webhook is paused")).toHaveLength(1);
    there.answer(0);
    app.clock.advance(HOUR_MS);
    await deliver();
    expect(there.list()).toEqual([]);
    const root = await person(app, { role: "Admin" });
    await root.webhooks.resume.mutate({ id });
    await deliver();
    expect(there.list().length).toBeGreaterThan(0);
  });

  test("[HOOK-04] is told once, though two instances look at the same moment, and again by one that was killed", async () => {
    const { app, make, there, deliver, happen, store } = await world();
    await make();
    await happen("One");
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(there.list()).toHaveLength(1);
    await happen("Two");
    // Killed between claiming and sending: nothing is written down but the attempt.
    const { webhookDeliveries: d } = store.tables;
    const until = new Date(app.clock.now().getTime() + MINUTE_MS);
    await store.write(async (tx) => {
      await tx.update(d).set({ attempts: 1, nextAttemptAt: until }).where(isNull(d.sentAt));
    });
    await deliver();
    expect(there.list()).toHaveLength(1);
    app.clock.advance(MINUTE_MS);
    await deliver();
    const ids = there.list().map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(2);
  });

  test("[HOOK-05] gives up what waited for more than a day, which is no failure", async () => {
    const { app, admin, make, there, deliver, happen } = await world();
    const { id } = await make();
    for (let event = 0; event <= WEBHOOK_FAILURES_MAX; event += 1) await happen(`Server ${event}`);
    await admin.webhooks.pause.mutate({ id });
    app.clock.advance(DAY_MS + HOUR_MS);
    const root = await person(app, { role: "Admin" });
    await root.webhooks.resume.mutate({ id });
    await happen("The latest");
    for (let round = 0; round < WEBHOOK_FAILURES_MAX; round += 1) await deliver();
    expect(there.list().map(({ body }) => (JSON.parse(body) as { title: string }).title)).toEqual([
      "The latest",
    ]);
    expect((await root.webhooks.list.query())[0]).toMatchObject({ failures: 0, pausedAt: null });
    const { items } = await root.webhooks.deliveries.query({ webhookId: id });
    expect(items.filter(({ error }) => error === WEBHOOK_ERRORS.tooLate).length).toBeGreaterThan(0);
  });

  test("[HOOK-05] is paused at once where nobody is there for good; whoever asks for patience has not failed", async () => {
    const { app, admin, member, make, there, deliver } = await world();
    await make();
    there.answer(429);
    await member.tickets.create.mutate(TICKET);
    await deliver();
    expect((await admin.webhooks.list.query())[0]).toMatchObject({ failures: 0, pausedAt: null });
    there.answer(0);
    app.clock.advance(MINUTE_MS);
    await deliver();
    expect(there.list()).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await deliver();
    expect(there.list()).toHaveLength(1);
    there.answer(410);
    await member.tickets.create.mutate({ ...TICKET, subject: "Gone" });
    await deliver();
    expect((await admin.webhooks.list.query())[0]?.pausedAt).not.toBeNull();
  });

  test("[HOOK-02] keeps its address and its secret to itself, and is for Admins who have just confirmed who they are", async () => {
    const { app, admin, member, make, store, there } = await world();
    const { id, secret } = await make();
    const kept = JSON.stringify([
      await admin.webhooks.list.query(),
      await store.read.select().from(store.tables.webhooks),
      await store.read.select().from(store.tables.audit),
      app.lines,
    ]);
    expect(kept).not.toContain("/webhooks/bot");
    expect(kept).not.toContain(secret ?? "none");
    expect((await refusalOf(member.webhooks.list.query()))[0]).toBe(403);
    app.clock.advance(HOUR_MS);
    const wanted = { name: "x", url: `${there.url}/webhooks/x`, events: ["server.up" as const] };
    expect((await refusalOf(admin.webhooks.make.mutate(wanted)))[0]).toBe(403);
    expect((await refusalOf(admin.webhooks.edit.mutate({ id, ...wanted })))[0]).toBe(403);
  });

  test("can be tried, changed, paused and removed", async () => {
    const { admin, member, make, there, deliver, store } = await world();
    const { id } = await make();
    expect(await admin.webhooks.test.mutate({ id })).toEqual({
      hasArrived: true,
      message: WEBHOOKS.tested,
    });
    there.answer(503);
    expect(await admin.webhooks.test.mutate({ id })).toEqual({
      hasArrived: false,
      message: WEBHOOKS.testFailed(WEBHOOK_ERRORS.status(503)),
    });
    there.answer(0);
    await admin.webhooks.pause.mutate({ id });
    await member.tickets.create.mutate(TICKET);
    await admin.webhooks.resume.mutate({ id });
    await admin.webhooks.edit.mutate({ id, name: "Bot", events: ["server.up"] });
    await member.tickets.create.mutate({ ...TICKET, subject: "Unheard" });
    await deliver();
    expect(there.list()).toHaveLength(1);
    await admin.webhooks.remove.mutate({ id });
    expect(await admin.webhooks.list.query()).toEqual([]);
    expect(await store.read.select().from(store.tables.webhookDeliveries)).toEqual([]);
  });

  test("is one of a few", async () => {
    const { make } = await world();
    for (let made = 0; made < WEBHOOKS_MAX; made += 1) await make();
    expect(await refusalOf(make())).toEqual([409, WEBHOOKS.tooMany(WEBHOOKS_MAX)]);
  });

  test("what was sent is forgotten after a week", async () => {
    const { app, store, member, make, deliver } = await world();
    await make();
    await member.tickets.create.mutate(TICKET);
    await deliver();
    const forget = () => systemContext(app.deps, "test").write((tx) => forgetDeliveries(tx, 200));
    expect(await forget()).toBe(0);
    app.clock.advance(7 * DAY_MS + 1);
    expect(await forget()).toBe(1);
    expect(await store.read.select().from(store.tables.webhookDeliveries)).toEqual([]);
  });
});

/** What webhooks are to be told, oldest first. */
const told = async ({ read, tables: { webhookDeliveries: d } }: Store) =>
  (await read.select().from(d).orderBy(d.id)).map(
    ({ event, payload }) => [event, payload] as const,
  );

describe("what is told", () => {
  test("of a strike names nobody", async () => {
    const { store, admin, strike, member } = await strikeWorld();
    const given = { name: "x", url: "https://hooks.example/1", events: ["strike.issued" as const] };
    await admin.webhooks.make.mutate(given);
    await strike({ forbids: ["writing"] });
    const [[event, payload] = []] = await told(store);
    expect(event).toBe("strike.issued");
    expect(payload?.text).toContain("It forbids writing until");
    expect(payload?.path).toBe(`/member/admin/users/${member.id}`);
    expect(JSON.stringify(payload)).not.toContain("Lynx");
  });

  test("of a ticket that part of the team may see is its number alone", async () => {
    const { store, admin, member } = await appWithPeople({
      adjust: (config) => {
        const { tickets } = config.community;
        const kept = { key: "Application", visibleTo: "roles" } as const;
        const categories = [...tickets.categories, kept];
        return {
          ...config,
          community: { ...config.community, tickets: { ...tickets, categories } },
        };
      },
    });
    const given = {
      name: "x",
      url: "https://hooks.example/1",
      events: ["ticket.created" as const],
    };
    await admin.webhooks.make.mutate(given);
    const { id } = await member.tickets.create.mutate({ ...TICKET, category: "Application" });
    const [[, payload] = []] = await told(store);
    expect(payload).toEqual({
      title: `New ticket #${id}`,
      text: WEBHOOK_TELLS.ticketKept,
      path: `/member/tickets/ticket/${id}`,
      data: { ticketId: id },
    });
  });

  test("of an order, a post and a server leads to where it stands", async () => {
    const { store, app, admin } = await appWithPeople();
    await admin.webhooks.make.mutate({
      name: "x",
      url: "https://hooks.example/1",
      events: ["order.flagged", "news.published", "server.down", "server.up"],
    });
    const site = systemContext(app.deps, "test");
    const key = app.deps.config.community.servers[0]?.key ?? "";
    const reading = { players: 3, maxPlayers: 70, serverName: "x", version: "1", map: "Ragnarok" };
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * MINUTE_MS);
    await recordRound(site, at(0), [{ key, game: "ark-se", reading }]);
    for (let minute = 1; minute < 6; minute += 1)
      await recordRound(site, at(minute), [{ key, game: "ark-se", reading: null }]);
    await recordRound(site, at(6), [{ key, game: "ark-se", reading }]);
    const flag = { kind: "dispute", reference: "r", orderId: 1, eventId: null, details: "Look." };
    await site.write((tx) => raiseFlag(tx, flag as Parameters<typeof raiseFlag>[1]));
    await site.write((tx) => raiseFlag(tx, flag as Parameters<typeof raiseFlag>[1]));
    expect((await told(store)).map(([event, { path }]) => [event, path])).toEqual([
      ["server.down", "/"],
      ["server.up", "/"],
      ["order.flagged", "/member/admin/orders"],
    ]);
  });
});

describe("[HOOK-03] where a webhook may lead", () => {
  test.each([
    ["http://hooks.example/1", WEBHOOK_ADDRESSES.notHttps],
    ["ftp://hooks.example/1", WEBHOOK_ADDRESSES.notHttps],
    ["hooks.example", WEBHOOK_ADDRESSES.notHttps],
    ["https://user:secret@hooks.example/1", WEBHOOK_ADDRESSES.withPassword],
    ["https://hooks.example:8443/1", WEBHOOK_ADDRESSES.withPort],
    ["https://localhost/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://127.0.0.1/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://2130706433/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://0x7f.1/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://10.1.2.3/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://169.254.169.254/latest", WEBHOOK_ADDRESSES.privateHost],
    ["https://[::1]/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://[::ffff:10.0.0.1]/1", WEBHOOK_ADDRESSES.privateHost],
    ["https://[fd00::1]/1", WEBHOOK_ADDRESSES.privateHost],
  ])("%s is refused", async (url, sentence) => {
    const { admin } = await world();
    expect(
      await refusalOf(admin.webhooks.make.mutate({ name: "x", url, events: ["server.up"] })),
    ).toEqual([400, expect.stringContaining(sentence)]);
  });

  const given: WebhookRequest = { url: "https://hooks.example/1", headers: {}, body: "{}" };

  test.each(["127.0.0.1", "10.0.0.7", "100.64.0.1", "::1", "::ffff:192.168.1.1", "fe80::1"])(
    "a name that leads to %s by now is not asked",
    async (address) => {
      const send = createWebhookSender(() => false, {
        lookup: async () => [{ address: "93.184.216.34" }, { address }],
      });
      expect(await send(given)).toMatchObject({ isSent: false, error: WEBHOOK_ERRORS.privateHost });
    },
  );

  test("a redirect is not followed, and who does not answer in time is left", async () => {
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) =>
        request.url.endsWith("/slow")
          ? new Promise<Response>(() => {})
          : Response.redirect("http://127.0.0.1:9/"),
    });
    afterThisTest(() => server.stop(true));
    const send = createWebhookSender(() => true, { timeoutMs: 200 });
    const url = `http://127.0.0.1:${server.port}`;
    expect(await send({ ...given, url })).toMatchObject({ error: WEBHOOK_ERRORS.redirect });
    expect(await send({ ...given, url: `${url}/slow` })).toMatchObject({
      error: WEBHOOK_ERRORS.timeout,
    });
    const sendSlowly = createWebhookSender(() => false, { timeoutMs: 200, lookup: NO_ANSWER });
    expect(await sendSlowly(given)).toMatchObject({ error: WEBHOOK_ERRORS.timeout });
  });
});
