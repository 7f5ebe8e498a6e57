import type { z } from "zod";
import { IDENTITY_TIMEOUT_MS, IdentityFailure } from "#server/providers/ports/people.ts";
import { readLimited } from "#server/providers/received-text.ts";

const REPLY_MAX_BYTES = 64 * 1024;
/** What fits into a header. */
const TOKEN_MAX_LENGTH = 8192;
const TOKEN = /^[!-~]+$/u;

/** What a provider said. */
export type Reply = { status: number; text: string };

const TOO_MANY = 429;
const isSuccess = (status: number) => status >= 200 && status <= 299;

/**
 * One HTTP exchange with a provider: no redirects, a bounded body, a deadline.
 * @throws {IdentityFailure} where there is no whole answer, or the provider says that it is in trouble.
 *   Too many requests are no trouble of its own: one person can have us ask that often.
 */
export const exchange = async (address: string, request: RequestInit): Promise<Reply> => {
  const signal = AbortSignal.timeout(IDENTITY_TIMEOUT_MS);
  let status: number;
  let text: string | null;
  try {
    const response = await fetch(address, { ...request, redirect: "error", signal });
    ({ status } = response);
    text = await readLimited(response, REPLY_MAX_BYTES);
  } catch {
    throw new IdentityFailure(signal.aborted ? "timeout" : "unreachable", true);
  }
  if (status >= 500) throw new IdentityFailure("status", true);
  if (status === TOO_MANY) throw new IdentityFailure("status");
  if (text === null) throw new IdentityFailure("malformed", isSuccess(status));
  return { status, text };
};

/**
 * The JSON of a reply, in the shape that was asked for.
 * @throws {IdentityFailure} `malformed`: the provider's fault where it calls that a success, since a
 *   refusal may have been provoked by what a person has sent.
 */
export const parseReply = <T>(schema: z.ZodType<T>, { status, text }: Reply): T => {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new IdentityFailure("malformed", isSuccess(status));
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new IdentityFailure("malformed");
  return parsed.data;
};

/** @throws {IdentityFailure} `status`, where the provider did not do what it was asked for. */
export const assertOk = ({ status }: Reply): void => {
  if (!isSuccess(status)) throw new IdentityFailure("status");
};

/** Asks for JSON. @throws {IdentityFailure} */
export const askForJson = async <T>(address: string, { headers, schema }: Asked<T>): Promise<T> => {
  const reply = await exchange(address, { headers: { ...headers, accept: "application/json" } });
  assertOk(reply);
  return parseReply(schema, reply);
};

/** Sends JSON and asks for JSON. @returns the reply whatever its status. @throws {IdentityFailure} */
export const sendJson = (address: string, body: unknown): Promise<Reply> =>
  exchange(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });

type Asked<T> = {
  headers?: Readonly<Record<string, string>>;
  schema: z.ZodType<T>;
};

/** @throws {IdentityFailure} `malformed`, where a token is none that can be sent on. */
export const assertToken = (token: string): string => {
  if (token.length > TOKEN_MAX_LENGTH || !TOKEN.test(token)) throw new IdentityFailure("malformed");
  return token;
};

/**
 * The one value of a parameter; one that stands twice is nobody's honest answer.
 * @throws {IdentityFailure} `malformed`.
 */
export const single = (answer: URLSearchParams, name: string): string | null => {
  const values = answer.getAll(name);
  if (values.length > 1) throw new IdentityFailure("malformed");
  return values[0] ?? null;
};
