import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";

/** How many attempts are allowed in a window that begins with the first. */
export type Limit = { max: number; windowMs: number };

/**
 * Every limit of the site, as it is unless the community's own file says otherwise [LIMIT-01]. The
 * subject is what the name says after "by".
 */
export const LIMITS = {
  /** Failed ones, from browsers that have not signed in to the account before. */
  loginsByAccountAndAddress: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Failed ones, from a browser that has: nobody else can use these up for the owner. */
  loginsByAccountAndKnownBrowser: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Failed ones. */
  loginsByAddress: { max: 50, windowMs: 15 * MINUTE_MS },
  /** Failed ones, from all browsers together that have not signed in to the account before. */
  loginsByAccount: { max: 100, windowMs: HOUR_MS },
  /** Failed ones, from all browsers together that have. */
  loginsByAccountFromKnownBrowsers: { max: 30, windowMs: 15 * MINUTE_MS },
  /** Those that succeed. */
  completedLoginsByAccount: { max: 60, windowMs: HOUR_MS },
  /** Wrong codes of the second step, from browsers that have not signed in to the account before. */
  secondStepsByAccount: { max: 10, windowMs: HOUR_MS },
  /** Wrong ones from a browser that has: nobody else can use these up for the owner. */
  secondStepsByAccountAndKnownBrowser: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong ones from all browsers together that have. */
  secondStepsByAccountFromKnownBrowsers: { max: 30, windowMs: HOUR_MS },
  /** Wrong codes until the owner is told by mail, once in the window: the first step was right. */
  wrongStepsByAccount: { max: 5, windowMs: 24 * HOUR_MS },
  /** First steps that were right, of logins that then wait for their second one. */
  firstStepsByAddress: { max: 60, windowMs: 15 * MINUTE_MS },
  /** Passkeys that browsers were to ask for: each opening of the login asks for one. */
  passkeyRequestsByAddress: { max: 300, windowMs: 15 * MINUTE_MS },
  /** Passkeys that a member was to add, or to confirm something with. */
  passkeyRequestsByMember: { max: 60, windowMs: HOUR_MS },
  /** Answers of passkeys that were not right. */
  passkeysByAddress: { max: 50, windowMs: 15 * MINUTE_MS },
  /** Wrong passwords until the owner is told by mail, once in the window. */
  guessesByAccount: { max: 20, windowMs: 24 * HOUR_MS },
  /** Completed ones. */
  registrationsByAddress: { max: 20, windowMs: HOUR_MS },
  /** Those refused because the email address or the Discord account is in use. */
  takenRegistrationsByAddress: { max: 60, windowMs: HOUR_MS },
  /** The last of them spends the proof. */
  takenRegistrationsByProof: { max: 10, windowMs: HOUR_MS },
  /** Addresses that somebody gave instead of one that they had mistyped, be they taken or not. */
  emailCorrectionsByAccount: { max: 5, windowMs: HOUR_MS },
  /** Verification and reset codes that were tried. */
  codesByAddress: { max: 30, windowMs: HOUR_MS },
  /** Verification and reset mails that were asked for. */
  mailsByMailbox: { max: 5, windowMs: HOUR_MS },
  /** From a browser that has signed in to the account before: strangers cannot use these up. */
  mailsByMailboxFromKnownBrowsers: { max: 5, windowMs: HOUR_MS },
  /** Mails with a link that makes a browser known. */
  browserMailsByMailbox: { max: 5, windowMs: HOUR_MS },
  /** Mails by which the removal of a lost second factor begins. */
  factorMailsByAccount: { max: 5, windowMs: HOUR_MS },
  /** Mails with the code that lets an account be merged into another. */
  mergeMailsByAccount: { max: 5, windowMs: HOUR_MS },
  /** Mails to an address to which somebody wants to change, to whichever. */
  addressMailsByAccount: { max: 5, windowMs: HOUR_MS },
  mailsByAddress: { max: 20, windowMs: HOUR_MS },
  /** Mails that tell somebody of one kind of event in their account. */
  securityMailsByAccountAndEvent: { max: 5, windowMs: HOUR_MS },
  /** Windows in which an account elsewhere is proven: their beginning and their end count one each. */
  proofsByAddress: { max: 100, windowMs: 15 * MINUTE_MS },
  messagesByMember: { max: 30, windowMs: MINUTE_MS },
  /** Notes that somebody of the team writes, changes or removes. */
  notesByMember: { max: 60, windowMs: MINUTE_MS },
  /** Messages that were edited or removed. */
  messageChangesByMember: { max: 60, windowMs: 10 * MINUTE_MS },
  /** How often somebody tells that they write, and how far they have read. */
  typingByMember: { max: 40, windowMs: MINUTE_MS },
  readingsByMember: { max: 120, windowMs: MINUTE_MS },
  transcriptsByMember: { max: 60, windowMs: HOUR_MS },
  savedRepliesByMember: { max: 120, windowMs: HOUR_MS },
  /** Pictures and text files that were uploaded for tickets, and how many kilobytes of them. */
  attachmentsByMember: { max: 50, windowMs: 24 * HOUR_MS },
  attachmentKilobytesByMember: { max: 150_000, windowMs: 24 * HOUR_MS },
  ticketsByMember: { max: 10, windowMs: HOUR_MS },
  /** Tickets that were edited, closed, restored or assigned. */
  ticketChangesByMember: { max: 120, windowMs: HOUR_MS },
  /** Strikes that somebody of the team issues or lifts. */
  strikesByMember: { max: 120, windowMs: HOUR_MS },
  /** Tickets and labels that somebody of the team has changed in the queue. */
  queueChangesByMember: { max: 2000, windowMs: HOUR_MS },
  /** What somebody of the team does about members, roles, points, orders, keys and webhooks. */
  teamActsByMember: { max: 300, windowMs: HOUR_MS },
  notificationsByMember: { max: 60, windowMs: HOUR_MS },
  /** Posts that an Admin saves or deletes. */
  calendarByMember: { max: 120, windowMs: HOUR_MS },
  newsByMember: { max: 120, windowMs: HOUR_MS },
  /** Posts by mail that the site hands to its mail server, to everybody together. */
  newsMails: { max: 100, windowMs: MINUTE_MS },
  /** Names, consent, password and links that were changed. */
  accountChangesByMember: { max: 30, windowMs: HOUR_MS },
  /** Browsers that push is to reach: each visit of one says that it is still there. */
  pushSubscriptionsByMember: { max: 120, windowMs: HOUR_MS },
  pushTestsByMember: { max: 20, windowMs: HOUR_MS },
  /** Changes of how a member is told of things: one for each switch. */
  preferenceChangesByMember: { max: 200, windowMs: HOUR_MS },
  /** Drafts of the site's sections that were saved or merged: about one a second while somebody types. */
  siteDraftsByMember: { max: 4000, windowMs: HOUR_MS },
  /** Versions of the site that were published or restored. */
  sitePublicationsByMember: { max: 60, windowMs: HOUR_MS },
  maintenanceByMember: { max: 60, windowMs: HOUR_MS },
  /** Pictures that were uploaded for the site. */
  sitePicturesByMember: { max: 200, windowMs: HOUR_MS },
  /** Game servers that an Admin has asked from the form. */
  serverQuestionsByMember: { max: 120, windowMs: HOUR_MS },
  /** Providers that an Admin has tried, and mails that an Admin has sent to try the mail server. */
  trialsByMember: { max: 60, windowMs: HOUR_MS },
  trialMailsByMember: { max: 10, windowMs: HOUR_MS },
  /** Statements of points that were exported. */
  exportsByMember: { max: 5, windowMs: HOUR_MS },
  /** Archives of one's own data that were asked for. */
  archivesByMember: { max: 3, windowMs: 24 * HOUR_MS },
  /** Points that an Admin adds or takes before they are asked to confirm that it is them [STEP-05]. */
  unconfirmedPointsByMember: { max: 10_000, windowMs: HOUR_MS },
  /** Baskets that were made at Tebex. */
  basketsByMember: { max: 30, windowMs: HOUR_MS },
  /** Packages that were put into them. */
  basketItemsByMember: { max: 300, windowMs: HOUR_MS },
  /** Points as rewards for play, from game servers; what is counted are points. */
  playPointsByMember: { max: 1000, windowMs: 24 * HOUR_MS },
  /** Votes that are rewarded: for one server on one voting site, and all together. */
  votesByMemberAndSite: { max: 1, windowMs: 12 * HOUR_MS },
  votesByMember: { max: 40, windowMs: 24 * HOUR_MS },
  /** Points that game servers take, by bridge key and by member, and how often they take some. */
  spendPointsByKey: { max: 100_000, windowMs: HOUR_MS },
  spendPointsByMember: { max: 10_000, windowMs: HOUR_MS },
  spendCallsByKey: { max: 2000, windowMs: HOUR_MS },
  spendCallsByMember: { max: 120, windowMs: HOUR_MS },
  /** Points by one key beyond which nothing is refused, but the Admins are told. */
  usualSpendingByKey: { max: 25_000, windowMs: HOUR_MS },
  /** Votes that a key may have kept for players who have not linked their account. */
  keptVotesByKey: { max: 1000, windowMs: HOUR_MS },
} as const satisfies Readonly<Record<string, Limit>>;
export type LimitName = keyof typeof LIMITS;

/** An IPv6 network of the size of a /48 is allowed so many times what one address (a /64) is. */
export const IPV6_NETWORK_FACTOR = 4;

/** The limits of a community. */
export type Limits = Readonly<Record<LimitName, Limit>> & { readonly ipv6NetworkFactor: number };

/**
 * How many live feeds one instance keeps open at once, unless the community's own file says
 * otherwise. Guests and members have pots of their own: neither can use up the other's.
 */
export const FEED_LIMITS = {
  /** Of guests at one address: a household, a school or a mobile network shares its own. */
  guestsByAddress: 60,
  /** Of one member, from whatever addresses; each browser has one. */
  byMember: 20,
  /** Of all guests, and of all members. */
  guests: 4000,
  members: 6000,
} as const satisfies Readonly<Record<string, number>>;
export type FeedLimits = Readonly<Record<keyof typeof FEED_LIMITS, number>>;

/**
 * How much of what is refused is written down: a flood of it must not flood the audit. Not for a
 * community to set.
 */
export const NOTE_LIMITS = {
  /** Refused logins. */
  refusalsByAccount: { max: 20, windowMs: HOUR_MS },
  /** Those for addresses that no account has, all together. */
  refusalsOfNobody: { max: 100, windowMs: HOUR_MS },
  /** Limits that were reached. */
  limitsByAccount: { max: 20, windowMs: HOUR_MS },
  limitsOfNobody: { max: 100, windowMs: HOUR_MS },
  /** Events that Tebex has not signed, from whomever. */
  unsignedEvents: { max: 20, windowMs: HOUR_MS },
  /** A limit that refuses somebody does so for as long; the first time says it. */
  limitsBySubject: { max: 1, windowMs: 15 * MINUTE_MS },
  /** Other people's data that an Admin reads: the same as before says nothing new. */
  sameReads: { max: 1, windowMs: HOUR_MS },
  /** Bridge keys that are none, from one network and all together. */
  refusedKeysByNetwork: { max: 3, windowMs: HOUR_MS },
  /** What a key has no scope for. */
  refusedScopesByKey: { max: 3, windowMs: HOUR_MS },
  refusedKeys: { max: 60, windowMs: HOUR_MS },
  /** Alarms about one key that spends unusually much. */
  spendingAlarmsByKey: { max: 1, windowMs: 24 * HOUR_MS },
} as const satisfies Readonly<Record<string, Limit>>;
export type NoteName = keyof typeof NOTE_LIMITS;
