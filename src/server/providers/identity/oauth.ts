import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from "arctic";
import { z } from "zod";
import { IdentityFailure, type IdentityFlow } from "#server/providers/ports/people.ts";
import { assertOk, assertToken, exchange, parseReply, single } from "./exchange.ts";

const CODE_MAX = 2048;
const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  accept: "application/json",
} as const;

type OAuthAccess = {
  authorizeUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  /** Whether the provider has PKCE. */
  hasPkce: boolean;
  /** What else the address is to say. */
  parameters?: Readonly<Record<string, string>>;
};

/** The authorisation-code flow with state, and PKCE where the provider has it. */
export type OAuth = {
  begin(callbackUrl: string): { address: string; flow: IdentityFlow };
  /**
   * Checks the answer and redeems its code.
   * @returns an access token.
   * @throws {IdentityFailure}
   */
  redeem(answer: URLSearchParams, flow: IdentityFlow, callbackUrl: string): Promise<string>;
};

/** RFC 6749, 4.1.2.1 and 5.2. */
const failureOf = (code: string): IdentityFailure => {
  if (code === "access_denied") return new IdentityFailure("declined");
  if (code === "invalid_grant") return new IdentityFailure("code_refused");
  if (code === "server_error" || code === "temporarily_unavailable")
    return new IdentityFailure("status");
  return new IdentityFailure("request_refused");
};

/** What only the provider can say to us, of ourselves (RFC 6749, 5.2). */
const OF_THE_CLIENT: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client"]);

const tokenReply = z.object({ access_token: z.string() });
const tokenRefusal = z.object({ error: z.string() });

/**
 * Redeems a code (RFC 6749, 4.1.3). Not by Arctic, which bounds neither the answer nor its time, and
 * goes where it is redirected to.
 */
const redeemAt = async (
  { tokenUrl, clientId, clientSecret }: OAuthAccess,
  form: Readonly<Record<string, string>>,
): Promise<string> => {
  const reply = await exchange(tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, ...FORM },
    body: new URLSearchParams({ grant_type: "authorization_code", ...form }).toString(),
  });
  if (reply.status === 400 || reply.status === 401) {
    const { error } = parseReply(tokenRefusal, reply);
    throw OF_THE_CLIENT.has(error) ? new IdentityFailure("client_refused") : failureOf(error);
  }
  assertOk(reply);
  return assertToken(parseReply(tokenReply, reply).access_token);
};

const beginAt = (client: OAuth2Client, { authorizeUrl, scopes, hasPkce }: OAuthAccess) => {
  const state = generateState();
  if (!hasPkce)
    return {
      url: client.createAuthorizationURL(authorizeUrl, state, [...scopes]),
      flow: { state, verifier: "" },
    };
  const verifier = generateCodeVerifier();
  const method = CodeChallengeMethod.S256;
  return {
    url: client.createAuthorizationURLWithPKCE(authorizeUrl, state, method, verifier, [...scopes]),
    flow: { state, verifier },
  };
};

/** An OAuth 2.0 client whose endpoints are configuration. */
export const createOAuth = (access: OAuthAccess): OAuth => {
  const client = (callbackUrl: string) =>
    new OAuth2Client(access.clientId, access.clientSecret, callbackUrl);
  return {
    begin: (callbackUrl) => {
      const { url, flow } = beginAt(client(callbackUrl), access);
      for (const [name, value] of Object.entries(access.parameters ?? {}))
        url.searchParams.set(name, value);
      return { address: url.href, flow };
    },
    redeem: async (answer, flow, callbackUrl) => {
      // First of all: what another browser began says nothing here, not even that it was refused.
      if (flow.state === "" || single(answer, "state") !== flow.state)
        throw new IdentityFailure("state_mismatch");
      const error = single(answer, "error");
      if (error !== null) throw failureOf(error);
      const code = single(answer, "code");
      if (code === null || code === "" || code.length > CODE_MAX)
        throw new IdentityFailure("malformed");
      const form = { code, redirect_uri: callbackUrl };
      return redeemAt(access, access.hasPkce ? { ...form, code_verifier: flow.verifier } : form);
    },
  };
};
