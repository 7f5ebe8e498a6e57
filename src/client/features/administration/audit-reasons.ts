import type { AuditBreakFault } from "#shared/admin-messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";

const PASSWORDS = "too many wrong passwords";
const MAILS = "too many mails asked for";
const VOTES = "too many votes";
const SPENT = "too many points spent";
const SPENDINGS = "points spent too often";

/** Which limit was reached. */
const LIMITS_REACHED: Readonly<Record<LimitName, string>> = {
  loginsByAccountAndAddress: PASSWORDS,
  loginsByAccountAndKnownBrowser: PASSWORDS,
  loginsByAccount: `${PASSWORDS} from new browsers`,
  loginsByAccountFromKnownBrowsers: `${PASSWORDS} from known browsers`,
  loginsByAddress: `${PASSWORDS} from one network`,
  completedLoginsByAccount: "too many logins",
  guessesByAccount: PASSWORDS,
  registrationsByAddress: "too many registrations from one network",
  takenRegistrationsByAddress: "too many registrations with addresses in use",
  takenRegistrationsByProof: "too many registrations with addresses in use",
  codesByAddress: "too many codes tried",
  mailsByMailbox: MAILS,
  mailsByMailboxFromKnownBrowsers: MAILS,
  browserMailsByMailbox: MAILS,
  mailsByAddress: `${MAILS} from one network`,
  proofsByAddress: "too many accounts proven from one network",
  messagesByMember: "too many messages",
  ticketsByMember: "too many tickets",
  ticketChangesByMember: "too many changes of tickets",
  notificationsByMember: "too many notifications",
  accountChangesByMember: "too many changes of the account",
  exportsByMember: "too many exports",
  basketsByMember: "too many baskets",
  basketItemsByMember: "too many changes of baskets",
  playPointsByMember: "too many points for playing",
  votesByMemberAndSite: VOTES,
  votesByMember: VOTES,
  spendPointsByKey: SPENT,
  spendPointsByMember: SPENT,
  spendCallsByKey: SPENDINGS,
  spendCallsByMember: SPENDINGS,
  usualSpendingByKey: SPENT,
  keptVotesByKey: "too many votes for players without a linked account",
};

/** What was found wrong with the chain. */
const FAULTS: Readonly<Record<AuditBreakFault, string>> = {
  missing: "a line is missing",
  changed: "a line was changed",
  personal: "network or browser of a line were changed",
  cut: "the end is gone",
  replaced: "a line was replaced",
};

const OTHERS = {
  password: "wrong password",
  deactivated: "account deactivated",
  unverified: "address not confirmed",
  unknown: "no such key",
  revoked: "the key was revoked",
  expired: "the key has expired",
  makerDemoted: "its maker was demoted",
  makerDeactivated: "its maker's account was deactivated",
  secret: "wrong secret part",
} as const;

/** Why something was refused, or wrong, in words. */
export const REASONS: Readonly<Record<string, string>> = {
  ...LIMITS_REACHED,
  ...FAULTS,
  ...OTHERS,
};
