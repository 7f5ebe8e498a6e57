import { z } from "zod/mini";
import { discordAccount } from "#shared/schemas/accounts.ts";

/** Tabs of the site listen here: a provider's own opener policy may have cut the window off. */
export const AUTH_CHANNEL = "zlgAuth";

/** Why nothing was proven in a sign-in window. */
export const AUTH_FAILURES = [
  "denied", // the person said no
  "expired", // the dance is over: another browser's, redeemed before, or too late
  "unavailable", // the provider does not answer, or not us
  "garbage", // it answered with nonsense
  "limited", // too many attempts
] as const;
export type AuthFailure = (typeof AUTH_FAILURES)[number];

/** What sign-in windows tell the window that opened them (facts §4). */
export const authMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("DISCORD_AUTH_SUCCESS"), ...discordAccount.shape }),
  z.object({ type: z.literal("DISCORD_DUPLICATE_ERROR") }),
  z.object({ type: z.literal("DISCORD_AUTH_FAILED"), reason: z.enum(AUTH_FAILURES) }),
]);
export type AuthMessage = z.infer<typeof authMessage>;
