import {
  DISCORD_PERSONAS,
  type DiscordPersona,
  SAMPLE_PEOPLE,
} from "#sandbox/identity/personas.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";

/** What all of them log in with. */
export const SAMPLE_PASSWORD = "Lynx!2026demo";

export type SampleAccount = {
  email: string;
  firstName: string;
  lastName: string;
  discord: DiscordPersona;
  /** What is special about it, for whoever picks one. */
  about: string;
  isVerified: boolean;
  isAdmin?: true;
  tier?: PaidTier;
  steam?: { externalId: string; name: string };
  hasLostDiscord?: true;
};

const taken = DISCORD_PERSONAS.find(({ key }) => key === "taken");
if (taken === undefined) throw new Error("Nobody on the sandbox's Discord is taken.");

/** The people of the demo. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [
  {
    email: "admin@example.test",
    firstName: "Rowan",
    lastName: "Ashe",
    discord: SAMPLE_PEOPLE.rowan,
    about: "Admin",
    isVerified: true,
    isAdmin: true,
  },
  {
    email: "member@example.test",
    firstName: "Morgan",
    lastName: "Vale",
    discord: taken,
    about: "User, Gold, Steam linked",
    isVerified: true,
    tier: "Gold",
    steam: { externalId: "76561198000104211", name: "MorganVale" },
  },
  {
    email: "new@example.test",
    firstName: "Juniper",
    lastName: "Hale",
    discord: SAMPLE_PEOPLE.juniper,
    about: "User, nothing linked but Discord",
    isVerified: true,
  },
  {
    email: "nodiscord@example.test",
    firstName: "Sol",
    lastName: "Marin",
    discord: SAMPLE_PEOPLE.sol,
    about: "User, no Discord account any more",
    isVerified: true,
    hasLostDiscord: true,
  },
  {
    email: "unverified@example.test",
    firstName: "Wren",
    lastName: "Tallow",
    discord: SAMPLE_PEOPLE.wren,
    about: "e-mail address not verified",
    isVerified: false,
  },
];
