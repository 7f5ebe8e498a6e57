import { communityFor } from "#sandbox/community.ts";
import type { OutageMode } from "#sandbox/outages.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import { reserveCode } from "#server/auth/one-time-codes.ts";
import { loadConfig } from "#server/config/config.ts";
import { systemClock, systemTimer, type Timer } from "#server/core/clock.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { TemplateName } from "#server/modules/mail/templates.ts";
import { createStatusBoard, pollServers } from "#server/modules/servers/index.ts";
import { createBreakers } from "#server/providers/breaker.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { createIdentity } from "#server/providers/identity/identity.ts";
import { createShopfront } from "#server/providers/shop/shopfront.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { addUser } from "./accounts.ts";
import { type TestApp, testConfig } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import { systemIn, asSite } from "./context.ts";
import { holdDeadlines } from "./deadlines.ts";
import { configured } from "./identity.ts";
import { linkingWorld } from "./linking.ts";
import { silentLog, testFolder, testStore } from "./store.ts";
import { patientTimer } from "./timer.ts";

/**
 * The site in the imitated world; members come with browsers of their own. The deadline of an outside
 * call passes as soon as a slow provider has it, and not before.
 */
export const faultyWorld = () => {
  holdDeadlines();
  return linkingWorld(async (env) => {
    const config = await testConfig(env);
    const breakers = createBreakers({ clock: systemClock, log: silentLog });
    return {
      breakers,
      identity: createIdentity(config, systemClock, breakers),
      shop: createTebex(configured(config.tebex), breakers.tebex),
      shopfront: createShopfront(),
    };
  });
};

const AT = "2026-03-01T12:00:00.000Z";
const TO = { name: "Ada Lovelace", address: "ada@example.test" };

/** Puts a mail of a template into the outbox; one with a link of an account that waits for it. */
export const queueOne = async (app: TestApp, template: TemplateName): Promise<void> => {
  const { store, clock } = app.deps;
  const isLink = template === "verify" || template === "reset" || template === "browser";
  const userId = isLink ? await addUser(store, clock) : "";
  await systemIn(store, clock).write(async (tx) => {
    const whose = isLink && { userId, kind: template, isOwners: true };
    const code = (whose && (await reserveCode(tx, whose))) || "";
    const firstName = "Ada";
    const items = [{ name: "500 Points", quantity: 1 }];
    const paid = { orderId: 1, paidAt: AT, items, totalCents: 499, currency: "USD", points: 500 };
    const mails = {
      verify: { template: "verify", data: { code } },
      reset: { template: "reset", data: { firstName, token: code } },
      browser: { template: "browser", data: { firstName, code } },
      guessed: { template: "guessed", data: { firstName, at: AT } },
      goodbye: { template: "goodbye", data: { firstName, closedAt: AT } },
      "password-changed": { template: "password-changed", data: { firstName, changedAt: AT } },
      receipt: { template: "receipt", data: { firstName, ...paid } },
    } as const satisfies Record<TemplateName, unknown>;
    await queueMail(tx, { to: TO, ...mails[template] });
  });
};

/** A game server of each protocol, by the keys of the imitated world. */
const SERVERS = {
  A2S: "ark-se-the-island",
  "A2S in parts": "ark-se-ragnarok",
  Minecraft: "minecraft",
  Eco: "eco",
};
const ARK_SA = "ark-sa-the-island";
/** What lies between two rounds. */
const ROUND_MS = 15_000;

/**
 * Has every game server, and each hop of Epic's matchmaking, fail in the same way.
 * @returns by feature what is shown after the second miss. Throws where the first changes anything.
 */
export const faultyGames = async (fault: Exclude<OutageMode, "up">) => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const file = `${await testFolder()}/community.toml`;
  await Bun.write(file, communityFor(sandbox, await Bun.file("community.toml").text()));
  const config = await loadConfig({ ...sandbox.environment, COMMUNITY_FILE: file });
  const [store, clock] = [await testStore(), movableClock()];
  const board = createStatusBoard({ store, clock, config });
  const lookOf = (key: string) => {
    const row = board.rows().find((one) => one.key === key);
    if (row === undefined) throw new Error(`There is no server ${key}.`);
    const { serverName, version, maxPlayers } = row;
    return { state: row.state, figures: JSON.stringify({ serverName, version, maxPlayers }) };
  };
  /**
   * One round, by a program that has only just started: it has no token yet. Deadlines pass where
   * somebody may never answer, and nowhere else.
   */
  const poll = async (timer: Timer = patientTimer) => {
    const query = createGameQuery(config.matchmaking);
    const context = { store, clock, log: silentLog, config, board };
    await pollServers(asSite(context), query, new AbortController().signal, timer);
    await board.reload(null);
    clock.advance(ROUND_MS);
  };
  const meet = async (keys: Readonly<Record<string, string>>) => {
    const before = new Map(Object.values(keys).map((key) => [key, lookOf(key)]));
    await poll(systemTimer);
    for (const [key, look] of before)
      if (look.state !== "online" || !Bun.deepEquals(lookOf(key), look))
        throw new Error(`One miss has changed ${key}.`);
    await poll(systemTimer);
    return Object.entries(keys).map(([feature, key]) => {
      const { state, figures } = lookOf(key);
      const isKept = figures === before.get(key)?.figures;
      return [feature, { sentence: state, keeps: isKept && "the last figures are shown" }] as const;
    });
  };

  await poll();
  sandbox.outages.set("epic", fault, "matchmaking-token");
  const token = await meet({ "status: matchmaking-token": ARK_SA });
  sandbox.outages.set("epic", "up");
  await poll();
  sandbox.outages.set("epic", fault, "matchmaking-sessions");
  const change = fault === "down" ? { online: false } : { mode: fault };
  for (const key of Object.values(SERVERS)) await sandbox.set(key, change);
  const others = await meet({ ...SERVERS, "status: matchmaking-sessions": ARK_SA });
  sandbox.outages.set("epic", "up");
  for (const key of Object.values(SERVERS)) await sandbox.set(key, { online: true, mode: "ok" });
  await poll();
  const isWell = [...Object.values(SERVERS), ARK_SA].every((key) => lookOf(key).state === "online");
  if (!isWell || sandbox.outages.astray() > 0) throw new Error("Not all is well again.");
  return Object.fromEntries([...token, ...others]);
};
