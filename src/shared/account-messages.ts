const LINK_MAILED = "If this address belongs to an account, an email with a link is on its way.";

/** Signing in. */
export const LOGIN = {
  invalidOnWire: "Invalid email or password.",
  invalidOnScreen: "Incorrect email or password.",
  unverified: "Please verify your email before logging in.",
  deactivated: "This account has been deactivated.",
  /** Stands below it: the way back of whoever closed the account themselves. */
  deactivatedHint: "Did you close it yourself? Set a new password within 30 days to restore it.",
  /** Of one that an Admin closed; an address follows. */
  deactivatedByTeam: "If you did not close it, write to",
  noToken: "Invalid response from server.",
  loggingIn: "Logging you in...",
  /** Where others have guessed so often that the password alone is no longer asked of strangers. */
  guarded:
    "This account has had too many wrong passwords. We can email you a link to log in on this browser.",
  mailLink: "Email me a link",
  /** Stands above it, where the server's sentence does not speak of a mail. */
  mailLinkHint: "Is this your account? We can email you a link to log in right away.",
  linkSent: LINK_MAILED,
  linkFailed: "We could not send the link.",
  browserText: "Confirm that you want to log in here, then enter your password as usual.",
  confirmBrowser: "It's me",
  browserConfirmed: "This browser is confirmed. You can log in now.",
  browserCodeInvalid: "This link is invalid or has expired. Please ask for a new one.",
  browserCodeUsed: "This link has already been used. If that wasn't you, ask for a new one.",
  unverifiedTitle: "Email Not Verified",
  unverifiedText:
    "Your account exists but hasn't been verified yet. Please check your inbox or click below to resend the verification email.",
  popupBlocked: "Please allow popups for this site.",
  openShop: "Log in to open the shop.",
  openCart: "Log in to open your cart.",
  openMemberArea: "Log in to open your member area.",
  passwordMissing: "Please enter your password.",
  rolesLacking: "Your account can't open this page. Log in with one that can.",
} as const;

/** What several screens of joining and signing in say. */
export const ACCOUNT_SCREENS = {
  goToLogin: "Go to login",
  backToLogin: "Back to login",
  forgotPassword: "Forgot your password?",
  setPassword: "Set a new password",
  createAccount: "Create an account",
} as const;

/** A forgotten password: the link, and the new one. */
export const FORGOTTEN_PASSWORD = {
  intro: "It happens to the best hunters. We'll email you a link to choose a new one.",
  rememberedHint: "Remembered it?",
  sentHint: "The link works for one hour. Nothing there? Check your spam folder too.",
  anotherAddress: "Try another address",
  sendLink: "Send the link",
  signsOut: "This logs you out on all your devices.",
  needsLink: "Need a fresh link?",
  askForLink: "Ask for a new one",
  tokenMissingHint:
    "The link in your email may have been cut off. Open it again, or ask for a new one.",
  askForNewLink: "Ask for a new link",
} as const;

/** Joining. */
export const REGISTER_SCREEN = {
  anotherDiscord: "Use another Discord account",
  continueWithDiscord: "Continue with Discord",
  learned: "your Discord name, its id and your picture.",
  neverDone: "read your messages, see your servers or post for you.",
  agreement: "By registering you agree to the",
  privacyTells: "explains what we keep about you and why.",
  setPassword: "set a new password",
  alreadyMember: "Already have an account?",
  discordFirst:
    "Every account here belongs to a Discord account. Link yours first, then fill in the form.",
} as const;

/** After joining: the address is proven. */
export const VERIFY_SCREEN = {
  resend: "Resend verification email",
  resendText:
    "Didn't get the email? Enter your address and we'll send a new link. Older links stop working.",
  sendOnceMore: "Send it again",
  checking: "One moment, we are checking your code...",
  lastStep: "One last step",
  confirmEmail: "Confirm your email",
  sent: "We have sent you an email with a link that activates your account.",
  sentToBefore: "We have sent an email to",
  sentToAfter: ". The link in it activates your account.",
  openEmail: (brand: string) => `Open the email from ${brand}`,
  openEmailHint: "It should be there within a few minutes.",
  followLink: "Follow the link",
  followLinkHint: "It works once, for one hour.",
  loginHint: "Use your email and the password you just chose.",
  sendAgain: "Send the email again",
  spamHint:
    "Check your spam folder. Some mail servers take a while. Once we send a new email, older links stop working.",
  wrongAddress: "Wrong address?",
  change: "Change the address",
  changeHint: "Change it here with the password you chose. That frees the old address.",
  oldEmail: "Address you registered with",
  newEmail: "Correct address",
  password: "Your password",
  saveEmail: "Save and send a new link",
  wrongAddressBefore: (days: number) =>
    `An unconfirmed registration is removed after ${days} days, and you can register again. If you would rather not wait, write to`,
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
  discordUnavailable: "Discord is not set up on this site, so nobody can register right now.",
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
  codeUsed: "This verification code has already been used. You can log in.",
  failed: "Verification failed. Please try again.",
  errored: "An error occurred during verification. Please try again later.",
  sentIfKnown:
    "If an account with this address is waiting to be verified, a new email is on its way.",
  corrected: "We sent a link to your new address. The one in the older email no longer works.",
  correctFailed: "Your address could not be changed.",
  already: "Your address is already confirmed. You can log in.",
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
  tokenUsed: "This reset link has already been used. Please ask for a new one.",
  tokenUsedHint: "Was that you? Then your new password works, and you can log in with it.",
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
  sessionUnknown: "This session has already ended.",
  noDiscord: "No Discord account is linked.",
  deactivated:
    "Your account is closed. You can restore it within 30 days by setting a new password.",
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
  nothingOffered: "Linking accounts is not set up on this site.",
} as const;

/** What mails ask of people. */
export const MAIL = {
  enoughSent:
    "We have sent several emails to this address in the last hour. Use the newest one, or try again later.",
} as const;
