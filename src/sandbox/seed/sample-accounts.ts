import { type ExampleTier, HIGH, LOW, MIDDLE } from "#sandbox/example-tiers.ts";
import {
  EPIC_PERSONAS,
  type EpicPersona,
  MICROSOFT_PERSONAS,
  type MicrosoftPersona,
  STEAM_PERSONAS,
  type SteamPersona,
} from "#sandbox/identity/game-personas.ts";
import {
  DISCORD_PERSONAS,
  type DiscordPersona,
  SAMPLE_PEOPLE,
} from "#sandbox/identity/personas.ts";

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
  /** Of the role in the team that they have. */
  roleId?: string;
  /** Its key, and for how many days yet. */
  tier?: { key: string; daysLeft: number };
  steam?: SteamPersona;
  epic?: EpicPersona;
  minecraft?: MicrosoftPersona;
  /** When the Discord account was unlinked again. */
  lostDiscordDaysAgo?: number;
};

/** The persona of a platform whose account belongs to one of the sample accounts. */
const takenFrom = <P extends { key: string }>(personas: readonly P[]): P => {
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
    email: "moderator@example.test",
    firstName: "Sage",
    lastName: "Winter",
    discord: SAMPLE_PEOPLE.sage,
    about: "Moderator",
    joinedDaysAgo: 260,
    isVerified: true,
    roleId: "moderator",
  },
  {
    email: "member@example.test",
    firstName: "Morgan",
    lastName: "Vale",
    discord: takenFrom(DISCORD_PERSONAS),
    about: "User with a tier, Steam linked",
    joinedDaysAgo: 210,
    isVerified: true,
    tier: { key: LOW.key, daysLeft: 30 },
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

type Name = { firstName: string; lastName: string };
type Resident = Exclude<keyof typeof SAMPLE_PEOPLE, "rowan" | "sage" | "juniper" | "sol" | "wren">;

/** @param tier the one they have, and for how many days yet. */
const resident = (
  key: Resident,
  joinedDaysAgo: number,
  name: Name,
  tier?: [ExampleTier, number],
): SampleAccount => ({
  email: `${key}@example.test`,
  ...name,
  discord: SAMPLE_PEOPLE[key],
  about: "Lives in the community",
  joinedDaysAgo,
  isVerified: true,
  ...(tier !== undefined && { tier: { key: tier[0].key, daysLeft: tier[1] } }),
});

/** The community around the sample accounts. */
export const SAMPLE_RESIDENTS: readonly SampleAccount[] = [
  {
    ...resident("ivy", 320, { firstName: "Ivy", lastName: "Thornfield" }, [HIGH, 21]),
    epic: takenFrom(EPIC_PERSONAS),
    minecraft: takenFrom(MICROSOFT_PERSONAS),
  },
  resident("bram", 180, { firstName: "Bram", lastName: "Okonjo" }, [LOW, 9]),
  resident("tamsin", 150, { firstName: "Tamsin", lastName: "Reyes" }, [MIDDLE, 17]),
  resident("oskar", 95, { firstName: "Oskar", lastName: "Lindqvist" }),
  resident("pell", 80, { firstName: "Pell", lastName: "Marchetti" }),
  resident("nadia", 75, { firstName: "Nadia", lastName: "Kovar" }, [MIDDLE, 4]),
  resident("finch", 71, { firstName: "Finch", lastName: "Delaney" }, [LOW, 26]),
  resident("hollis", 66, { firstName: "Hollis", lastName: "Umber" }),
  resident("zoe", 60, { firstName: "Zoë", lastName: "Albright" }, [HIGH, 12]),
  resident("max", 55, { firstName: "Maximilian", lastName: "Featherstonehaugh" }),
];

/** How the sample data calls whoever does something in it. */
export type SampleName = Resident | "rowan" | "sage" | "morgan" | "juniper" | "sol";

/** The addresses of those who are named. */
export const EMAIL_OF: Readonly<Record<SampleName, string>> = {
  rowan: "admin@example.test",
  sage: "moderator@example.test",
  morgan: "member@example.test",
  juniper: "new@example.test",
  sol: "nodiscord@example.test",
  ivy: "ivy@example.test",
  bram: "bram@example.test",
  tamsin: "tamsin@example.test",
  oskar: "oskar@example.test",
  pell: "pell@example.test",
  nadia: "nadia@example.test",
  finch: "finch@example.test",
  hollis: "hollis@example.test",
  zoe: "zoe@example.test",
  max: "max@example.test",
};
