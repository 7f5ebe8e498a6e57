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
