import type { CaughtMail } from "#sandbox/mail/inbox.ts";
import type { Account } from "#server/auth/account-hash.ts";
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
import type { Picture } from "#server/providers/identity/port.ts";
import { createSmtpMailer } from "#server/providers/mail/smtp.ts";
import { pictureAt } from "#server/providers/pictures/picture-at.ts";
import { skinFace } from "#server/providers/pictures/skin-face.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { asGuest, asMember, asSite, pastClock, withSession } from "./contexts.ts";
import {
  SAMPLE_ACCOUNTS,
  SAMPLE_PASSWORD,
  SAMPLE_RESIDENTS,
  type SampleAccount,
} from "./sample-accounts.ts";

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
