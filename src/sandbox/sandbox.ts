import { z } from "zod";
import { createGamePlugin, type GamePlugin } from "./game-plugin/game-plugin.ts";
import {
  createMatchmaking,
  type GameServers,
  MATCHMAKING_ACCESS,
  type SandboxChange,
  type SandboxServer,
  startGameServers,
} from "./game-servers/game-servers.ts";
import { MODES } from "./game-servers/listeners.ts";
import { ROSTER, type RosterEntry } from "./game-servers/roster.ts";
import { listPersonas } from "./identity/game-personas.ts";
import {
  createIdentityWorld,
  identityEnvironment,
  type IdentityWorld,
} from "./identity/identity.ts";
import { type SandboxMail, startMail } from "./mail/mail.ts";
import { createOutages, type Outages } from "./outages.ts";
import { outsidePage, overviewPage } from "./pages/overview.ts";
import { page } from "./pages/page.ts";
import { createPushService, type PushService } from "./push/push.ts";
import { type SandboxBucket, startBucket } from "./s3/bucket.ts";
import { tebexEnvironment } from "./tebex/catalogue.ts";
import { createTebex, type SandboxTebex, type TebexWorld } from "./tebex/tebex.ts";
import { createWebhookReceiver, type WebhookReceiver } from "./webhooks/receiver.ts";

/** What the imitated list of stolen passwords has. All of them keep the site's policy. */
export const STOLEN_PASSWORDS = ["Tr0ub4dor&3-stolen", "Correct-Horse-Battery"] as const;

const DIGITS = /^\/range\/([0-9A-F]{5})$/;

const sha1Of = (password: string): string =>
  new Bun.CryptoHasher("sha1").update(password).digest("hex").toUpperCase();

/** A line that fills up, as the real list has them: nobody's password. */
const filling = (number: number): string => `${sha1Of(`filling ${number}`).slice(5)}:0`;

/** Answers like a list of stolen passwords that is asked by the first five digits of their SHA-1. */
const handleRange = (request: Request, path: string): Response | null => {
  const [, asked] = DIGITS.exec(path) ?? [];
  if (asked === undefined) return null;
  if (request.method !== "GET") return new Response("GET only.", { status: 405 });
  const found = STOLEN_PASSWORDS.map(sha1Of)
    .filter((digits) => digits.startsWith(asked))
    .map((digits) => `${digits.slice(5)}:7`);
  const lines = [...Array.from({ length: 20 }, (_, number) => filling(number)), ...found];
  return new Response(lines.toSorted().join("\r\n"), { headers: { "content-type": "text/plain" } });
};

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
const handleRequest = async (world: World, request: Request): Promise<Response> => {
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

/** Whom the site's mails are from. */
const MAIL_SENDER = "den@lynxden.example";
const REQUEST_MAX_BYTES = 64 * 1024;
/** A slow provider lets wait longer than connections usually may be quiet. */
const QUIET_MAX_SECONDS = 60;

export type Sandbox = {
  /** Origin of its pages and of everything that it imitates over HTTP, without a trailing slash. */
  url: string;
  readonly servers: SandboxServer[];
  /**
   * Changes one game server.
   * @throws where there is none of that key.
   */
  set(key: string, change: SandboxChange): Promise<SandboxServer>;
  /** The switch that makes a provider misbehave. */
  outages: Outages;
  /** The plugin of a game server, which has yet to be given a key. */
  plugin: Pick<GamePlugin, "connect">;
  /** Tebex: what a person does at its checkout, and what happens to payments later. */
  tebex: SandboxTebex;
  /** What the site has sent. */
  mail: Pick<SandboxMail, "list">;
  /** What webhooks were told. */
  webhooks: Pick<WebhookReceiver, "list">;
  /** The push service of browsers: what arrived there, and what it answers. */
  push: Pick<PushService, "subscribe" | "answer" | "arrived">;
  /** What the site has put into its bucket. */
  bucket: Pick<SandboxBucket, "names" | "read" | "refused">;
  /** What the site's environment has to say, so that it asks here instead of the real world. */
  environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/**
 * Starts the imitated outside world, on the loopback interface alone.
 * @param options.port of its pages; 0 leaves it to the system.
 * @param options.firstGamePort the first of twenty ports for the game servers; 0 likewise.
 * @param options.roster the game servers; the example community's unless another's are given.
 * @param options.usualPorts where they last listened, by their keys: taken again where they are free.
 */
export const startSandbox = async ({
  port = 0,
  firstGamePort = 0,
  roster = ROSTER,
  usualPorts = new Map(),
}: {
  port?: number;
  firstGamePort?: number;
  roster?: readonly RosterEntry[];
  usualPorts?: ReadonlyMap<string, number>;
} = {}): Promise<Sandbox> => {
  const games = await startGameServers(roster, firstGamePort, usualPorts);
  const outages = createOutages();
  const matchmaking = createMatchmaking(games.listed, outages);
  const identity = createIdentityWorld(outages);
  const tebex = createTebex(outages, identity);
  const plugin = createGamePlugin();
  const webhooks = createWebhookReceiver();
  const push = createPushService();
  const mail = await startMail(outages);
  const bucket = startBucket(outages);
  let server: ReturnType<typeof Bun.serve>;
  try {
    server = Bun.serve({
      hostname: "127.0.0.1",
      port,
      maxRequestBodySize: REQUEST_MAX_BYTES,
      idleTimeout: QUIET_MAX_SECONDS,
      fetch: (request) =>
        handleRequest(
          { games, matchmaking, identity, tebex, outages, plugin, mail, webhooks, push },
          request,
        ),
    });
  } catch (error) {
    plugin.stop();
    tebex.stop();
    await Promise.all([mail.stop(), games.stop(), bucket.stop()]);
    throw error;
  }
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    get servers() {
      return games.list();
    },
    set: async (key, change) => {
      const changed = await games.set(key, change);
      if (changed === null) throw new Error(`The sandbox has no game server "${key}".`);
      return changed;
    },
    outages,
    plugin,
    tebex: tebex.control,
    mail,
    webhooks,
    push,
    bucket,
    environment: {
      // It has no certificate; over https it would be asked by its name.
      PUSH_HOSTS: new URL(url).host,
      EPIC_API_BASE: url,
      EPIC_MATCHMAKING_CLIENT_ID: MATCHMAKING_ACCESS.clientId,
      EPIC_MATCHMAKING_CLIENT_SECRET: MATCHMAKING_ACCESS.clientSecret,
      EPIC_MATCHMAKING_DEPLOYMENT_ID: MATCHMAKING_ACCESS.deploymentId,
      ...identityEnvironment(url),
      ...tebexEnvironment(url),
      PASSWORD_RANGE_BASE: url,
      WEBHOOK_HOSTS: new URL(url).host,
      SMTP_URL: mail.smtpUrl,
      MAIL_FROM: MAIL_SENDER,
      ...bucket.environment,
    },
    stop: async () => {
      plugin.stop();
      tebex.stop();
      await server.stop(true);
      await Promise.all([mail.stop(), games.stop(), bucket.stop()]);
    },
  };
};
