import { STATUS_GAMES } from "./constants/games.ts";

/** Every sentence that people see or clients compare, once. Server, client and tests import it from here. */
export const MESSAGES = {
  copied: "Copied to clipboard!",
  /** @param what it is, such as "address". */
  copyRefused: (what: string, text: string) =>
    `Copying is not allowed here. The ${what} is ${text}`,
  notFound: "Whoops, nothing here...",
  redirectingToDiscord: "Redirecting to Discord...",
  unknownGame: `There is no game of that name here. Known games: ${STATUS_GAMES.join(", ")}.`,
  statusFailed: "The server status could not be loaded.",
  unexpected: "Something went wrong on our side. Please try again.",
  databaseAway: "The site cannot reach its database right now. Please try again in a moment.",
  cannotSave: "The site cannot save anything right now. Please try again in a few minutes.",
  accessDenied: "Access denied.",
  passwordTooShort: "Password must be at least 8 characters long.",
  passwordLacksUppercase: "Password must contain at least one uppercase letter.",
  passwordLacksSpecial: "Password must include a special character.",
  passwordHasSpaces: "Password must not contain spaces.",
  passwordTooLong: "Password must not be longer than 128 characters.",
  tooManyAttempts: "Too many attempts. Please try again later.",
  passwordsDiffer: "Passwords do not match!",
  emailRequired: "Email is required.",
  emailMalformed: "Please enter a valid email address.",
  enterEmail: "Please enter your email address.",
  networkError: "Network error.",
  usedOnceKey: "This idempotency key was used for something else. Send this with a new one.",
  seeServers: "See the servers",
  goToTicket: (ticketId: number) => `Go to ticket #${ticketId}`,
  gameMissing: "Please choose a game.",
  supportDen: "Support the den",
  didNotWork: "That did not work",
  backToDen: "Back to the den",
} as const;

const LINK_MAILED = "If this address belongs to an account, an email with a link is on its way.";

/** Signing in, and what ends it. */
export const LOGIN = {
  invalidOnWire: "Invalid email or password.",
  invalidOnScreen: "Incorrect email or password.",
  unverified: "Please verify your email before logging in.",
  deactivated: "This account has been deactivated.",
  /** Stands below it: the way back of whoever closed the account themselves. */
  deactivatedHint: "Did you close it yourself? For 30 days a new password brings it back.",
  noToken: "Invalid response from server.",
  userInfoFailed: "Failed to fetch user info.",
  loggingIn: "Logging you in...",
  /** Where others have guessed so often that the password alone is no longer asked of strangers. */
  guarded:
    "Too many wrong passwords were tried for this account. We can mail you a link that lets you log in with this browser.",
  mailLink: "Mail me a link",
  /** Stands above it, where the server's sentence does not speak of a mail. */
  mailLinkHint: "Is it your account? We can mail you a link that lets you log in right away.",
  linkSent: LINK_MAILED,
  linkFailed: "We could not send the link.",
  browserTitle: "Use This Browser",
  browserText:
    "Confirm that it is you who wants to log in here. Then enter your password as usual.",
  confirmBrowser: "It is me",
  browserConfirmed: "This browser is confirmed. You can log in with it now.",
  browserCodeInvalid: "This link is invalid or has expired. Please ask for a new one.",
  browserCodeUsed: "This link was already used. If it was not you, ask for a new one.",
  unverifiedTitle: "Email Not Verified",
  unverifiedText:
    "Your account exists but hasn't been verified yet. Please check your inbox or click below to resend the verification email.",
  inactive: "You have been logged out due to inactivity. Please log in again.",
  endedElsewhere: "You have been signed out. Please log in again.",
  popupBlocked: "Please allow popups for this site.",
  passwordMissing: "Please enter your password.",
  rolesLacking: "Your account may not open this page. Log in with one that may.",
} as const;

/** What mails ask of people. */
export const MAIL = {
  enoughSent:
    "We have sent several emails to this address in the last hour. Use the newest one, or try again later.",
} as const;

/** Joining. */
export const REGISTRATION = {
  waiting: "Waiting for Discord authentication...",
  titleStart: "Create a new account for",
  failure: "Registration Failure",
  failed: "Registration failed.",
  emailInUse: "Email is already in use.",
  emailInUseHint: "Is it yours?",
  notLinked: "Discord is not linked yet.",
  linkAgain: "Please link your Discord account again.",
  discordTaken: "This Discord account is already linked to another user.",
  discordUnavailable: "Discord is not configured on this site, so nobody can register right now.",
  firstNameMissing: "Please enter your first name.",
  lastNameMissing: "Please enter your last name.",
} as const;

/** What a person is called. */
export const PERSON_NAME = {
  firstHoldsLink: "Your first name cannot contain a link, @ or /.",
  lastHoldsLink: "Your last name cannot contain a link, @ or /.",
} as const;

/** Proving an address. */
export const VERIFICATION = {
  verified: "✅ Your email has been successfully verified! You can now log in.",
  codeMissing: "Invalid or missing verification code.",
  codeInvalid: "This verification code is invalid or has expired. Please ask for a new one.",
  codeUsed: "This verification code was already used. You can log in.",
  failed: "Verification failed. Please try again.",
  errored: "An error occurred during verification. Please try again later.",
  sentIfKnown:
    "If this address belongs to an account that waits for it, a new verification email is on its way.",
  resent: "Verification email sent!",
  resendFailed: "Failed to resend verification email.",
  resendFailedLater: "Failed to resend verification email. Please try again later.",
} as const;

/** A forgotten password. */
export const PASSWORD_RESET = {
  requestTitle: "Reset Your Password",
  requested: LINK_MAILED,
  requestFailed: "Failed to send reset email.",
  title: "Set a New Password",
  tokenMissing: "Reset token is missing.",
  tokenInvalid: "This reset link is invalid or has expired. Please ask for a new one.",
  tokenUsed: "This reset link was already used. Please ask for a new one.",
  tokenUsedHint: "Was that you? Then your new password is in force, and you can log in with it.",
  done: "Your password has been changed. You can log in with it now.",
  failed: "Reset failed.",
} as const;

/** One's own account. */
export const ACCOUNT = {
  loadFailed: "Failed to load user info",
  updated: "Changes saved.",
  updateFailed: "Failed to update account.",
  passwordFieldsMissing: "To change your password, all password fields must be filled.",
  currentPasswordWrong: "Current password is incorrect.",
  nothingToChange: "There is nothing to change.",
  deactivateFailed: "Failed to deactivate account.",
  lastAdmin: "The last active Admin can be neither demoted nor deactivated.",
  profileFailed: "Failed to load profile.",
  preferencesFailed: "Failed to update preferences.",
  preferencesError: "Error updating preferences.",
  preferencesUpdated: "Your privacy preferences have been updated!",
  sessionUnknown: "This sign-in has ended already.",
  noDiscord: "No Discord account is linked.",
  deactivated: "Your account is closed. For 30 days you can bring it back with a new password.",
} as const;

/** Accounts elsewhere that are linked to one's own. */
export const LINKS = {
  /** The button with which a link window goes on. */
  continueTo: (provider: string) => `Continue to ${provider}`,
  loadFailed: "Failed to load linked accounts.",
  signIn: "Please log in to link your account.",
  steamDone: "You are now signed in to Steam!",
  unlinkTitle: "Are you sure?",
  unlinkText:
    "An unlinked account will no longer be eligible to add points, even if linked again to this or another account.",
  unlinkAction: "Yes, Unlink",
  unlinkFailed: "The account could not be unlinked. Please try again.",
  linkFailed: "The account could not be linked. Please try again.",
  eligible: "Eligible to add points: it has never been unlinked.",
  nothingOffered: "This community has not set up the linking of accounts.",
} as const;

/** The member area. */
export const MEMBER_AREA = {
  index: "Select a module from the navigation above.",
  stats: "Stats Coming Soon!",
} as const;

/** What stands around every screen. */
export const SHELL = {
  donationNote:
    "Prices apply to an active 1-month subscription for Ark:SE, Ark:SA, Rust and Minecraft only. All purchases are donations only and non-refundable.",
  accountMenuOf: "Account menu of",
  skipToContent: "Skip to content",
  runByPlayers: "Run by players, on our own machines.",
  seePoints: "See your points",
  toLookAt: "to look at",
} as const;

/** A page that does not exist. */
export const NOT_FOUND = {
  text: "The trail ends here. The page may have moved, or the address has a typo in it.",
} as const;
