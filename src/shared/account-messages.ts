const LINK_MAILED = "If this address belongs to an account, an email with a link is on its way.";

/** Signing in. */
export const LOGIN = {
  invalidOnWire: "Invalid email or password.",
  invalidOnScreen: "Incorrect email or password.",
  unverified: "Please verify your email before logging in.",
  deactivated: "This account has been deactivated.",
  /** Stands below it: the way back of whoever closed the account themselves. */
  deactivatedHint: "Did you close it yourself? For 30 days a new password brings it back.",
  noToken: "Invalid response from server.",
  loggingIn: "Logging you in...",
  /** Where others have guessed so often that the password alone is no longer asked of strangers. */
  guarded:
    "Too many wrong passwords were tried for this account. We can mail you a link that lets you log in with this browser.",
  mailLink: "Mail me a link",
  /** Stands above it, where the server's sentence does not speak of a mail. */
  mailLinkHint: "Is it your account? We can mail you a link that lets you log in right away.",
  linkSent: LINK_MAILED,
  linkFailed: "We could not send the link.",
  browserText:
    "Confirm that it is you who wants to log in here. Then enter your password as usual.",
  confirmBrowser: "It is me",
  browserConfirmed: "This browser is confirmed. You can log in with it now.",
  browserCodeInvalid: "This link is invalid or has expired. Please ask for a new one.",
  browserCodeUsed: "This link was already used. If it was not you, ask for a new one.",
  unverifiedTitle: "Email Not Verified",
  unverifiedText:
    "Your account exists but hasn't been verified yet. Please check your inbox or click below to resend the verification email.",
  popupBlocked: "Please allow popups for this site.",
  passwordMissing: "Please enter your password.",
  rolesLacking: "Your account may not open this page. Log in with one that may.",
} as const;

/** What several screens of joining and signing in say. */
export const ACCOUNT_SCREENS = {
  goToLogin: "Go to login",
  backToLogin: "Back to login",
  forgotPassword: "Forgot your password?",
  setPassword: "Set a new password",
  loginText: "Log in to your den.",
  createAccount: "Create an account",
} as const;

/** A forgotten password: the link, and the new one. */
export const FORGOTTEN_PASSWORD = {
  intro: "It happens to the best hunters. We send you a link with which you choose a new one.",
  rememberedHint: "It came back to you?",
  sentHint: "The link works for one hour. Nothing there? Look into the spam folder too.",
  anotherAddress: "Try another address",
  sendLink: "Send the link",
  signsOut: "All your devices are signed out then, so that only you are let in.",
  needsLink: "Need a fresh link?",
  askForLink: "Ask for a new one",
} as const;

/** Joining. */
export const REGISTER_SCREEN = {
  anotherDiscord: "Use another Discord account",
  continueWithDiscord: "Continue with Discord",
  learned: "your Discord name, its id and your picture.",
  neverDone: "read your messages, see your servers or post for you.",
  agreement: "With an account here you agree to the",
  privacyTells: "tells what we keep about you and why.",
  setPassword: "set a new password",
  alreadyMember: "Already have an account?",
  discordFirst:
    "Every account here belongs to a Discord account. Show us yours, and the form comes next.",
} as const;

/** After joining: the address is proven. */
export const VERIFY_SCREEN = {
  resend: "Resend verification email",
  resendText:
    "Did the mail get lost on the way? Tell us your address and we send a new one. Older links stop working then.",
  sendOnceMore: "Send it once more",
  checking: "One moment, we are checking your code...",
  lastStep: "One last step",
  confirmEmail: "Confirm your email",
  sent: "We have sent you an email with a link that opens your account.",
  sentToBefore: "We have sent an email to",
  sentToAfter: ". The link in it opens your account.",
  openEmail: (brand: string) => `Open the email from ${brand}`,
  openEmailHint: "It should be there within a few minutes.",
  followLink: "Follow the link",
  followLinkHint: "It works once, for one hour.",
  loginHint: "With your email and the password that you have just chosen.",
  sendAgain: "Send the email again",
  spamHint:
    "Have a look at your spam folder. Some mail servers take a while, and a new email makes the older link invalid.",
  wrongAddressBefore: (days: number) =>
    `A registration that nobody confirms is removed after ${days} days, and you can register again. If you would rather not wait, write to`,
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

/** What mails ask of people. */
export const MAIL = {
  enoughSent:
    "We have sent several emails to this address in the last hour. Use the newest one, or try again later.",
} as const;
