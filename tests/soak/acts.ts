import { keepProof } from "#server/auth/proofs.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import { systemClock } from "#server/core/clock.ts";
import type { Store } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import type { Random } from "#tests/crash/random.ts";
import type { Member, World } from "#tests/crash/world.ts";
import { PASSWORD } from "#tests/support/accounts.ts";
import { systemIn } from "#tests/support/context.ts";

/** The site is dead for a second or two at a time. */
const PATIENCE_MS = 180_000;
const LOOK_MS = 25;
const REQUEST_MS = 10_000;

/** What somebody asked for, and whether they were told that it is done. */
export type Registered = { email: string };
export type Sent = { ticketId: number; content: string };
export type Moved = { userId: string; key: string; delta: number };
export type Linked = { userId: string; externalId: string; isUnlinked: boolean };
/** The names that somebody asked for, oldest first; from `acknowledged` on they may be the last. */
export type Renamed = { userId: string; names: string[]; acknowledged: number };

export type Acknowledged = {
  registered: Registered[];
  sent: Sent[];
  moved: Moved[];
  linked: Linked[];
  renamed: Renamed[];
  /** Answers that were lost and asked for again. */
  lost: number;
};

export const nothingYet = (): Acknowledged => ({
  registered: [],
  sent: [],
  moved: [],
  linked: [],
  renamed: [],
  lost: 0,
});

/** Somebody who writes on a ticket of their own, plays, links and renames. */
export type Actor = Member & { ticketId: number; playerId: string };

type Given = {
  world: World;
  /** The site's own store, in which proofs are put as if a provider had been asked. */
  store: Store;
  bridgeKey: string;
  acknowledged: Acknowledged;
};

type Ask = {
  method: "POST" | "PUT";
  path: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
};

const sleepAndCount = async ({ acknowledged }: Given) => {
  acknowledged.lost += 1;
  await Bun.sleep(LOOK_MS);
};

/** One request. @returns null where the site died over it. */
const tryOnce = async ({ world }: Given, { method, path, headers, body }: Ask) => {
  try {
    const response = await fetch(`${world.url}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
};

/** Asks until there is an answer: for calls that are done once however often they are asked for. */
const insist = async (given: Given, ask: Ask): Promise<void> => {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await tryOnce(given, ask);
    // 503: the database is being opened, or closed.
    if (answer !== null && answer.status !== 503) {
      if (answer.status >= 300)
        throw new Error(`${ask.path} was answered ${answer.status}: ${answer.text}`);
      return;
    }
    if (performance.now() > deadlineMs) throw new Error("The site stays dead.");
    await sleepAndCount(given);
  }
};

const prove = async ({ store }: Given, platform: Platform, externalId: string) => {
  const browserSecret = randomSecret();
  const proof = { platform, externalId, name: "Ada", imageUrl: null, browserSecret };
  await systemIn(store, systemClock).write((tx) => keepProof(tx, proof));
  return { cookie: `proofs=${browserSecret}` };
};

const register = async (given: Given) => {
  const discordId = String(10n ** 17n + BigInt(Math.floor(Math.random() * 1e15)));
  const email = `${crypto.randomUUID()}@example.test`;
  const cookie = await prove(given, "discord", discordId);
  await insist(given, {
    method: "POST",
    path: "/api/Auth/register",
    headers: cookie,
    body: {
      firstName: "Ada",
      lastName: "Lynx",
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      discordId,
      discordName: "Ada",
      discordImgUrl: null,
      idempotencyKey: crypto.randomUUID(),
    },
  });
  given.acknowledged.registered.push({ email });
};

const send = async (given: Given, { ticketId, headers }: Actor) => {
  const content = `Message ${crypto.randomUUID()}`;
  const body = { messageGroupId: ticketId, content, idempotencyKey: crypto.randomUUID() };
  await insist(given, { method: "POST", path: "/api/message", headers, body });
  given.acknowledged.sent.push({ ticketId, content });
};

const earn = async (given: Given, { userId, playerId }: Actor) => {
  const key = crypto.randomUUID();
  await insist(given, {
    method: "POST",
    path: "/api/bridge/earn",
    headers: { authorization: `Bearer ${given.bridgeKey}` },
    body: {
      platform: "steam",
      playerId,
      game: "ark-se",
      points: 1,
      reason: "Boss fight",
      idempotencyKey: key,
    },
  });
  given.acknowledged.moved.push({ userId, key, delta: 1 });
};

/** A Minecraft account of their own, which half of them give up again. */
const link = async (given: Given, { userId, headers }: Actor, isUnlinked: boolean) => {
  if (given.acknowledged.linked.some((each) => each.userId === userId)) return;
  const externalId = crypto.randomUUID().replaceAll("-", "");
  const entry = { userId, externalId, isUnlinked: false };
  // Whoever has begun does not begin again; what was not answered counts as not done.
  const cookie = await prove(given, "minecraft", externalId);
  const body = { minecraftUuid: externalId };
  const path = "/api/Minecraft/link-minecraft";
  const linked = await tryOnce(given, {
    method: "PUT",
    path,
    headers: { ...headers, ...cookie },
    body,
  });
  if (linked?.status !== 200) return sleepAndCount(given);
  given.acknowledged.linked.push(entry);
  if (!isUnlinked) return;
  const unlink = {
    method: "PUT",
    path: "/api/Minecraft/unlink-minecraft",
    headers,
    body: {},
  } as const;
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (performance.now() < deadlineMs) {
    const answer = await tryOnce(given, unlink);
    // 400: an earlier one, whose answer was lost, has done it.
    if (answer?.status === 200 || answer?.status === 400) break;
    await sleepAndCount(given);
  }
  entry.isUnlinked = true;
};

const rename = async (given: Given, { userId, headers }: Actor) => {
  const known = given.acknowledged.renamed.find((each) => each.userId === userId);
  const entry = known ?? { userId, names: ["Ada"], acknowledged: 0 };
  if (known === undefined) given.acknowledged.renamed.push(entry);
  const letters = Array.from({ length: 8 }, () =>
    String.fromCodePoint(97 + Math.floor(Math.random() * 26)),
  );
  const firstName = `Ada ${letters.join("")}`;
  entry.names.push(firstName);
  const body = { firstName };
  const answer = await tryOnce(given, {
    method: "PUT",
    path: "/api/Auth/update-account",
    headers,
    body,
  });
  if (answer?.status === 200) entry.acknowledged = entry.names.length - 1;
  else await sleepAndCount(given);
};

const ACTS = ["send", "send", "send", "earn", "earn", "rename", "link", "register"] as const;

/** One thing that people do all day; it is noted in `told` once the site has said that it is done. */
export const act = async (given: Given, actor: Actor, random: Random): Promise<void> => {
  const [kind] = random.some(ACTS, 1);
  if (kind === "register") await register(given);
  else if (kind === "earn") await earn(given, actor);
  else if (kind === "rename") await rename(given, actor);
  else if (kind === "link") await link(given, actor, random.oneIn(2));
  else await send(given, actor);
};
