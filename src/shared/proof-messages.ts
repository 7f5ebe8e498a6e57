import {
  type AuthFailure,
  type MinecraftFailure,
  type Platform,
  PLATFORM_NAMES,
} from "./constants/accounts.ts";

/** What calls are refused with, whatever they are about: no screen says it by itself. */
export const CALLS = {
  unknownGame: (known: readonly string[]) =>
    `There is no game of that name here. Known games: ${known.join(", ")}.`,
  databaseAway: "The site cannot reach its database right now. Please try again in a moment.",
  cannotSave: "The site cannot save anything right now. Please try again in a few minutes.",
  inMaintenance: (reason: string) =>
    `Nothing can be changed at the moment, as the site is in maintenance: ${reason}`,
  usedOnceKey: "This idempotency key was used for something else. Send this with a new one.",
} as const;

/** Where a person signs in to prove an account of a platform. */
export const PROVIDER_NAMES: Readonly<Record<Platform, string>> = {
  ...PLATFORM_NAMES,
  epic: "Epic Games",
  minecraft: "Microsoft",
};

type Sentences = Readonly<
  Record<"proven" | "confirmed" | "duplicate" | "linked" | "off" | AuthFailure, string>
>;

const sentencesFor = (platform: Platform): Sentences => {
  const account = `${PLATFORM_NAMES[platform]} account`;
  const provider = PROVIDER_NAMES[platform];
  return {
    /** For whoever registers. */
    proven: `Your ${account} is linked. You can close this window.`,
    /** For a member, whose own tab links it now. */
    confirmed: `Your ${account} is confirmed. You can close this window.`,
    duplicate: `This ${account} is already linked to another user.`,
    /** For a member: whose it is shows when their own tab tries to link it. */
    linked: `This ${account} is already linked to a member of this site.`,
    off: `Linking ${PLATFORM_NAMES[platform]} accounts is not set up on this site.`,
    denied: `You did not let ${provider} tell us who you are. You can close this window and try again.`,
    expired: "This attempt took too long or was already used. Close this window and try again.",
    unavailable: `${provider} cannot be reached right now. Close this window and try again later.`,
    garbage: `${provider} sent an answer we do not understand. Close this window and try again later.`,
    limited: "Too many attempts from your network. Close this window and try again later.",
    site_unavailable:
      "The site cannot save anything right now. Close this window and try again in a few minutes.",
  };
};

/** What the window in which an account elsewhere is proven says, by what came of it. */
export const PROOF_SENTENCES: Readonly<Record<Platform, Sentences>> = {
  discord: sentencesFor("discord"),
  steam: sentencesFor("steam"),
  minecraft: sentencesFor("minecraft"),
  epic: sentencesFor("epic"),
};

const pageFailuresFor = (platform: Platform): Readonly<Record<AuthFailure, string>> => {
  const provider = PROVIDER_NAMES[platform];
  return {
    denied: `You did not let ${provider} tell us who you are.`,
    expired: "That attempt took too long or was already used. Please try again.",
    unavailable: `${provider} cannot be reached right now. Please try again later.`,
    garbage: `${provider} sent an answer we do not understand. Please try again later.`,
    limited: "Too many attempts from your network. Please try again later.",
    site_unavailable: CALLS.cannotSave,
  };
};

/** Why the page that waits for such a window got nothing. */
export const PAGE_FAILURES: Readonly<Record<Platform, Readonly<Record<AuthFailure, string>>>> = {
  discord: pageFailuresFor("discord"),
  steam: pageFailuresFor("steam"),
  minecraft: pageFailuresFor("minecraft"),
  epic: pageFailuresFor("epic"),
};

/** What it says where Xbox or Minecraft have something against it, and what to do about that. */
export const MINECRAFT_SENTENCES: Readonly<Record<MinecraftFailure, string>> = {
  xboxBanned:
    "Xbox has banned this account, so it cannot be linked. Xbox support can tell you why.",
  xboxGuardian:
    "A parent or guardian has restricted this account. Ask them to allow it in their Microsoft family settings, then try again.",
  xboxMissing:
    "This Microsoft account has no Xbox profile yet. Sign in once on xbox.com or in the Minecraft launcher, then try again.",
  xboxTerms:
    "This account has not accepted the Xbox terms yet. Sign in once on xbox.com, accept them, then try again.",
  xboxRegion: "Xbox is not available in the country or region of this account.",
  xboxAge:
    "Xbox has to know that this account belongs to an adult. Verify your age on xbox.com, then try again.",
  xboxPlaytime: "This account has used up its allowed play time. Try again when it has some left.",
  xboxChild:
    "This is a child account. An adult has to add it to a Microsoft family before it can be linked.",
  xboxRefused:
    "Xbox does not let this account sign in here. Sign in once on xbox.com to see what is missing, then try again.",
  noJavaProfile:
    "This Microsoft account does not own Minecraft: Java Edition, or has not chosen a player name yet. Sign in once in the Minecraft launcher, or try another account.",
};

/** Why nothing was proven, in words for a page that offers another try. */
export const pageFailure = (platform: Platform, reason: AuthFailure | MinecraftFailure): string =>
  ({ ...MINECRAFT_SENTENCES, ...PAGE_FAILURES[platform] })[reason];

/** The window in which an account elsewhere is linked. */
export const LINK_WINDOW = {
  learnedMinecraft: "your player name, its id and your skin",
  learnedEpic: "your display name and its id",
  staysOpen: "Your browser keeps this window open. Please close it yourself.",
  logInFirst: "Log in first",
  consent: (provider: string, learned: string) =>
    `${provider} asks who you are and sends you back here. We learn ${learned}, nothing else.`,
  linking: (platform: string) => `Linking your ${platform} account...`,
} as const;

/** The way to the Discord server. */
export const DISCORD_REDIRECT = {
  title: "Redirecting to Discord...",
  nothingHappens: "Nothing happening? The door is right here.",
  continue: "Continue to Discord",
} as const;
