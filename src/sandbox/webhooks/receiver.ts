import { z } from "zod";
import { DISCORD_PATHS } from "#sandbox/identity/identity.ts";

/** Below the API of Discord. */
const HOOK = /^\/webhooks\/(\d{1,20})\/([\w-]{1,200})$/;
const PROGRAM = /^\/webhooks\/([\w-]{1,60})$/;
const KEPT = 200;

/** As Discord takes it, with its limits. */
const discordMessage = z.object({
  content: z.string().max(2000).optional(),
  embeds: z
    .array(
      z.object({
        title: z.string().max(256).optional(),
        description: z.string().max(4096).optional(),
        url: z.url({ protocol: /^https?$/ }).optional(),
        color: z.int().min(0).max(0xff_ff_ff).optional(),
        timestamp: z.iso.datetime().optional(),
      }),
    )
    .min(1)
    .max(10),
  allowed_mentions: z.object({ parse: z.array(z.string()) }).optional(),
});

/** Something that a webhook here was told. */
export type ReceivedWebhook = {
  /** The channel's webhook by its id, or the program by its name. */
  to: string;
  kind: "discord" | "program";
  headers: Readonly<Record<string, string>>;
  /** As it came: what is signed. */
  body: string;
};

/** Channels of Discord with a webhook each, and programs that are told by signed JSON. */
export type WebhookReceiver = {
  /** Null for what is no webhook. `?answer=503` of an address has it answer so. */
  handle(request: Request): Promise<Response> | null;
  /** Newest last. */
  list(): readonly ReceivedWebhook[];
};

const refused = (message: string) => Response.json({ message, code: 50_006 }, { status: 400 });

/** Imitates whoever is told by webhooks: any id, token and name is one. */
export const createWebhookReceiver = (): WebhookReceiver => {
  const received: ReceivedWebhook[] = [];
  const take = async (request: Request, kind: ReceivedWebhook["kind"], to: string) => {
    const answer = Number(new URL(request.url).searchParams.get("answer") ?? "0");
    if (answer !== 0)
      return Response.json(
        { message: "As asked." },
        { status: answer, headers: { "retry-after": "2" } },
      );
    const body = await request.text();
    if (kind === "discord") {
      const parsed = discordMessage.safeParse(JSON.parse(body || "null"));
      if (!parsed.success) return refused("Cannot send an empty message");
    }
    received.push({ to, kind, headers: Object.fromEntries(request.headers), body });
    received.splice(0, received.length - KEPT);
    return new Response(null, { status: 204 });
  };
  return {
    handle: (request) => {
      const { pathname } = new URL(request.url);
      const isDiscord = pathname.startsWith(DISCORD_PATHS.api);
      const [, channel] = isDiscord
        ? (HOOK.exec(pathname.slice(DISCORD_PATHS.api.length)) ?? [])
        : [];
      const [, program] = PROGRAM.exec(pathname) ?? [];
      const to = channel ?? program;
      if (to === undefined || request.method !== "POST") return null;
      return take(request, channel === undefined ? "program" : "discord", to);
    },
    list: () => received,
  };
};
