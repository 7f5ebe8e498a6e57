import { z } from "zod";
import type { GamePlugin } from "./game-plugin/game-plugin.ts";
import { MODES } from "./game-servers/game-server.ts";
import type { GameServers } from "./game-servers/game-servers.ts";
import { listPersonas } from "./identity/game-personas.ts";
import type { IdentityWorld } from "./identity/identity.ts";
import type { SandboxMail } from "./mail/mail.ts";
import type { Outages } from "./outages.ts";
import { outsidePage } from "./pages/outside.ts";
import { overviewPage } from "./pages/overview.ts";
import { page } from "./pages/page.ts";
import { handleRange } from "./password-range.ts";
import type { PushService } from "./push/push.ts";
import type { TebexWorld } from "./tebex/tebex.ts";
import type { WebhookReceiver } from "./webhooks/receiver.ts";

type World = {
  games: GameServers;
  matchmaking: { handle(request: Request, path: string): Promise<Response> | null };
  identity: IdentityWorld;
  tebex: TebexWorld;
  outages: Outages;
  plugin: GamePlugin;
  mail: SandboxMail;
  webhooks: WebhookReceiver;
  push: PushService;
};

/** Characters: as much as fits into a datagram with the rest. */
const FACE_TEXT_MAX = 200;

const change = z
  .strictObject({
    online: z.boolean().optional(),
    /** One byte carries it in A2S. */
    players: z.int().min(0).max(255).nullable().optional(),
    mode: z.enum(MODES).optional(),
    serverName: z.string().max(FACE_TEXT_MAX).optional(),
    version: z.string().max(FACE_TEXT_MAX).optional(),
  })
  .refine(
    (value) => Object.keys(value).length > 0,
    "give online, players, mode, serverName or version",
  );

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers });

const notThere = (request: Request) =>
  request.headers.get("accept")?.includes("text/html") === true
    ? html(page("Nothing here", "<h1>Nothing here</h1><p><a href='/'>The sandbox</a></p>"), 404)
    : refuse(404, "The sandbox has nothing there. GET / lists what it has.");

const changeServer = async ({ games }: World, key: string, request: Request) => {
  const body: unknown = await request.json().catch(() => undefined);
  if (body === undefined) return refuse(400, "The body must be JSON.");
  const parsed = change.safeParse(body);
  if (!parsed.success)
    return refuse(
      400,
      parsed.error.issues
        .map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "))
        .join("; "),
    );
  return Response.json(await games.set(key, parsed.data));
};

const serverRoute = (world: World, key: string, request: Request) => {
  const server = world.games.find(key);
  if (server === null) return refuse(404, "There is no game server of that key. GET /servers.");
  if (request.method === "GET") return Response.json(server);
  if (request.method === "POST") return changeServer(world, key, request);
  return refuse(405, "GET or POST.", { allow: "GET, POST" });
};

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
};

/** Everything that the sandbox answers over HTTP. */
export const handleRequest = async (world: World, request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const imitated =
    world.outages.catchAstray(pathname) ??
    handleRange(request, pathname) ??
    (await world.webhooks.handle(request)) ??
    (await world.matchmaking.handle(request, pathname)) ??
    (await world.identity.handle(request, pathname)) ??
    (await world.tebex.handle(request, pathname));
  if (imitated !== null) return imitated;
  const [section = "", ...rest] = pathname.slice(1).split("/").map(decoded);
  const [first] = rest;
  if (section === "servers" && first !== undefined && rest.length === 1)
    return serverRoute(world, first, request);
  if (section === "plugin") return world.plugin.handle(request, rest);
  if (section === "push") return world.push.handle(request, rest);
  if (section === "outage") return world.outages.handle(request, rest);
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(405, "GET only.", { allow: "GET, HEAD" });
  if (pathname === "/")
    return html(
      overviewPage(
        world.games.list(),
        world.outages.list(),
        world.plugin.state(),
        world.tebex.ledger,
      ),
    );
  if (pathname === "/servers") return Response.json(world.games.list());
  if (pathname === "/webhooks") return Response.json(world.webhooks.list());
  if (pathname === "/personas") return Response.json(listPersonas());
  const mail = section === "mail" ? world.mail.handle(request, rest) : null;
  if (mail !== null) return mail;
  const outside = section === "outside" ? outsidePage(rest) : null;
  return outside === null ? notThere(request) : html(outside);
};
