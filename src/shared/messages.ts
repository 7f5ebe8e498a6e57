/** Every sentence that the specifications fix, once. Server, client and tests import it from here. */
export const MESSAGES = {
  copied: "Copied to clipboard!",
  notFound: "Whoops, nothing here...",
  redirectingToDiscord: "Redirecting to Discord...",
  unknownGame:
    "There is no game of that name here. Known games: ark-se, ark-sa, eco, minecraft, empyrion.",
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
} as const;

/** Signing in, and what ends it (public §4, §8; facts §4, §4a). */
export const LOGIN = {
  invalidOnWire: "Invalid email or password.",
  invalidOnScreen: "Incorrect email or password.",
  unverified: "Please verify your email before logging in.",
  /** By this part of the server's sentence the screen knows that the address is not proven yet. */
  unverifiedPart: "verify your email",
  deactivated: "This account has been deactivated.",
  /** Stands below it: the way back of whoever closed the account themselves. */
  deactivatedHint: "Did you close it yourself? For 30 days a new password brings it back.",
  noToken: "Invalid response from server.",
  userInfoFailed: "Failed to fetch user info.",
  loggingIn: "Logging you in...",
  /** Where others have guessed so often that the password alone is no longer asked of strangers. */
  guarded:
    "Too many wrong passwords were tried for this account. We can mail you a link that lets you log in with this browser.",
  /** By this word the screen knows that a mail can make the browser known. */
  unknownBrowserReason: "unknown_browser",
  mailLink: "Mail me a link",
  /** Stands above it, where the server's sentence does not speak of a mail. */
  mailLinkHint: "Is it your account? We can mail you a link that lets you log in right away.",
  linkSent: "If this address belongs to an account, an email with a link is on its way.",
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

/** Joining (public §2, §8; facts §3). */
export const REGISTRATION = {
  waiting: "Waiting for Discord authentication...",
  titleStart: "Create a new account for",
  failure: "Registration Failure",
  failed: "Registration failed.",
  emailInUse: "Email is already in use.",
  /** By this part of the server's sentence the screen knows that the address is taken. */
  emailInUsePart: "already in use",
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

/** Proving an address (public §2, §5, §8). */
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

/** A forgotten password (public §2, §5, §8). */
export const PASSWORD_RESET = {
  requestTitle: "Reset Your Password",
  requested: "If this address belongs to an account, an email with a link is on its way.",
  requestFailed: "Failed to send reset email.",
  title: "Set a New Password",
  tokenMissing: "Reset token is missing.",
  tokenInvalid: "This reset link is invalid or has expired. Please ask for a new one.",
  tokenUsed: "This reset link was already used. Please ask for a new one.",
  tokenUsedHint: "Was that you? Then your new password is in force, and you can log in with it.",
  done: "Your password has been changed. You can log in with it now.",
  failed: "Reset failed.",
} as const;

/** One's own account (member §4, §8; facts §4). */
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

/** Accounts elsewhere that are linked to one's own (member §2, §4, §8). */
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

/** Tickets (member §5, §6, §8; facts §4, §4a). */
export const TICKETS = {
  openFailed: "Failed to fetch open tickets. Please try again.",
  closedFailed: "Failed to fetch closed tickets. Please try again.",
  closeFailed: "Failed to close the ticket.",
  restoreFailed: "Failed to restore the ticket.",
  createFailed: "Failed to create ticket.",
  updateFailed: "Failed to update ticket.",
  loadFailed: "Failed to fetch ticket, messages, or Discord info.",
  signInToCreate: "You must be logged in to create a ticket.",
  mayNotCreate: "You do not have permission to create a ticket.",
  mayNotEdit: "You are not authorized to edit this ticket.",
  mayNotAssign: "Only the creator of a ticket and Admins may change who is assigned to it.",
  noneOpen: "You have no open tickets.",
  noneClosed: "You have no tickets yet!",
  closedInList: "Ticket closed.",
  restoredInList: "Ticket reopened.",
  created: "Ticket created! Redirecting...",
  updated: "Ticket updated successfully!",
  closed: "Ticket closed. Thank you!",
  restored: "Your ticket has been reopened. We will be with you shortly!",
  unknown: "There is no such ticket.",
  taken: "You are on this ticket now.",
  takeFailed: "Failed to take the ticket.",
  alreadyClosed: "This ticket is closed already.",
  alreadyOpen: "This ticket is open already.",
  closedForEdit: "This ticket is closed. Restore it to change it.",
  changedMeanwhile: "Somebody has changed this ticket meanwhile. Reload it to see what it is now.",
  unknownServer: "There is no such server for this game.",
  unknownPeople: "Somebody among the assigned people cannot be chosen.",
  creatorStays: "Whoever opened a ticket stays assigned to it.",
  tooManyPeople: "At most 20 people can be on a ticket.",
} as const;

/** Messages on a ticket (member §2, §8; facts §4). */
export const THREAD = {
  none: "No messages yet.",
  sendFailed: "Failed to send message.",
  waitsForConnection: "It is sent by itself once the connection is back.",
  needsDiscord: "Link a Discord account to send messages.",
  ticketClosed: "This ticket is closed. Restore it to write on.",
  unknownPicture: "Pictures can only be shown from hosts that this community has configured.",
} as const;

/** Notifications (member §2, §5, §8). */
export const NOTIFICATIONS = {
  loadFailed: "Error fetching notifications.",
  readFailed: "Error marking as read.",
  removeFailed: "Error deleting notification.",
  createFailed: "Failed to create notification.",
  emptySubject: "Subject cannot be empty.",
  emptyMessage: "Message cannot be empty.",
  noTargets: "You must select at least one user for a targeted notification.",
  unknownTargets: "Somebody among the chosen people has no account any more.",
  read: "Marked as read.",
  removed: "Notification deleted.",
  created: "Notification created successfully!",
  unknown: "There is no such notification.",
} as const;

/** Points, and the statement of them (member §8; facts §4, §5). */
export const POINTS = {
  updated: "Points updated!",
  changedMeanwhile: "These points have changed meanwhile. Look at them again before you edit them.",
  outOfRange: "Points must be a whole number from 0 to 1,000,000,000.",
  unknownMember: "There is no such member.",
  tooFew: "There are not enough points for that.",
  usedReference: "Something else has been credited or spent under this key.",
  setByHand: "Set by an Admin",
  quarterPlayed: "A quarter of an hour in game",
  loadFailed: "Failed to load the statement of points.",
  exportFailed: "The statement could not be downloaded.",
} as const;

/** What game-server plugins are told (facts §5). */
export const BRIDGE = {
  wantsKey: "This call needs a bridge key.",
  keyRevoked: "This bridge key was revoked. Ask an Admin of the site for another one.",
  keyExpired: "This bridge key has expired. Ask an Admin of the site for another one.",
  lacksScope: "This bridge key may not do that.",
  lacksGame: "This bridge key does not speak for that game.",
  lacksPlatform: "Players of the key's games are not known by accounts of that platform.",
  wrongPlatform: "Players of that game are not known by accounts of that platform.",
  badLine: "This line must have a `platform`, and a `playerId` that is the player's id there.",
  unknownPlatform: "There is no such platform. Known platforms: steam, minecraft, epic.",
  unknownServer: "There is no server of that key for this game.",
  unknownPlayer: "No member has linked this account.",
  retired: "This account was unlinked once, so no points are added through it any more.",
  tooGenerous: "This is more than a reward may be.",
  tooExpensive: "This is more than a member can spend in that time.",
  votedAlready: "This player has voted there already. The next vote counts later.",
  keptVotesFull: "As many votes as can be kept for this player are waiting for them to link.",
  unknownKey: "There is no such bridge key.",
  keysFailed: "Failed to load the bridge keys.",
  makeFailed: "Failed to make the bridge key.",
  revokeFailed: "Failed to revoke the bridge key.",
  revoked: "Bridge key revoked.",
  expiryPast: "Choose a day in the future, or none.",
  unusualSubject: "A bridge key spends unusually much",
  unusualText: (name: string, points: string, time: string) =>
    `The key “${name}” has taken more than ${points} points within ${time}. If that is not what its server sells, revoke it under Bridge Keys: the statements of points name it.`,
  expirySubject: "A bridge key is about to expire",
  expiryText: (name: string, day: string) =>
    `The key “${name}” expires on ${day} (UTC). Its plugin is refused from then on: make another key for it under Bridge Keys.`,
  /** Of a key that stays good though. */
  makerIsNoAdmin: "Who made this key is no Admin any more. Revoke it if nobody vouches for it.",
} as const;

/** The member area (member §2). */
export const MEMBER_AREA = {
  index: "Select a module from the navigation above.",
  stats: "Stats Coming Soon!",
} as const;
