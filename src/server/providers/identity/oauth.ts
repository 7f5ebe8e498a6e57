import {
  ArcticFetchError,
  CodeChallengeMethod,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from "arctic";
import { assertToken, single } from "./exchange.ts";
import { type Dance, IdentityFailure } from "./port.ts";

const CODE_MAX = 2048;

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
  /** How long the provider may take to redeem a code, in milliseconds. */
  timeoutMs: number;
};

/** The authorisation-code flow with state, and PKCE where the provider has it. */
export type OAuth = {
  begin(callbackUrl: string): { address: string; dance: Dance };
  /**
   * Checks the answer and redeems its code.
   * @returns an access token.
   * @throws {IdentityFailure}
   */
  redeem(answer: URLSearchParams, dance: Dance, callbackUrl: string): Promise<string>;
};

/** RFC 6749 §4.1.2.1 and §5.2, as far as they mean something else than "you are not configured". */
const failureOf = (code: string): IdentityFailure => {
  if (code === "access_denied") return new IdentityFailure("declined");
  if (code === "invalid_grant") return new IdentityFailure("code_refused");
  if (code === "server_error" || code === "temporarily_unavailable")
    return new IdentityFailure("status");
  return new IdentityFailure("client_refused");
};

const toFailure = (error: unknown): IdentityFailure => {
  if (error instanceof IdentityFailure) return error;
  if (error instanceof OAuth2RequestError) return failureOf(error.code);
  if (error instanceof ArcticFetchError) return new IdentityFailure("unreachable");
  if (error instanceof UnexpectedErrorResponseBodyError) return new IdentityFailure("malformed");
  // Of these three statuses the body is read, so it was the body that could not be.
  if (error instanceof UnexpectedResponseError)
    return new IdentityFailure([200, 400, 401].includes(error.status) ? "malformed" : "status");
  return new IdentityFailure("malformed");
};

/** Arctic sets no deadline and takes no signal: what comes later than this is dropped. */
const within = async <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new IdentityFailure("timeout")), timeoutMs);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
};

const beginAt = (client: OAuth2Client, { authorizeUrl, scopes, hasPkce }: OAuthAccess) => {
  const state = generateState();
  if (!hasPkce)
    return {
      url: client.createAuthorizationURL(authorizeUrl, state, [...scopes]),
      dance: { state, verifier: "" },
    };
  const verifier = generateCodeVerifier();
  const method = CodeChallengeMethod.S256;
  return {
    url: client.createAuthorizationURLWithPKCE(authorizeUrl, state, method, verifier, [...scopes]),
    dance: { state, verifier },
  };
};

/** An OAuth 2.0 client whose endpoints are configuration. */
export const createOAuth = (access: OAuthAccess): OAuth => {
  const client = (callbackUrl: string) =>
    new OAuth2Client(access.clientId, access.clientSecret, callbackUrl);
  return {
    begin: (callbackUrl) => {
      const { url, dance } = beginAt(client(callbackUrl), access);
      for (const [name, value] of Object.entries(access.parameters ?? {}))
        url.searchParams.set(name, value);
      return { address: url.href, dance };
    },
    redeem: async (answer, dance, callbackUrl) => {
      // First of all: what another browser began says nothing here, not even that it was refused.
      if (dance.state === "" || single(answer, "state") !== dance.state)
        throw new IdentityFailure("state_mismatch");
      const error = single(answer, "error");
      if (error !== null) throw failureOf(error);
      const code = single(answer, "code");
      if (code === null || code === "" || code.length > CODE_MAX)
        throw new IdentityFailure("malformed");
      try {
        const tokens = await within(
          access.timeoutMs,
          client(callbackUrl).validateAuthorizationCode(
            access.tokenUrl,
            code,
            access.hasPkce ? dance.verifier : null,
          ),
        );
        return assertToken(tokens.accessToken());
      } catch (reason) {
        throw toFailure(reason);
      }
    },
  };
};
