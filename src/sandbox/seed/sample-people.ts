import { EPIC_PERSONAS, MICROSOFT_PERSONAS } from "#sandbox/identity/game-personas.ts";
import { SAMPLE_PEOPLE } from "#sandbox/identity/personas.ts";
import type { PaidTier } from "#shared/constants/tiers.ts";
import { type SampleAccount, takenFrom } from "./sample-accounts.ts";

type Name = { firstName: string; lastName: string };
type Resident = Exclude<keyof typeof SAMPLE_PEOPLE, "rowan" | "juniper" | "sol" | "wren">;

/** @param tier the one they have, and for how many days yet. */
const resident = (
  key: Resident,
  joinedDaysAgo: number,
  name: Name,
  tier?: [PaidTier, number],
): SampleAccount => ({
  email: `${key}@example.test`,
  ...name,
  discord: SAMPLE_PEOPLE[key],
  about: "Lives in the community",
  joinedDaysAgo,
  isVerified: true,
  ...(tier !== undefined && { tier: { name: tier[0], daysLeft: tier[1] } }),
});

/** The community around the sample accounts. */
export const SAMPLE_RESIDENTS: readonly SampleAccount[] = [
  {
    ...resident("ivy", 320, { firstName: "Ivy", lastName: "Thornfield" }, ["Vibranium", 21]),
    epic: takenFrom(EPIC_PERSONAS),
    minecraft: takenFrom(MICROSOFT_PERSONAS),
  },
  resident("bram", 180, { firstName: "Bram", lastName: "Okonjo" }, ["Gold", 9]),
  resident("tamsin", 150, { firstName: "Tamsin", lastName: "Reyes" }, ["Diamond", 17]),
  resident("oskar", 95, { firstName: "Oskar", lastName: "Lindqvist" }),
  resident("pell", 80, { firstName: "Pell", lastName: "Marchetti" }),
  resident("nadia", 75, { firstName: "Nadia", lastName: "Kovar" }, ["Diamond", 4]),
  resident("finch", 71, { firstName: "Finch", lastName: "Delaney" }, ["Gold", 26]),
  resident("hollis", 66, { firstName: "Hollis", lastName: "Umber" }),
  resident("zoe", 60, { firstName: "Zoë", lastName: "Albright" }, ["Vibranium", 12]),
  resident("max", 55, { firstName: "Maximilian", lastName: "Featherstonehaugh" }),
];

/** How the sample data calls whoever does something in it. */
export type SampleName = Resident | "rowan" | "morgan" | "juniper" | "sol";

/** The addresses of those who are named. */
export const EMAIL_OF: Readonly<Record<SampleName, string>> = {
  rowan: "admin@example.test",
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
