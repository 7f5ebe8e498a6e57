/** Why a password is refused that keeps the policy. */
export const REFUSED_PASSWORDS = {
  common:
    "This password is one of those that are tried first, or is made of one. Choose something that only you would think of.",
  breached:
    "This password was found in data that was stolen from other sites. Choose one that you have used nowhere.",
  address: "Your password must not be made of your email address.",
  name: "Your password must not be made of your name.",
  community: "Your password must not be made of the name of this community.",
  current: "The new password is the one that you have now. Choose another one.",
} as const;

/** What is wrong with the fields by which people log in. */
export const LOGIN_FIELDS = {
  passwordTooShort: "Password must be at least 8 characters long.",
  passwordLacksUppercase: "Password must contain at least one uppercase letter.",
  passwordLacksSpecial: "Password must include a special character.",
  passwordHasSpaces: "Password must not contain spaces.",
  passwordTooLong: "Password must not be longer than 128 characters.",
  passwordsDiffer: "Passwords do not match!",
  emailRequired: "Email is required.",
  emailMalformed: "Please enter a valid email address.",
  enterEmail: "Please enter your email address.",
} as const;

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
  intro: "Enter your address, and we'll email you a link to choose a new one.",
  rememberedHint: "Remembered it?",
  sentHint: "The link works for one hour. Nothing there? Check your spam folder too.",
  anotherAddress: "Try another address",
  sendLink: "Send the link",
  signsOut: "This logs you out on all your devices.",
  needsLink: "Need a fresh link?",
  askForLink: "Ask for a new one",
  tokenMissingHint: "The link may have been cut off. Open it again, or ask for a new one.",
  askForNewLink: "Ask for a new link",
} as const;

/** Joining. */
export const REGISTER_SCREEN = {
  anotherDiscord: "Use another Discord account",
  continueWithDiscord: "Continue with Discord",
  learned: "your Discord name, its id and your picture.",
  neverDone: "read your messages, see your servers or post for you.",
  /** Links to the rules and the privacy policy follow. */
  agreement: "By registering you agree to the",
  privacyTells: "It explains what we keep about you and why.",
  setPassword: "set a new password",
  alreadyMember: "Already have an account?",
  withoutDiscord: "A name, an email address and a password are all you need.",
  discordFirst:
    "Every account here belongs to a Discord account. Link yours first, then fill in the form.",
} as const;

const NO_MAIL = "This site sends no email at the moment.";

/** What the server answers to whoever waits for a mail, on a site that sends none. */
export const NO_MAIL_ANSWERS = {
  verification: (contact: string) =>
    `${NO_MAIL} An Admin confirms your address; if it takes long, write to ${contact}.`,
  reset: (contact: string) =>
    `${NO_MAIL} An Admin can make you a link to choose a new password: write to ${contact}.`,
  browser: (contact: string) =>
    `${NO_MAIL} Log in from a browser that you have used before, try again later, or write to ${contact}.`,
  guarded: (contact: string) =>
    `This account has had too many wrong passwords. Log in from a browser that you have used before, try again later, or write to ${contact}.`,
  corrected: (contact: string) =>
    `Your address is changed. ${NO_MAIL} An Admin confirms it; if it takes long, write to ${contact}.`,
  deactivated: (contact: string) =>
    `Your account is closed. To have it restored within 30 days, write to ${contact}.`,
} as const;

/** What screens say in place of a mail where the site sends none. */
export const WITHOUT_MAIL = {
  waitTitle: "Wait for an Admin",
  waitText: "An Admin confirms your address, and then you can log in.",
  waitBefore:
    "Your account is made. This site sends no email at the moment, so nothing was sent to",
  waitBeforeUnknown: "Your account is made. This site sends no email at the moment.",
  told: "An Admin looks at your registration",
  toldHint: "You need not do anything. If it takes long, ask in the community.",
  confirmed: "Your address is confirmed",
  confirmedHint: "You are not told by email: try to log in later.",
  wrongAddress: "Change it here with the password you chose, before an Admin confirms it.",
  saveEmail: "Save the address",
  corrected: "Your address is changed. An Admin confirms it, and then you can log in.",
  unverified:
    "Your account exists, but its address is not confirmed yet. This site sends no email at the moment: an Admin confirms it, and then you can log in.",
  forgotten:
    "This site sends no email at the moment, so no link can be sent to you. An Admin can make you a link to choose a new password.",
  resend:
    "This site sends no email at the moment. An Admin confirms your address, and then you can log in.",
  browser:
    "This site sends no email at the moment, so no link can be sent to you. Log in from a browser that you have used before, or try again later.",
  /** Stands at a login that was refused; an address follows. */
  deactivated:
    "If you closed it yourself, an Admin can restore it within 30 days. To have it restored, write to",
  /** Stands before the community's address. */
  ask: "If it takes long, write to",
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
  discordUnavailable: "Discord is not set up on this site.",
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

/** An account that was brought from elsewhere, and waits for its owner. */
export const CLAIM = {
  title: "Your account has moved here",
  intro: (brand: string) =>
    `Your account at ${brand} has moved to this site. Choose a password, and it is yours here too.`,
  waitsTitle: "What waits for you",
  nothingWaits: "Your account, with its email address",
  accounts: "Linked accounts",
  action: "Claim my account",
  done: "Your account is yours. You can log in with your new password now.",
  failed: "Your account could not be claimed.",
  loadFailed: "We could not look up your account.",
  loading: "Looking up your account...",
  linkMissing: "The link in your email may have been cut off. Open it again, or ask for a new one.",
  linkInvalid: "This link is invalid or has expired. Please ask for a new one.",
  linkUsed: "This link has already been used. If that was you, you can log in.",
  askForLink: "Ask for a new link",
  /** Told while somebody registers with a Discord account that belongs to it. */
  discordWaits:
    "An account with this Discord account has moved here and waits for you. Once you register, it is yours, with its points and links.",
  mailSubject: (brand: string) => `Your account at ${brand} is waiting for you`,
  mailIntro: (brand: string) =>
    `${brand} has moved to a new site, and your account has moved with it: your points, your tier and the accounts that you had linked. Choose a password to make it yours.`,
  mailSummary: "Choose a password, and everything is where you left it.",
  mailAction: "Claim my account",
  mailLife: (life: string, address: string) =>
    `The link works once, for ${life}. Later you get a new one at ${address}.`,
  mailNotYou:
    "You do not want the account? Then you need not do anything: nobody can log in to it.",
  mailReason: (brand: string) =>
    `You got this email because an account at ${brand} with this address waits to be claimed.`,
} as const;

/** Before what cannot be taken back a person says again who they are. */
export const STEP_UP = {
  asked: "Please confirm that it is you, then try again.",
  title: "Confirm that it is you",
  text: "In the wrong hands this could do lasting harm. Once you have confirmed, it goes on by itself.",
  password: "Your password",
  passwordMissing: "Please enter your password.",
  confirm: "Confirm",
  cancel: "Cancel",
  passkey: "Use a passkey",
  passkeyGivenUp: "No passkey was used. Try again, or confirm another way.",
  failed: "That could not be confirmed. Please try again.",
  otherWay: "No way to do that here? Log out and in again: that confirms it as well.",
  cancelled: "You did not confirm that it is you, so nothing was changed.",
} as const;

/** One's own account. */
export const ACCOUNT = {
  loadFailed: "Failed to load user info",
  updated: "Changes saved.",
  updateFailed: "Failed to update account.",
  passwordFieldsMissing: "To change your password, all password fields must be filled.",
  currentPasswordWrong: "Current password is incorrect.",
  nothingToChange: "There is nothing to change.",
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
