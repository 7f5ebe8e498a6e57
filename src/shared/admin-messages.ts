import type { Provider } from "#shared/constants/providers.ts";
import { POINTS } from "#shared/points-messages.ts";
/** What Admins do about members. */
export const ADMINISTRATION = {
  keysEnd: "Their bridge keys are revoked with it. Keep one only if you vouch for its server.",
  ownKeysEnd: "Your bridge keys are revoked with it.",
  keysUnlisted: "Their bridge keys could not be listed. All of them are revoked with it.",
  loadFailed: "Failed to load admin user data.",
  promoteFailed: "Failed to promote user.",
  demoteFailed: "Failed to demote Admin.",
  reactivateFailed: "Failed to reactivate account.",
  endSessionsFailed: "Failed to end the sessions.",
  providersFailed: "Failed to load the providers.",
  auditFailed: "Failed to load the audit log.",
  pointsFailed: "Failed to update points.",
  idCopied: "ID copied!",
  idNotCopied: "The ID could not be copied.",
  promoted: "User promoted to Admin.",
  demoted: "Admin demoted to User.",
  deactivated: "Account deactivated.",
  reactivated: "Account reactivated.",
  sessionsEnded: "Signed out everywhere.",
  unknown: POINTS.unknownMember,
  alreadyDeactivated: "This account is deactivated already.",
  alreadyActive: "This account is not deactivated.",
  /** Of one that its owner closed too long ago. */
  beingErased: "This account was closed more than 30 days ago. Its data is being erased.",
  promoteDeactivated: "This account is deactivated. Reactivate it first.",
  ownAccount: "You can close your own account in its settings.",
} as const;

/** The lists of the administration. */
export const ADMIN_SCREENS = {
  eyebrow: "Administration",
  users: {
    title: "Users",
    noMatch: {
      title: "Nobody matches.",
      text: "Try fewer words or another filter, or look at everybody.",
    },
  },
  audit: {
    title: "Audit Log",
    label: "Audit log",
    noMatch: {
      title: "Nothing here.",
      text: "No line matches. Try another action, other people or a longer period.",
    },
  },
  providers: {
    title: "Providers",
    intro:
      "The services that the site asks. One that fails five times in a row is paused: people are told at once, and it is tried again every half minute. With several instances, this is what the one that answers you has found since it started.",
    label: { closed: "Works", open: "Paused", "half-open": "Being tried" },
    worksSince: "Works again since",
    failsSince: "Failing since",
    neverFailed: "No call has failed.",
    /** Before when it was, and why. */
    failed: (calls: number) =>
      `${calls === 1 ? "One call" : `${calls} calls`} failed, the last one`,
  },
} as const;

/** What Admins are told once the database can be written again. */
export const OUTAGE = {
  subject: "Nothing could be saved for a while",
  /** @param from, until moments as text. @param reason one of `reasons`. */
  message: (from: string, until: string, reason: string) =>
    `The database could not be written between ${from} and ${until}: ${reason} Whatever the site confirmed is saved; whoever tried something else in that time was asked to try again.`,
  reasons: {
    away: "it could not be reached. Please check the database server.",
    full: "its disk was full. Please make room, so that it does not happen again.",
    read_only:
      "it took no writes. Please check the rights of its files, or the settings of its server.",
    busy: "another program held it. Please check what else works on it.",
    failing: "its files could not be written. Please check the disk.",
  },
} as const;

/** What providers are called, and what waits while they cannot be reached. */
export const PROVIDER_LABELS: Readonly<Record<Provider, { name: string; waits: string }>> = {
  discord: { name: "Discord", waits: "Nobody can register or link a Discord account." },
  steam: { name: "Steam", waits: "Nobody can link a Steam account." },
  epic: { name: "Epic Games", waits: "Nobody can link an Epic account." },
  microsoft: { name: "Microsoft", waits: "Nobody can link a Minecraft account." },
  tebex: {
    name: "Tebex",
    waits: "The shop shows its last catalogue, and nobody can pay.",
  },
  smtp: { name: "The mail server", waits: "Mails wait in the outbox for up to two days." },
};

const FAILURES: Readonly<Record<string, string>> = {
  status: "it answered with an error.",
  timeout: "it did not answer in time.",
  unreachable: "it could not be reached, or hung up.",
  malformed: "its answer made no sense.",
};
/** Why a call failed, to go on with after a colon. @param reason a word of ours, or the code of the mail transport. */
export const failureText = (reason: string): string => FAILURES[reason] ?? `${reason}.`;

/** What Admins are told of a provider that has failed for minutes, and once it is well again. */
export const PROVIDER_TROUBLE: Readonly<
  Record<"down" | "well", (provider: Provider) => { subject: string; message: string }>
> = {
  down: (provider) => {
    const { name, waits } = PROVIDER_LABELS[provider];
    return {
      subject: `${name} cannot be reached`,
      message: `${name} has failed for several minutes. ${waits} The site keeps trying; you need to do something only if the cause is on your side. Admin, Providers says why it failed.`,
    };
  },
  well: (provider) => {
    const { name } = PROVIDER_LABELS[provider];
    return {
      subject: `${name} works again`,
      message: `${name} answers again. What waited goes on by itself.`,
    };
  },
};

/** What can be wrong with a line of the audit's chain. */
export type AuditBreakFault = "missing" | "changed" | "personal" | "cut" | "replaced";

/** That, as a sentence. */
export const auditBreakText = (fault: AuditBreakFault, position: number): string =>
  ({
    missing: `Line ${position} of the audit is missing.`,
    changed: `Line ${position} of the audit is not what was written down.`,
    personal: `The network or browser in line ${position} of the audit is not what was written down.`,
    cut: `Line ${position} of the audit and everything after it is gone.`,
    replaced: `Line ${position} of the audit is not the one that was sealed there.`,
  })[fault];

/** Of the audit's chain, for whoever runs the program. */
export const AUDIT_CHAIN = {
  brokenSubject: "The audit log was changed",
  /** After what is wrong. */
  brokenAdvice:
    "Somebody has changed the database by hand, or it is damaged. The log of the site says where the chain ended before (audit.sealed).",
  unsealedSubject: "The audit log is not being sealed",
  unsealed: (id: number, at: string) =>
    `Entry ${id} of the audit has waited since ${at} to be sealed. Look for seal-audit in the log of the site.`,
  holds: (entries: number, head: string) =>
    entries === 0
      ? "The audit has no sealed lines yet."
      : `The audit is whole: ${entries.toLocaleString("en-US")} lines, the last one is ${head}.`,
  /** Of entries that have waited for minutes: `at` is when the oldest was written. */
  waiting: (at: string) =>
    `Entries since ${at} are not sealed yet. The site does that within seconds while it runs: if it runs, look for seal-audit in its log.`,
  badWitness:
    "Name the line as the log does, as POSITION:HASH, such as 1042 and its 64 characters.",
} as const;

/** What an Admin does about a member: what is asked, and how the buttons are read. */
export const USER_SCREEN = {
  copyId: (platform: string, name: string) => `Copy the ${platform} ID of ${name}`,
  promoteText: "Are you sure you want to promote this user to Admin? They will gain full access.",
  demoteText:
    "Are you sure you want to make this Admin a User again? They lose access to the administration at once.",
  deactivateTitle: "Deactivate this account?",
  deactivateText:
    "They are signed out everywhere, and cannot come back until an Admin reactivates the account.",
  reactivateTitle: "Reactivate this account?",
  reactivateText: "They can sign in again, and find everything as it was.",
  endSessionsTitle: "End all their sessions?",
  endSessionsText:
    "Every browser of theirs is signed out at once. Their password brings them back.",
  endSessionsAction: "Yes, Sign Out",
  search: "Search Discord, Steam, or Minecraft name...",
  closedByOwner: "Closed by owner",
  demoteThis: (name: string) => `Demote ${name} to User`,
  demote: "Demote to User",
  promoteThis: (name: string) => `Promote ${name} to Admin`,
  promote: "Promote to Admin",
} as const;

/** Setting somebody's points. */
export const POINTS_DIALOG = {
  question: (points: number) => `Are you sure you want to set their points to ${points}?`,
  hint: (name: string, points: string, currency: string) =>
    `${name} has ${points} ${currency}. The change becomes a line of their statement.`,
  less: "One point less",
  more: "One point more",
  noteHint: "Optional. The member reads it in their statement.",
} as const;
