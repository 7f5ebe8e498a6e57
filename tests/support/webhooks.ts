import { createWebhookReceiver } from "#sandbox/webhooks/receiver.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { announce, deliverWebhooks } from "#server/modules/webhooks/index.ts";
import type { WebhookEvent } from "#shared/constants/webhooks.ts";
import { afterThisTest } from "./cleanup.ts";
import { appWithPeople } from "./people.ts";

/** A receiver on this machine, which answers as it is told. */
export const webhookReceiver = () => {
  const world = createWebhookReceiver();
  let status = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      if (status !== 0)
        return new Response(null, {
          status,
          headers: status === 429 ? { "retry-after": "90" } : {},
        });
      return (await world.handle(request)) ?? new Response(null, { status: 404 });
    },
  });
  afterThisTest(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}`,
    list: () => world.list(),
    answer: (next: number) => {
      status = next;
    },
  };
};

/** A site with people, and somebody on this machine whom its webhooks may tell. */
export const webhookWorld = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const there = webhookReceiver();
  const site = await appWithPeople({
    ...options,
    env: {
      ...options.env,
      DISCORD_API_BASE: `${there.url}/discord/api`,
      WEBHOOK_HOSTS: new URL(there.url).host,
    },
  });
  const deliver = () =>
    deliverWebhooks(systemContext(site.app.deps, "test"), new AbortController().signal);
  const make = async (
    path = "/webhooks/bot",
    events: readonly WebhookEvent[] = ["ticket.created", "server.down"],
  ) =>
    await site.admin.webhooks.make.mutate({
      name: "#alerts",
      url: `${there.url}${path}`,
      events: [...events],
    });
  /** Something happens of which webhooks are told, without anybody who is signed in. */
  const happen = (title: string) =>
    systemContext(site.app.deps, "test").write((tx) =>
      announce(tx, "server.down", { title, text: "", path: "/", data: {} }),
    );
  return { ...site, there, deliver, make, happen };
};
