import { z } from "zod";
import type { SteamConfig } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import { pictureAt } from "#server/providers/pictures/pictures.ts";
import {
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityFlow,
  type IdentityProvider,
  type Picture,
} from "#server/providers/ports/people.ts";
import { readName } from "#server/providers/received-text.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { assertOk, exchange, parseReply } from "./exchange.ts";

const OPENID_NS = "http://specs.openid.net/auth/2.0";
const SELECT = `${OPENID_NS}/identifier_select`;
/** What Steam calls an account, wherever its endpoint is: an identifier, never an address to ask. */
const CLAIMED_ID = /^https:\/\/steamcommunity\.com\/openid\/id\/(7656119\d{10})$/u;
/** Without these in the signature the answer says nothing. */
const MUST_BE_SIGNED = [
  "op_endpoint",
  "claimed_id",
  "identity",
  "return_to",
  "response_nonce",
  "assoc_handle",
] as const;
const NONCE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[!-~]{0,200}$/u;
/** How far the time of an answer may be from ours, either way. */
const NONCE_MAX_AGE_MS = 5 * MINUTE_MS;

/** @returns the address back to us, which the answer must name to the letter. */
const returnTo = (callbackUrl: string, state: string) => `${callbackUrl}?state=${state}`;

/** The address at which a person signs in, and is sent back from. */
const openIdAddress = (endpoint: string, callbackUrl: string, state: string): string => {
  const url = new URL(endpoint);
  const parameters = {
    ns: OPENID_NS,
    mode: "checkid_setup",
    identity: SELECT,
    claimed_id: SELECT,
    realm: new URL(callbackUrl).origin,
    return_to: returnTo(callbackUrl, state),
  };
  for (const [name, value] of Object.entries(parameters))
    url.searchParams.set(`openid.${name}`, value);
  return url.href;
};

/** A number for a browser's question: 256 random bits. */
const newState = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

const forged = () => new IdentityFailure("forged");

/** Everything about an answer that can be judged without asking anybody. */
const readAnswer = (
  answer: URLSearchParams,
  { endpoint, flow, callbackUrl, now }: Expected,
): { steamId: string; nonce: string } => {
  if (new Set(answer.keys()).size < answer.size) throw forged();
  // What another browser began says nothing here, not even that it was refused.
  if (flow.state === "" || answer.get("state") !== flow.state)
    throw new IdentityFailure("state_mismatch");
  const fieldOf = (name: string) => answer.get(`openid.${name}`) ?? "";
  if (fieldOf("ns") !== OPENID_NS) throw forged();
  if (fieldOf("mode") === "cancel") throw new IdentityFailure("declined");
  if (fieldOf("mode") !== "id_res") throw forged();
  if (fieldOf("op_endpoint") !== endpoint) throw forged();
  const signed = new Set(fieldOf("signed").split(","));
  if (!MUST_BE_SIGNED.every((name) => signed.has(name))) throw forged();
  if (fieldOf("return_to") !== returnTo(callbackUrl, flow.state)) throw forged();
  const [, steamId] = CLAIMED_ID.exec(fieldOf("claimed_id")) ?? [];
  if (steamId === undefined || fieldOf("identity") !== fieldOf("claimed_id")) throw forged();
  const nonce = fieldOf("response_nonce");
  const [, at] = NONCE.exec(nonce) ?? [];
  const ageMs = now.getTime() - Date.parse(at ?? "");
  if (Number.isNaN(ageMs)) throw forged();
  if (Math.abs(ageMs) > NONCE_MAX_AGE_MS) throw new IdentityFailure("late");
  return { steamId, nonce };
};

/** Most of the question comes from the person, so an odd answer to it is no sign that Steam is unwell. */
const forgiven = (error: unknown): never => {
  throw error instanceof IdentityFailure && error.detail === "malformed"
    ? new IdentityFailure("malformed")
    : error;
};

/**
 * Asks the endpoint that is configured, whatever the answer names, whether it gave this answer.
 * @throws {IdentityFailure} `code_refused` where it did not, or was asked before.
 */
const confirm = async (answer: URLSearchParams, { endpoint }: Expected) => {
  const form = new URLSearchParams([...answer].filter(([name]) => name.startsWith("openid.")));
  form.set("openid.mode", "check_authentication");
  const request = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  };
  const { status, text } = await exchange(endpoint, request).catch(forgiven);
  if (status !== 200) throw new IdentityFailure("status");
  const lines = text.split("\n").map((line) => line.trim());
  const verdicts = lines.filter((line) => line.startsWith("is_valid:"));
  if (!lines.includes(`ns:${OPENID_NS}`) || verdicts.length !== 1)
    throw new IdentityFailure("malformed");
  if (verdicts[0] !== "is_valid:true") throw new IdentityFailure("code_refused");
};

type Expected = {
  /** Steam's endpoint: the only one that is believed, and asked. */
  endpoint: string;
  flow: IdentityFlow;
  callbackUrl: string;
  now: Date;
};

/**
 * Verifies the answer of Steam's OpenID 2.0 [LINK-12], check by check.
 * @returns whose it is, and the nonce, which is good once: whoever takes this has to see to that.
 * @throws {IdentityFailure}
 */
const verifyOpenId = async (
  answer: URLSearchParams,
  expected: Expected,
): Promise<{ steamId: string; nonce: string }> => {
  const read = readAnswer(answer, expected);
  await confirm(answer, expected);
  return read;
};

/** The last part of a picture's address: its hash, by which we find it where we look for it. */
const AVATAR = /\/([\da-f]{40})(?:_full)?\.jpg$/u;

const summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({
        steamid: z.string(),
        personaname: z.string(),
        // A picture is no reason to fail.
        avatarfull: z.string().nullish().catch(null),
      }),
    ),
  }),
});

/**
 * Proves Steam accounts: OpenID 2.0 [LINK-12], then name and picture over the Web API, whose
 * key never leaves the server.
 */
export const createSteamIdentity = (
  { openIdUrl, apiBase, avatarBase, webApiKey }: SteamConfig,
  clock: Clock,
): IdentityProvider => {
  const readPlayer = async (steamId: string) => {
    const query = new URLSearchParams({ key: webApiKey, steamids: steamId });
    const address = `${apiBase}/ISteamUser/GetPlayerSummaries/v0002/?${query}`;
    const reply = await exchange(address, { headers: { accept: "application/json" } });
    if (reply.status === 401 || reply.status === 403) throw new IdentityFailure("client_refused");
    assertOk(reply);
    const { players } = parseReply(summaries, reply).response;
    const player = players.find(({ steamid }) => steamid === steamId);
    if (player === undefined) throw new IdentityFailure("malformed");
    return player;
  };
  const pictureOf = async (avatar: string): Promise<Picture | null> => {
    const [, hash] = AVATAR.exec(avatar) ?? [];
    if (hash === undefined) return null;
    return await pictureAt(`${avatarBase}/${hash}_full.jpg`, IDENTITY_TIMEOUT_MS);
  };
  return {
    begin: (callbackUrl) => {
      const state = newState();
      return {
        address: openIdAddress(openIdUrl, callbackUrl, state),
        flow: { state, verifier: "" },
      };
    },
    finish: async (answer, flow, callbackUrl) => {
      const now = clock.now();
      const expected = { endpoint: openIdUrl, flow, callbackUrl, now };
      const { steamId, nonce } = await verifyOpenId(answer, expected);
      const { personaname, avatarfull } = await readPlayer(steamId);
      // Steam allows names of nothing that can be seen.
      const name = readName(personaname) || steamId;
      return { externalId: steamId, name, picture: await pictureOf(avatarfull ?? ""), nonce };
    },
  };
};
