import { z } from "zod/mini";
import { discordAccount, epicAccount, minecraftProof } from "./schemas/accounts.ts";

/** Why nothing was proven in a sign-in window. */
export const AUTH_FAILURES = [
  "denied", // the person said no
  "expired", // the flow is over: another browser's, redeemed before, or too late
  "unavailable", // the provider does not answer, or not us
  "garbage", // it answered with nonsense
  "limited", // too many attempts
  "site_unavailable", // our own database cannot be used
] as const;
export type AuthFailure = (typeof AUTH_FAILURES)[number];

/** What besides may keep a Microsoft account from proving a Minecraft one [LINK-13]. */
export const MINECRAFT_FAILURES = [
  "xboxBanned",
  "xboxGuardian",
  "xboxMissing",
  "xboxTerms",
  "xboxRegion",
  "xboxAge",
  "xboxPlaytime",
  "xboxChild",
  "xboxRefused", // for a reason that we have not heard of
  "noJavaProfile",
] as const;
export type MinecraftFailure = (typeof MINECRAFT_FAILURES)[number];

const failed = { reason: z.enum(AUTH_FAILURES) };

/** What the sign-in windows of Discord tell the window that opened them [LINK-07]. */
export const discordMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("DISCORD_AUTH_SUCCESS"), ...discordAccount.shape }),
  z.object({ type: z.literal("DISCORD_DUPLICATE_ERROR") }),
  z.object({ type: z.literal("DISCORD_AUTH_FAILED"), ...failed }),
]);
export type DiscordMessage = z.infer<typeof discordMessage>;

/** What sign-in windows tell, whatever the platform. */
export const authMessage = z.discriminatedUnion("type", [
  discordMessage,
  z.object({ type: z.literal("STEAM_AUTH_SUCCESS"), steamId: z.string() }),
  z.object({ type: z.literal("STEAM_DUPLICATE_ERROR") }),
  z.object({ type: z.literal("STEAM_AUTH_FAILED"), ...failed }),
  z.object({ type: z.literal("EPIC_AUTH_SUCCESS"), ...epicAccount.shape }),
  z.object({ type: z.literal("EPIC_DUPLICATE_ERROR") }),
  z.object({ type: z.literal("EPIC_AUTH_FAILED"), ...failed }),
  z.object({ type: z.literal("MINECRAFT_AUTH_SUCCESS"), ...minecraftProof.shape }),
  z.object({ type: z.literal("MINECRAFT_DUPLICATE_ERROR") }),
  z.object({
    type: z.literal("MINECRAFT_AUTH_FAILED"),
    reason: z.enum([...AUTH_FAILURES, ...MINECRAFT_FAILURES]),
  }),
]);
export type AuthMessage = z.infer<typeof authMessage>;
