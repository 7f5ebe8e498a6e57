import {
  type EpicPersona,
  type MicrosoftPersona,
  STEAM_PERSONAS,
  type SteamPersona,
} from "#sandbox/identity/game-personas.ts";
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
  joinedDaysAgo: number;
  isVerified: boolean;
  isAdmin?: true;
  tier?: { name: PaidTier; daysLeft: number };
  steam?: SteamPersona;
  epic?: EpicPersona;
  minecraft?: MicrosoftPersona;
  /** When the Discord account was unlinked again. */
  lostDiscordDaysAgo?: number;
};

/** The persona of a platform whose account belongs to one of the sample accounts. */
export const takenFrom = <P extends { key: string }>(personas: readonly P[]): P => {
  const taken = personas.find(({ key }) => key === "taken");
  if (taken === undefined) throw new Error("Nobody on this platform of the sandbox is taken.");
  return taken;
};

/** The people of the demo, whom anybody may log in as. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [
  {
    email: "admin@example.test",
    firstName: "Rowan",
    lastName: "Ashe",
    discord: SAMPLE_PEOPLE.rowan,
    about: "Admin",
    joinedDaysAgo: 400,
    isVerified: true,
    isAdmin: true,
  },
  {
    email: "member@example.test",
    firstName: "Morgan",
    lastName: "Vale",
    discord: takenFrom(DISCORD_PERSONAS),
    about: "User, Gold, Steam linked",
    joinedDaysAgo: 210,
    isVerified: true,
    tier: { name: "Gold", daysLeft: 30 },
    steam: takenFrom(STEAM_PERSONAS),
  },
  {
    email: "new@example.test",
    firstName: "Juniper",
    lastName: "Hale",
    discord: SAMPLE_PEOPLE.juniper,
    about: "User, nothing linked but Discord",
    joinedDaysAgo: 3,
    isVerified: true,
  },
  {
    email: "nodiscord@example.test",
    firstName: "Sol",
    lastName: "Marin",
    discord: SAMPLE_PEOPLE.sol,
    about: "User, no Discord account any more",
    joinedDaysAgo: 52,
    isVerified: true,
    lostDiscordDaysAgo: 9,
  },
  {
    email: "unverified@example.test",
    firstName: "Wren",
    lastName: "Tallow",
    discord: SAMPLE_PEOPLE.wren,
    about: "e-mail address not verified",
    joinedDaysAgo: 0,
    isVerified: false,
  },
];
