import { type ExampleTier, HIGH, LOW, MIDDLE } from "#sandbox/community.ts";
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
import type { CaughtMail } from "#sandbox/mail/mail.ts";
import type { Account } from "#server/auth/auth.ts";
import type { SessionUser } from "#server/auth/lucia.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { Services } from "#server/context/services.ts";
import { AppError } from "#server/core/errors.ts";
import { register, verifyEmail } from "#server/modules/accounts/index.ts";
import { promoteMember } from "#server/modules/administration/index.ts";
import { linkAccount, proveAccount, unlinkAccount } from "#server/modules/links/index.ts";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { giveRoleAsSite } from "#server/modules/team/index.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import { pictureAt, skinFace } from "#server/providers/pictures/pictures.ts";
import type { Picture } from "#server/providers/ports/people.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { asGuest, asMember, asSite, pastClock, withSession } from "./contexts.ts";

/** What all of them log in with. */
export const SAMPLE_PASSWORD = "Lynx!2026demo";

type SampleAccount = {
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

/** How long a picture of the sandbox may take. */
const PICTURE_MS = 5000;

/** A picture as the provider shows it; null where there is none, or no such provider. */
const pictureBelow = async (
  base: string | undefined,
  path: string | null,
  make?: typeof skinFace,
): Promise<Picture | null> =>
  base === undefined || path === null ? null : await pictureAt(base + path, PICTURE_MS, make);

/** @returns the id of the new account, or null where it is there already. */
const join = async (
  deps: Services,
  { email, firstName, lastName, discord }: SampleAccount,
): Promise<string | null> => {
  const secret = randomSecret();
  const { id: discordId, avatar } = discord;
  const discordName = discord.globalName ?? discord.username;
  const path = avatar && `/avatars/${discordId}/${avatar}.png?size=128`;
  const picture = await pictureBelow(deps.config.discord?.cdnBase, path);
  const { outcome, imageUrl: discordImgUrl } = await proveAccount(asSite(deps), {
    platform: "discord",
    externalId: discordId,
    name: discordName,
    picture,
    browserSecret: secret,
    isForMember: false,
  });
  if (outcome !== "kept") return null;
  const passwords = { password: SAMPLE_PASSWORD, confirmPassword: SAMPLE_PASSWORD };
  const claimed = { discordId, discordName, discordImgUrl };
  try {
    // Of whatever version is the newest.
    const agreesTo = Number.MAX_SAFE_INTEGER;
    const input = { email, firstName, lastName, ...passwords, ...claimed, agreesTo };
    return (await register(asGuest(deps, secret), input)).id;
  } catch (error) {
    if (error instanceof AppError && error.code === "email_in_use") return null;
    throw error;
  }
};

/** Every account of a game that somebody has. */
const gameAccountsOf = async (
  { config }: Services,
  { steam, epic, minecraft }: SampleAccount,
): Promise<(Account & { name: string; picture: Picture | null })[]> => {
  const accounts = [];
  if (steam !== undefined) {
    const { id: externalId, name, avatar } = steam;
    const path = avatar && `/${avatar}_full.jpg`;
    const picture = await pictureBelow(config.steam?.avatarBase, path);
    accounts.push({ platform: "steam", externalId, name, picture } as const);
  }
  if (epic !== undefined) {
    const { id: externalId, name } = epic;
    accounts.push({
      platform: "epic",
      externalId,
      name: name ?? externalId,
      picture: null,
    } as const);
  }
  if (minecraft?.profile) {
    const { id: externalId, name, skin } = minecraft.profile;
    const path = skin && `/texture/${skin}`;
    const picture = await pictureBelow(config.microsoft?.texturesBase, path, skinFace);
    accounts.push({ platform: "minecraft", externalId, name, picture } as const);
  }
  return accounts;
};

const userOf = (id: string, { email, firstName, lastName }: SampleAccount): SessionUser => ({
  id,
  email,
  firstName,
  lastName,
  role: "User",
  team: null,
  promoReceivedAt: null,
});

const linkGames = async (deps: Services, userId: string, account: SampleAccount): Promise<void> => {
  for (const linked of await gameAccountsOf(deps, account)) {
    const secret = randomSecret();
    await proveAccount(asSite(deps), { ...linked, browserSecret: secret, isForMember: true });
    const { platform, externalId } = linked;
    await linkAccount(asMember(deps, userOf(userId, account), secret), { platform, externalId });
  }
};

const codeIn = (inbox: readonly CaughtMail[], email: string): string => {
  const mail = inbox.find(({ to }) => to === email);
  const code = /[?&]code=([\w-]+)/.exec(mail?.text ?? "")?.[1];
  if (code === undefined) throw new Error(`No code has reached ${email}.`);
  return code;
};

/** Sends what is to be mailed at the time of the given clock: later it would be too late. */
export type Deliver = (at: Services) => Promise<void>;

/** Does something with a connection to the sandbox's mail server. */
export const withDelivery = async (
  { config: { mail } }: Services,
  work: (deliver: Deliver) => Promise<void>,
): Promise<void> => {
  if (mail === null) throw new Error("The sample data need the sandbox's mail server.");
  const mailer = createSmtpMailer(mail);
  // It is closed when everybody has their mail.
  const open = { ...mailer, close: () => {} };
  try {
    await work((at) => deliverOutbox(asSite(at), async () => open, new AbortController().signal));
  } finally {
    mailer.close();
  }
};

/** From joining to having everything that an account is to have; each step a moment later. */
const settle = async (
  deps: Services,
  inbox: () => readonly CaughtMail[],
  deliver: Deliver,
  account: SampleAccount,
): Promise<void> => {
  const { email, isVerified, isAdmin, roleId, tier, joinedDaysAgo, lostDiscordDaysAgo } = account;
  const joining = pastClock(deps.clock, joinedDaysAgo);
  const then = { ...deps, clock: joining };
  const userId = await join(then, account);
  if (userId === null) return;
  await deliver(then);
  if (isVerified) await verifyEmail(asGuest(then, ""), { code: codeIn(inbox(), email) });
  if (isAdmin === true) await promoteMember(asSite(then), { email });
  if (roleId !== undefined) await giveRoleAsSite(asSite(then), { userId, roleId });
  await linkGames(then, userId, account);
  // What was done to the account then is told of then.
  await deliver(then);
  if (lostDiscordDaysAgo !== undefined) {
    const losing = { ...deps, clock: pastClock(deps.clock, lostDiscordDaysAgo) };
    const member = asMember(losing, userOf(userId, account));
    await unlinkAccount(withSession(member), { platform: "discord" });
    await deliver(losing);
  }
  // Another community's first tier stands for those of the example.
  const { tiers } = deps.config.community;
  const given = tier && (tiers.find(({ key }) => key === tier.key) ?? tiers[0]);
  if (tier !== undefined && given !== undefined) {
    const until = new Date(deps.clock.now().getTime() + tier.daysLeft * DAY_MS);
    await grantTier(asSite(deps), { userId, tier: given.key, until });
  }
};

/**
 * Makes the sample accounts as people would: through the use cases, when they joined, and with the codes
 * of the mails that reach the sandbox's inbox. Accounts that are there already stay as they are.
 * @param inbox what the sandbox has caught, newest first.
 */
export const seedAccounts = async (
  deps: Services,
  inbox: () => readonly CaughtMail[],
): Promise<void> => {
  const everybody = [...SAMPLE_ACCOUNTS, ...SAMPLE_RESIDENTS];
  await withDelivery(deps, async (deliver) => {
    for (const account of everybody.toSorted((a, b) => b.joinedDaysAgo - a.joinedDaysAgo))
      await settle(deps, inbox, deliver, account);
  });
};
