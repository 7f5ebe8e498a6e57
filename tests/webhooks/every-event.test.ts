import { expect, test } from "bun:test";
import { raiseFlag } from "#server/modules/orders/flags.ts";
import { recordRound } from "#server/modules/servers/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "#shared/constants/webhooks.ts";
import { asSite } from "#tests/support/context.ts";
import { jobsOf } from "#tests/support/notices.ts";
import { TICKET } from "#tests/support/people.ts";
import { strikeOf } from "#tests/support/strikes.ts";
import { webhookWorld } from "#tests/support/webhooks.ts";

const TARGETS = { firstAnswerMinutes: 60, warnMinutes: 30 };

const setUp = () =>
  webhookWorld({
    adjust: (config) => {
      const { community } = config;
      const tickets = { ...community.tickets, targets: TARGETS };
      return { ...config, community: { ...community, tickets } };
    },
  });
type World = Awaited<ReturnType<typeof setUp>>;

const serverTurns = async ({ app, clock }: World, minutesAway: number) => {
  const site = asSite(app.deps);
  const key = app.deps.config.community.servers[0]?.key ?? "";
  const reading = { players: 3, maxPlayers: 70, serverName: "x", version: "1", map: "Ragnarok" };
  await recordRound(site, clock.now(), [{ key, game: "ark-se", reading }]);
  for (let minute = 0; minute < minutesAway; minute += 1) {
    clock.advance(MINUTE_MS);
    await recordRound(site, clock.now(), [{ key, game: "ark-se", reading: null }]);
  }
  return () => recordRound(site, clock.now(), [{ key, game: "ark-se", reading }]);
};

/** Has each thing happen as it does on a site: by whoever does it, or by the job that notices it. */
const HAPPENS: Record<WebhookEvent, (world: World) => Promise<unknown>> = {
  "ticket.created": ({ member }) => member.tickets.create.mutate(TICKET),
  "ticket.overdue": async ({ app, member }) => {
    await member.tickets.create.mutate(TICKET);
    const run = jobsOf(app);
    await run("follow-tickets");
    app.clock.advance(TARGETS.firstAnswerMinutes * MINUTE_MS);
    await run("follow-tickets");
    // It is late once.
    await run("follow-tickets");
  },
  "order.flagged": ({ app }) =>
    asSite(app.deps).write((tx) =>
      raiseFlag(tx, {
        kind: "dispute",
        reference: "tbx-1",
        orderId: null,
        eventId: null,
        details: "The bank asks.",
      }),
    ),
  "server.down": (world) => serverTurns(world, 6),
  "server.up": async (world) => (await serverTurns(world, 6))(),
  "news.published": async ({ app, admin, clock }) => {
    await admin.news.save.mutate({
      id: null,
      revision: 0,
      title: "A new island",
      summary: "On Friday.",
      text: "Bring friends.",
      publishAt: new Date(clock.now().getTime() + MINUTE_MS).toISOString(),
      pinnedFrom: null,
      pinnedUntil: null,
      notifies: false,
    });
    clock.advance(MINUTE_MS);
    await jobsOf(app)("publish-news");
  },
  "strike.issued": ({ admin, member }) => admin.strikes.issue.mutate(strikeOf(member.id)),
};

test.each(WEBHOOK_EVENTS)(
  "[HOOK-01] %s reaches a webhook that asked for it, once",
  async (event) => {
    const world = await setUp();
    const { make, there, app, clock } = world;
    await make("/webhooks/asked", [event]);
    await make(
      "/webhooks/others",
      WEBHOOK_EVENTS.filter((other) => other !== event),
    );
    await HAPPENS[event](world);
    clock.advance(MINUTE_MS);
    const run = jobsOf(app);
    for (let round = 0; round < 2; round += 1) await run("deliver-webhooks");
    const types = there
      .list()
      .filter(({ to }) => to === "asked")
      .map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual([event]);
    for (const { to, body } of there.list())
      if (to === "others") expect(JSON.parse(body)).not.toMatchObject({ type: event });
  },
);
