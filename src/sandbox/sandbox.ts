import { createGamePlugin, type GamePlugin } from "./game-plugin/game-plugin.ts";
import { createMatchmaking, MATCHMAKING_ACCESS } from "./game-servers/epic-matchmaking-server.ts";
import {
  type SandboxChange,
  type SandboxServer,
  startGameServers,
} from "./game-servers/game-servers.ts";
import { ROSTER, type RosterEntry } from "./game-servers/roster.ts";
import { handleRequest } from "./http.ts";
import { createIdentityWorld, identityEnvironment } from "./identity/identity.ts";
import { type SandboxMail, startMail } from "./mail/mail.ts";
import { createOutages, type Outages } from "./outages.ts";
import { createPushService, type PushService } from "./push/push.ts";
import { type SandboxBucket, startBucket } from "./s3/bucket.ts";
import { tebexEnvironment } from "./tebex/access.ts";
import { createTebex, type SandboxTebex } from "./tebex/tebex.ts";
import { createWebhookReceiver, type WebhookReceiver } from "./webhooks/receiver.ts";

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
