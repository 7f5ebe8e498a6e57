import type { Passkey, PasskeyCreation, PasskeyRequest } from "#shared/schemas/passkeys.ts";
import type { SoftwareAuthenticator } from "./authenticator.ts";
import type { HttpClient } from "./http-client.ts";

type Answer = {
  result?: { data?: unknown };
  error?: { message: string; data: { code: string; httpStatus: number } };
};

/** How a call of a procedure was answered: what it gave, or the code and sentence of its refusal. */
export const callProcedure = async (
  { ask }: Pick<HttpClient, "ask">,
  path: string,
  input?: unknown,
): Promise<{ data: unknown; refusal: { code: string; message: string } | null }> => {
  const response = await ask("POST", `/api/trpc/passkeys.${path}`, input ?? {});
  const { result, error } = (await response.json()) as Answer;
  const refusal = error && { code: error.data.code, message: error.message };
  return { data: result?.data, refusal: refusal ?? null };
};

const dataOf = async (...call: Parameters<typeof callProcedure>): Promise<unknown> => {
  const { data, refusal } = await callProcedure(...call);
  if (refusal !== null) throw new Error(`${call[1]}: ${refusal.code} ${refusal.message}`);
  return data;
};

/** The token of an answer; null where it was refused. */
export const tokenIn = ({ data }: Awaited<ReturnType<typeof callProcedure>>): string | null =>
  (data as { token: string } | undefined)?.token ?? null;

export const requestNew = (who: HttpClient) =>
  dataOf(who, "requestNew") as Promise<PasskeyCreation>;
export const requestLogin = (who: HttpClient) =>
  dataOf(who, "requestLogin") as Promise<PasskeyRequest>;

/** Adds the passkey of a device to the account that is signed in. */
export const addPasskey = async (
  who: HttpClient,
  device: SoftwareAuthenticator,
  name = "Phone",
): Promise<Passkey> => {
  const response = device.make(await requestNew(who));
  return (await dataOf(who, "add", { name, response })) as Passkey;
};

/**
 * Logs in with a device, and keeps the token.
 * @param wrong what the device makes wrong of its answer.
 * @returns "ok", or the code of the refusal.
 */
export const loginWithDevice = async (
  who: HttpClient,
  device: SoftwareAuthenticator,
  wrong: Parameters<SoftwareAuthenticator["sign"]>[1] = {},
): Promise<string> => {
  const response = device.sign(await requestLogin(who), wrong);
  return answerLogin(who, response);
};

/** The same with an answer that is there already. */
export const answerLogin = async (who: HttpClient, response: unknown): Promise<string> => {
  const answer = await callProcedure(who, "login", { response });
  if (answer.refusal !== null) return answer.refusal.code;
  who.token = tokenIn(answer);
  return "ok";
};
