import { z } from "zod";
import type { DiscordConfig } from "#server/config.ts";
import { cleanLine } from "#server/providers/clean-line.ts";
import { readLimited } from "#server/providers/limited-body.ts";
import { createOAuth } from "./oauth.ts";
import {
  type Identity,
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityProvider,
} from "./port.ts";

const PROFILE_MAX_BYTES = 64 * 1024;
const NAME_MAX = 50;

const profile = z.object({
  /** A snowflake has 64 bits: as a number it would already be another one. */
  id: z.string().regex(/^\d{15,20}$/u),
  username: z.string(),
  global_name: z.string().nullish(),
  // A picture is no reason to fail; a moving one (`a_…`) stands still as PNG.
  avatar: z
    .string()
    .regex(/^\w{1,64}$/u)
    .nullish()
    .catch(null),
});

const toIdentity = (cdnBase: string, raw: unknown): Identity => {
  const parsed = profile.safeParse(raw);
  if (!parsed.success) throw new IdentityFailure("malformed");
  const { id, username, global_name: globalName, avatar } = parsed.data;
  const name = cleanLine(globalName ?? "", NAME_MAX) || cleanLine(username, NAME_MAX);
  if (name === "") throw new IdentityFailure("malformed");
  const imageUrl = avatar ? `${cdnBase}/avatars/${id}/${avatar}.png?size=128` : null;
  return { externalId: id, name, imageUrl };
};

const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "");
  } catch {
    throw new IdentityFailure("malformed");
  }
};

const readProfile = async (address: string, token: string, timeoutMs: number): Promise<unknown> => {
  const signal = AbortSignal.timeout(timeoutMs);
  let text: string | null;
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new IdentityFailure("status");
    }
    text = await readLimited(response, PROFILE_MAX_BYTES);
  } catch (error) {
    if (error instanceof IdentityFailure) throw error;
    throw new IdentityFailure(signal.aborted ? "timeout" : "unreachable");
  }
  return parseJson(text);
};

/**
 * Proves Discord accounts (providers §3.1): authorisation code with state and PKCE, then the
 * profile, of which the scope `identify` shows name and picture alone.
 * @param timeoutMs deadline of each of the two questions, in milliseconds.
 */
export const createDiscordIdentity = (
  { authorizeUrl, tokenUrl, apiBase, cdnBase, clientId, clientSecret }: DiscordConfig,
  timeoutMs: number = IDENTITY_TIMEOUT_MS,
): IdentityProvider => {
  const oauth = createOAuth({
    authorizeUrl,
    tokenUrl,
    clientId,
    clientSecret,
    scopes: ["identify"],
    timeoutMs,
  });
  return {
    begin: (callbackUrl) => oauth.begin(callbackUrl),
    finish: async (answer, dance, callbackUrl) => {
      const token = await oauth.redeem(answer, dance, callbackUrl);
      return toIdentity(cdnBase, await readProfile(`${apiBase}/users/@me`, token, timeoutMs));
    },
  };
};
