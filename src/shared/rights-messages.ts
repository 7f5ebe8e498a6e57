import {
  type EraseReason,
  GAME_PLATFORMS,
  type Platform,
  PLATFORM_NAMES,
} from "./constants/accounts.ts";
import { numberText } from "./rules/format.ts";

/** How an Admin erases an account. */
export const ERASING = {
  open: "Erase",
  title: "Erase this account for good?",
  goes: "Erased at once",
  goesList: [
    "names, email address and password",
    "linked accounts, passkeys and second factors",
    "sessions, networks and browsers, also in the audit log",
    "notifications, play times and what game servers still had to hand out",
    "notes about them and their downloads",
  ],
  stays: "Stays, without a name",
  staysList: [
    "tickets and messages, under “Deleted member”: they are others' conversations too",
    "the points ledger: it has to add up",
    "orders and payments: the tax office wants them",
    "the audit log, which knows the account by its number",
    "a keyed hash of each linked game account, so that it earns no points again",
  ],
  final:
    "Nobody can bring it back. A subscription at the store goes on until it is cancelled there.",
  reason: "Why",
  reasonMissing: "Choose why.",
  choose: "Choose a reason",
  typeAddress: (email: string) => `Type ${email} to confirm`,
  mismatch: "This is not what is to be typed.",
  action: "Erase for good",
  done: "The account is erased.",
  failed: "The account could not be erased. Please try again.",
  changed: "The address that you typed is not that of this account any more.",
  mailSubject: (brand: string) => `Your account at ${brand} was erased`,
  mailSummary: "Your names, your address and what you linked are gone.",
  mailHeading: "Your account was erased",
  mailIntro: (at: string) => `On ${at} an Admin erased your account for good.`,
  mailStays:
    "Your names, your address, your password and the accounts that you linked are gone. What you wrote on tickets and what you bought stays without your name. Your address is free for a new account.",
  mailAction: "What is kept, and why",
  mailNotYou: (contact: string) =>
    `Did you not ask for this? Write to us at ${contact}. This is the last email about this account.`,
  mailReason: (brand: string) =>
    `You got this email because an account with this address was erased at ${brand}.`,
  own: "You cannot erase your own account. Close it in your settings.",
} as const;

export const ERASE_REASON_NAMES: Readonly<Record<EraseReason, string>> = {
  request: "They asked for it",
  guardian: "Their parent or guardian asked for it",
  authority: "An authority demands it",
  abuse: "The account was made in their name by someone else",
  duplicate: "It is a second account of theirs",
};

/** How somebody makes one account of two. */
export const MERGING = {
  sectionTitle: "Another account here?",
  sectionText:
    "If you have two accounts, you can move everything from the other one into this one. You have to be able to log in to both.",
  open: "Merge another account",
  title: "Merge another account",
  proofText: "Log in to the account that is to go. This one, in which you are logged in, stays.",
  previewText: "Look at what happens before you go on.",
  otherEmail: "Email of the other account",
  otherPassword: "Password of the other account",
  code: "Code",
  codeHint: "From the authenticator app of the other account, or one of its recovery codes.",
  mailedCode: "Code from the email",
  mailedCodeHint: (email: string) =>
    `We sent a code to ${email}: only whoever reads its emails can merge this account. It works for an hour.`,
  mailedCodeWrong: "This code is wrong or has expired. Check it, or close this and begin again.",
  goOn: "Continue",
  moves: (email: string) => `What moves from ${email} into this account`,
  points: (points: string) => `Points: ${points}`,
  counted: (tickets: number, orders: number, notifications: number) =>
    `Tickets: ${numberText(tickets)}, orders: ${numberText(orders)}, notifications: ${numberText(notifications)}`,
  tier: (title: string, until: string) => `${title}, until ${until}`,
  keepOther: (platform: string, other: string) => `Keep ${other} as the ${platform} account`,
  both: (platform: Platform, mine: string, other: string) => {
    const name = PLATFORM_NAMES[platform];
    const isGame = GAME_PLATFORMS.some((game) => game === platform);
    const what = `Both accounts have one at ${name}: ${mine} here, ${other} there. One stays, ${mine} unless you tick this; the other is unlinked`;
    return isGame ? `${what} and earns no points any more.` : `${what}.`;
  },
  final:
    "This cannot be undone. The other account is closed, its address is free again, and its names, sessions and password are erased.",
  action: "Merge for good",
  done: "The accounts are merged.",
  failed: "The accounts could not be merged. Please try again.",
  unproven: "Log in to the other account again: it has to be proven just before.",
  factorUnproven:
    "The other account has a passkey or an authenticator app. Log in to it again with that, and then merge.",
  sameAccount: "That is the account in which you are logged in.",
  ofTeam:
    "The other account belongs to the team. Give up its roles first, or log in there and merge this one.",
  addressChanged:
    "The email address of the other account was changed within the last week. Wait until that can no longer be taken back.",
  bothSubscribed: (tier: string) =>
    `Both accounts have a running subscription of ${tier}. Cancel one of them at the store first.`,
  changed: "Something has changed since. Close this and begin again.",
  codeMailSubject: (brand: string) => `Your code to merge your accounts at ${brand}`,
  codeMailSummary: "Type it where you asked for it.",
  codeMailIntro: (kept: string) =>
    `You asked to move everything from this account into ${kept}. This one is then closed for good.`,
  codeMailUse: (life: string) =>
    `Type the code above where you asked for it. It works for ${life}.`,
  codeMailNotYou:
    "Wasn't you? Then give the code to nobody: someone knows your password. Choose a new one now, which ends all sessions.",
  codeMailReason: (brand: string) =>
    `You got this email because someone who is logged in to your account at ${brand} wants to merge it into another one.`,
  noticeSubject: "Your accounts were merged",
  noticeMessage:
    "Everything of your other account is in this one now. The other account is closed.",
  mailSubject: (brand: string) => `Your accounts at ${brand} were merged`,
  mailIntro: (gone: string, kept: string, at: string) =>
    `On ${at} everything of the account ${gone} was moved into the account ${kept}. ${gone} is closed, and its address is free again.`,
  mailSummary: "Everything is in one account now.",
  mailAction: "See my account",
  mailNotYou:
    "Wasn't you? Then someone knows the passwords of both accounts: set a new one, and write to us.",
  mailReason: (brand: string) =>
    `You got this email because two accounts at ${brand} were merged, one of which has this address.`,
} as const;
