import { z } from "zod/mini";
import {
  AUTH_FAILURES,
  GAME_PLATFORMS,
  LENGTHS,
  MINECRAFT_FAILURES,
  PERMISSIONS,
  PLATFORMS,
  ROLES,
} from "#shared/constants/accounts.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { idempotencyKey } from "./lists.ts";
import { line } from "./text.ts";

// What the use cases refuse in their own words (an e-mail that is missing, say) may be absent here.
const password = z.string().check(z.maxLength(LENGTHS.password));
const email = line(LENGTHS.email);
const secret = z.string().check(z.maxLength(LENGTHS.secret));
const name = line(LENGTHS.name).check(z.refine(isSeen, "must not be empty"));
const time = z.iso.datetime();

/** `POST Auth/login`. */
export const loginInput = z.object({ email, password });
export const tokenOutput = z.object({ token: z.string() });

/** What a form that makes an account says beside it; older clients send none of it [CONSENT-03]. */
const consents = {
  /** The site's version whose rules and privacy policy it leads to: these are agreed to. */
  agreesTo: z.nullish(z.int().check(z.minimum(0))),
  /** Whether news may be mailed. */
  allowMarketingEmails: z.nullish(z.boolean()),
};

/** What everybody says who makes an account. */
export const newAccount = {
  firstName: name,
  lastName: name,
  email,
  password,
  confirmPassword: password,
};

/**
 * `POST Auth/register` [ACC-02]: the three Discord fields must match this browser's proof. They may be
 * left out where the site knows no Discord [ACC-26].
 */
export const registrationInput = z.object({
  ...newAccount,
  discordId: z.nullish(line(LENGTHS.discordId)),
  discordName: z.nullish(z.string().check(z.maxLength(LENGTHS.discordName))),
  discordImgUrl: z.nullish(z.string().check(z.maxLength(LENGTHS.url))),
  ...consents,
  idempotencyKey,
});
export type RegistrationInput = z.infer<typeof registrationInput>;

export const discordAccount = z.object({
  discordId: z.string(),
  discordName: z.string(),
  discordImgUrl: z.nullable(z.string()),
});
export type DiscordAccount = z.infer<typeof discordAccount>;

export const registeredUser = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  firstName: z.string(),
  lastName: z.string(),
  /** Null without a Discord account, like the next. */
  discordId: z.nullable(z.string()),
  discordName: z.nullable(z.string()),
  discordImgUrl: z.nullable(z.string()),
});
export type RegisteredUser = z.infer<typeof registeredUser>;

/** `GET Auth/me`: who is signed in. */
export const currentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLES),
  /** The same, and the names of their roles in the team. */
  roles: z.array(z.string()),
  /** What they may do now beyond what every member may. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Their permissions are off until a second factor is proven in this session; absent where they are not. */
  needsSecondFactor: z.optional(z.boolean()),
  promoReceivedDate: z.nullable(time),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const verificationInput = z.object({ code: z.nullish(secret) });
/** What came of a verification: a sentence, and the address that was proven. */
export const verifiedAddress = z.object({ message: z.string(), email: z.nullable(z.string()) });
/** Another address instead of one that was mistyped; the password proves whose it is. */
export const emailCorrection = z.object({ email, newEmail: email, password });
/** `POST Auth/change-email`: with the right password it confirms by itself who asks. */
export const addressChangeInput = z.object({
  newEmail: email,
  currentPassword: z.nullish(password),
});
/** How a change of address stands. */
export const addressStanding = z.object({
  /** The one that waits to be confirmed; null for none. */
  waiting: z.nullable(z.object({ email: z.string(), isByTeam: z.boolean(), expiresAt: time })),
  /** Those that one had until lately, the newest first, and until when they can be brought back. */
  former: z.array(z.object({ email: z.string(), until: time })),
});
export type AddressStanding = z.infer<typeof addressStanding>;
/** What came of taking a change back: a sentence, and the token with which a new password is set. */
export const revertedAddress = z.object({ message: z.string(), token: z.nullable(z.string()) });
export const mailInput = z.object({ email: z.nullish(email) });
export const passwordResetInput = z.object({
  token: z.nullish(secret),
  newPassword: password,
  confirmPassword: password,
  idempotencyKey,
});

/** The token of a mail that tells somebody of an account that was imported for them. */
export const claimToken = z.object({ token: secret });
/** The names are theirs to say: what was imported may be a name in a game. */
export const claimInput = z.extend(passwordResetInput, {
  firstName: name,
  lastName: name,
  ...consents,
});
/** What waits for whoever holds the token. */
export const waitingAccount = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  points: z.int(),
  /** The tier, and its last day where the community is: "key:2026-12-01"; null for none. */
  sub: z.nullable(z.string()),
  platforms: z.array(z.enum(PLATFORMS)),
});

/** `PUT Auth/update-account`: what is absent or null stays as it is; a blank name is refused. */
export const accountChanges = z.object({
  firstName: z.nullish(name),
  lastName: z.nullish(name),
  currentPassword: z.nullish(password),
  newPassword: z.nullish(password),
  confirmNewPassword: z.nullish(password),
});
export type AccountChanges = z.infer<typeof accountChanges>;

/** `PUT Auth/deactivate-account`: with the right password it confirms by itself who asks. Older clients say nothing. */
export const accountClosing = z._default(z.object({ currentPassword: z.nullish(password) }), {});

/** By which a member confirms that it is them. */
export const passwordConfirmation = z.object({ password });

/** One browser that is signed in. */
export const openSession = z.object({
  id: z.string(),
  /** Browser and device in words, such as "Firefox on Windows". */
  browser: z.string(),
  /** The network it signed in from, such as `203.0.113.0/24`. */
  address: z.string(),
  createdAt: time,
  lastUsedAt: time,
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;
export const sessionId = z.object({ id: line(LENGTHS.secret) });

/** `GET Steam/linked`. */
export const steamAccount = z.object({
  steamId: z.string(),
  steamName: z.string(),
  /** Address of the picture on this site, null for none; likewise wherever there is one. */
  steamImgUrl: z.nullable(z.string()),
});
export type SteamAccount = z.infer<typeof steamAccount>;

/** `GET Minecraft/linked`. */
export const minecraftAccount = z.object({
  /** 32 hexadecimal digits, without dashes. */
  minecraftUuid: z.string(),
  minecraftUsername: z.string(),
});

/** The same with its picture, as the window tells it. */
export const minecraftProof = z.object({
  ...minecraftAccount.shape,
  minecraftAvatarUrl: z.nullable(z.string()),
});
export type MinecraftProof = z.infer<typeof minecraftProof>;

/** `GET Epic/linked`: the id is that of the Epic account. */
export const epicAccount = z.object({ eosId: z.string(), epicName: z.string() });
export type EpicAccount = z.infer<typeof epicAccount>;

/** False where it was unlinked once: then no points are ever added through it [LINK-06]. */
const eligible = { isEligible: z.boolean() };

/** Everything that is linked to one's account. */
export const linkedAccounts = z.object({
  discord: z.nullable(discordAccount),
  steam: z.nullable(z.object({ ...steamAccount.shape, ...eligible })),
  minecraft: z.nullable(z.object({ ...minecraftProof.shape, ...eligible })),
  epic: z.nullable(z.object({ ...epicAccount.shape, ...eligible })),
  /** What can be linked on this site. */
  available: z.array(z.enum(PLATFORMS)),
});
export type LinkedAccounts = z.infer<typeof linkedAccounts>;

const externalId = line(LENGTHS.id).check(z.minLength(1));
/** What older clients send besides the id: the proof knows better. */
const ignored = z.nullish(z.string().check(z.maxLength(LENGTHS.url)));

/** `PUT Discord/link-discord` and the like: the id must be what this browser has just proven. */
export const discordLinkInput = z.object({
  discordId: externalId,
  discordName: ignored,
  discordImgUrl: ignored,
});
export const steamLinkInput = z.object({
  steamId: externalId,
  steamName: ignored,
  steamImgUrl: ignored,
});
export const minecraftLinkInput = z.object({
  minecraftUuid: externalId,
  minecraftUsername: ignored,
  minecraftAvatarUrl: ignored,
});
export const epicLinkInput = z.object({ eosId: externalId, epicName: ignored });

export const unlinkInput = z.object({ platform: z.enum(GAME_PLATFORMS) });

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
