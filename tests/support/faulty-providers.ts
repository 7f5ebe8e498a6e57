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
import { createShopfront, createTebex } from "#server/providers/shop/tebex.ts";
import type { CodeKind } from "#shared/constants/accounts.ts";
import { addUser } from "./accounts.ts";
import { type TestApp, testConfig } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { movableClock } from "./clock.ts";
import { asSite, systemIn } from "./context.ts";
import { holdDeadlines } from "./deadlines.ts";
import { configured } from "./identity.ts";
import { linkingWorld } from "./linking.ts";
import { silentLog, testFolder, testStore } from "./store.ts";
import { addTicket } from "./tickets.ts";
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
  const kinds: Partial<Record<TemplateName, CodeKind>> = {
    verify: "verify",
    reset: "reset",
    claim: "reset",
    browser: "browser",
    "lost-factor": "factors",
    "merge-code": "merge",
    security: "signout",
    "confirm-address": "address",
    "address-changed": "revert",
  };
  const kind = kinds[template];
  const userId = await addUser(store, clock);
  const ticketId = await addTicket(app.deps, { people: [userId] });
  await systemIn(store, clock).write(async (tx) => {
    const whose = kind === undefined ? null : { userId, kind, isOwners: true };
    const code = (whose && (await reserveCode(tx, whose))) ?? "";
    const firstName = "Ada";
    const items = [{ name: "500 Points", quantity: 1 }];
    const paid = { orderId: 1, paidAt: AT, items, totalCents: 499, currency: "USD", points: 500 };
    const paragraphs: string[] = ["Soon."];
    const post = { title: "News", slug: "news", token: "t" };
    const reader = { firstName, userId, unsubscribe: "t" };
    const answer = { author: "Root Lynx", at: AT, text: "Try again.", pictures: 0, files: 0 };
    const answered = { ticketId, subject: "Lost raft", answers: [answer], more: 0 };
    const told = { subject: "Thank you", message: "It arrived.", link: "/member" };
    const gathered = { tickets: [answered].slice(), notices: [told].slice(), more: 0 };
    const mails = {
      verify: { template: "verify", data: { code } },
      reset: { template: "reset", data: { firstName, token: code } },
      claim: { template: "claim", data: { firstName, token: code } },
      browser: { template: "browser", data: { firstName, code } },
      guessed: { template: "guessed", data: { firstName, at: AT } },
      goodbye: { template: "goodbye", data: { firstName, closedAt: AT } },
      "password-changed": { template: "password-changed", data: { firstName, changedAt: AT } },
      security: {
        template: "security",
        data: {
          firstName,
          event: "newBrowser",
          detail: null,
          at: AT,
          place: { by: "owner", browser: "Firefox on Linux", network: "203.0.113.0/24" },
          code,
        },
      },
      "confirm-address": { template: "confirm-address", data: { code } },
      "address-taken": { template: "address-taken", data: {} },
      "address-changed": {
        template: "address-changed",
        data: {
          firstName,
          at: AT,
          until: AT,
          place: { by: "owner", browser: "Firefox on Linux", network: null },
          code,
        },
      },
      "address-reverted": { template: "address-reverted", data: { firstName, at: AT } },
      receipt: { template: "receipt", data: { firstName, ...paid } },
      erased: { template: "erased", data: { firstName, erasedAt: AT } },
      "merge-code": { template: "merge-code", data: { firstName, kept: TO.address, code } },
      merged: {
        template: "merged",
        data: { firstName, mergedAt: AT, kept: TO.address, gone: TO.address },
      },
      archive: { template: "archive", data: { firstName, expiresAt: AT } },
      "lost-factor": { template: "lost-factor", data: { firstName, code } },
      "factor-reset": {
        template: "factor-reset",
        data: { firstName, state: "begun", endsAt: AT, stop: "secret" },
      },
      strike: {
        template: "strike",
        data: { firstName, strikeId: 1, isLifted: false, subject: "A strike", paragraphs },
      },
      news: { template: "news", data: { firstName, userId: null, paragraphs, ...post } },
      answer: { template: "answer", data: { ...reader, ...answered } },
      notice: { template: "notice", data: { ...reader, topic: "tickets", ...told } },
      digest: { template: "digest", data: { ...reader, ...gathered } },
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
