import { Secret, TOTP } from "otpauth";
import { encrypt } from "#server/auth/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { recoveryHashOf, TOTP_KEY } from "#server/modules/factors/authenticator.ts";
import type { OwnFactors, PendingLogin } from "#shared/schemas/factors.ts";
import { PASSWORD } from "./accounts.ts";
import type { HttpClient } from "./http-client.ts";

/** What an app shows. @param secret in base32. @param at the time of its clock. */
export const codeOfApp = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** In base32. */
export const APP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
export const RECOVERY_CODES = ["0123456789", "abcdefghjk"] as const;

/** Gives a member an app, and two recovery codes. */
export const addApp = async (
  { store, clock, auth }: Pick<Deps, "store" | "clock" | "auth">,
  userId: string,
): Promise<void> => {
  const { totpFactors, recoveryCodes } = store.tables;
  const secret = encrypt(auth.lastingKeyFor(TOTP_KEY), APP_SECRET, userId);
  const createdAt = clock.now();
  await store.write(async (tx) => {
    await tx.insert(totpFactors).values({ userId, secret, addedAt: createdAt, lastStep: 0 });
    for (const code of RECOVERY_CODES)
      await tx
        .insert(recoveryCodes)
        .values({ hash: recoveryHashOf(auth, userId, code), userId, createdAt });
  });
};

/** Takes the first step with the password. @returns what the second one is asked for. */
export const firstStep = async (who: HttpClient, email: string): Promise<PendingLogin> => {
  const response = await who.login(email, PASSWORD);
  return (await response.json()) as PendingLogin;
};

/** @returns status and code of the answer; the token is kept. */
export const secondStep = async (who: HttpClient, ticket: string, code: string) => {
  const response = await who.ask("POST", "/api/Auth/second-step", { ticket, code });
  const body = (await response.json()) as { token?: string; code?: string };
  who.token = body.token ?? who.token;
  return `${response.status} ${body.code ?? ""}`.trim();
};

/** Calls a procedure of the factors that changes something. @throws with code and sentence. */
export const askFactors = async <T>(who: HttpClient, name: string, input?: unknown): Promise<T> => {
  const response = await who.ask("POST", `/api/trpc/factors.${name}`, input ?? {});
  const { result, error } = (await response.json()) as {
    result?: { data: T };
    error?: { message: string; data: { code: string } };
  };
  if (result === undefined) throw new Error(`${error?.data.code}: ${error?.message}`);
  return result.data;
};

/** One's second factors. */
export const readFactors = async (who: HttpClient) =>
  (
    (await (await who.ask("GET", "/api/trpc/factors.read")).json()) as {
      result: { data: OwnFactors };
    }
  ).result.data;
