/** One's names and password. */
export const PROFILE_SETTINGS = {
  nameMissing: "A name cannot be empty.",
  firstName: "The first name",
  lastName: "The last name",
  changePassword: "Change your password",
  passwordHint:
    "Leave these empty to keep the password you have. A new one signs you out in all your other browsers.",
} as const;

/** Accounts elsewhere. */
export const LINKED_ACCOUNTS = {
  intro: "Our game servers know you by these. Only linked accounts are eligible to add points.",
  forDiscord: "Your name and picture here, and what lets you write on tickets.",
  forSteam: "For the games that you play through Steam.",
  forMinecraft: "For Minecraft: Java Edition. You sign in at Microsoft.",
  forEpic: "For the games that you play through Epic Games.",
  discordWithoutPoints: "Gives you your name and picture here. It has nothing to do with points.",
  anotherAccount: "Use another account",
  goOnInWindow: (provider: string) =>
    `Go on in the window that has opened: ${provider} asks you there who you are. If you have lost it, press the button again.`,
  linked: (platform: string) => `Your ${platform} account is linked.`,
} as const;

/** How an account is closed. */
export const CLOSING_ACCOUNT = {
  title: "Deactivate your account",
  text: "You have 30 days to change your mind: reset your password, and the account is open again. After that your personal data is erased.",
  question: "Deactivate your account?",
  signedOut: "You are signed out in all your browsers at once.",
  consequences:
    "We send you a goodbye email. To come back within 30 days, choose “Forgot password” at the login and set a new password. After 30 days your names, your email address and your linked accounts are erased, and nobody can bring them back.",
  subscriptionGoesOn: "A subscription goes on at the store until you cancel it there.",
} as const;

/** News by email, and what there is to read. */
export const PRIVACY_SETTINGS = {
  news: "Send me news and offers by email",
  newsHint: (brand: string) =>
    `New servers, events and offers from ${brand}. Emails about your account, such as a new password, reach you in any case.`,
  policyHint: "What we know about you, why, and for how long.",
  rulesHint: "How we treat each other on the servers and in Discord.",
  goodToKnow: "Good to know",
} as const;

/** Where one is signed in. */
export const SESSIONS = {
  inUse: "In use now",
  signOut: "Sign out this browser",
  signedOutHere: "You have been signed out.",
  endingFailed: "That did not work. Please try again.",
  endOthersTitle: "Sign out all others?",
  /** @param count of the other browsers. */
  endOthersText: (count: number) =>
    `${count === 1 ? "One other browser is" : `${count} other browsers are`} signed out at once. This one stays signed in.`,
  othersEnded: "All other browsers have been signed out.",
  endHereTitle: "Sign out here?",
  endHereText:
    "This is the browser you are using right now. You will need your password to come back.",
  endOneTitle: "Sign out this browser?",
  endOneText: (browser: string, address: string) =>
    `${browser} (${address}) is signed out at once, and needs your password to come back.`,
  ended: (browser: string) => `${browser} has been signed out.`,
  title: "Where you are signed in",
  text: "Something here you do not know? Sign it out, then change your password.",
  endOthers: "Sign out all others",
  loadFailed: "The list of your sign-ins could not be loaded.",
} as const;

/** The member area. */
export const MEMBERS = {
  memberOf: "Member of the den",
  statsText: "The lynx is still counting. Until it is done, see who is out there tonight.",
} as const;
