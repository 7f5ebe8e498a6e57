/** What stands around every screen of the member area. */

/** Its navigation: entries that lead to screens of other features, and what stands beside entries. */
export const MEMBER_NAV = {
  accountMenuOf: "Account menu of",
  seePoints: "See your points",
  toLookAt: "to look at",
  queue: "Queue",
  strikes: "Strikes",
} as const;

/** What the team is told until a session has proven a second factor. */
export const TEAM_FACTOR = {
  title: "Your team permissions are off",
  text: "They begin once you have set up a second factor, or have logged in with the one you have.",
  here: "Add a passkey or an authenticator app below, and they are on at once. If you have one already, log out and log in again with it.",
  long: "Whoever helps to run this site needs a second factor: an authenticator app or a passkey. Set one up now, which takes a minute, and go on here. If you have one already, log out and log in again with it.",
  action: "Set it up",
} as const;

/** Stands above the screens of the member area while something is forbidden. */
export const STRIKE_STRIP = {
  title: "A strike is in force",
  see: "See strikes",
} as const;

/** The member area. */
export const MEMBER_AREA = {
  index: "Select a module from the navigation above.",
  stats: "Stats Coming Soon!",
  permissionLost: "Your permissions have changed. You can no longer open that page.",
} as const;

/** One's names and password. */
export const PROFILE_SETTINGS = {
  nameMissing: "A name cannot be empty.",
  firstName: "The first name",
  lastName: "The last name",
  changePassword: "Change your password",
  passwordHint:
    "Leave these empty to keep your current password. A new one logs you out in all your other browsers.",
} as const;

/** Accounts elsewhere. */
export const LINKED_ACCOUNTS = {
  intro: "The game servers know you by these. Only linked accounts are eligible to add points.",
  forDiscord: "Your name and picture here, and what lets you reply to tickets.",
  forSteam: "For the games you play through Steam.",
  forMinecraft: "For Minecraft: Java Edition. You log in with Microsoft.",
  forEpic: "For the games you play through Epic Games.",
  discordWithoutPoints: "Gives you your name and picture here. It has nothing to do with points.",
  anotherAccount: "Use another account",
  goOnInWindow: (provider: string) =>
    `Continue in the window that has opened: ${provider} asks you there who you are. If you have lost it, press the button again.`,
  linked: (platform: string) => `Your ${platform} account is linked.`,
} as const;

/** How an account is closed. */
export const CLOSING_ACCOUNT = {
  title: "Deactivate your account",
  text: "You have 30 days to change your mind: reset your password to restore the account. After that your personal data is erased.",
  question: "Deactivate your account?",
  /** The same where the site sends no mail; an address follows. */
  textWithoutMail:
    "You have 30 days to change your mind. After that your personal data is erased. To have the account restored, write to",
  consequencesWithoutMail:
    "After 30 days your names, your email address and your linked accounts are erased for good. To come back before that, write to",
  signedOut: "You are logged out in all your browsers at once.",
  consequences:
    "We send you a goodbye email. To come back within 30 days, choose “Forgot password” at the login and set a new password. After 30 days your names, your email address and your linked accounts are erased for good.",
  subscriptionGoesOn: "A subscription continues at the store until you cancel it there.",
} as const;

/** News by email, and what there is to read. */
export const PRIVACY_SETTINGS = {
  /** What stands beside the choice of news by email. */
  accountMails: "You always get emails about your account, such as a new password.",
  withoutMail: "This site sends no email at the moment.",
  policyHint: "What we know about you, why, and for how long.",
  rulesHint: "What everyone here agrees to.",
  goodToKnow: "Good to know",
} as const;

/** Where one is signed in. */
export const SESSIONS = {
  inUse: "In use now",
  signOut: "Log out this browser",
  signedOutHere: "You have been logged out.",
  endingFailed: "That did not work. Please try again.",
  endOthersTitle: "Log out all others?",
  /** @param count of the other browsers. */
  endOthersText: (count: number) =>
    `${count === 1 ? "One other browser is" : `${count} other browsers are`} logged out at once. This one stays logged in.`,
  othersEnded: "All other browsers have been logged out.",
  endHereTitle: "Log out here?",
  endHereText:
    "This is the browser you are using right now. You will need your password to come back.",
  endOneTitle: "Log out this browser?",
  endOneText: (browser: string, address: string) =>
    `${browser} (${address}) is logged out at once and needs your password to come back.`,
  ended: (browser: string) => `${browser} has been logged out.`,
  title: "Where you are logged in",
  text: "Something here you do not recognize? Log it out, then change your password.",
  endOthers: "Log out all others",
  showAll: (count: number) => `Show all ${count}`,
  showFirst: (count: number) => `Show only ${count}`,
  loadFailed: "The list of your sessions could not be loaded.",
} as const;

/** The member area. */
export const MEMBERS = {
  statsText:
    "Your hours and points show up here once you have played. Until then, see who is out there tonight.",
} as const;

/** What a new member does first. */
export const NEXT_STEPS = {
  title: "Next steps",
  welcome: (siteName: string) => `Welcome to ${siteName}!`,
  text: "Just a few steps and you're ready to play. Each one checks itself off.",
  done: (done: number, all: number) => `${done} of ${all} done`,
  discord: { title: "Link your Discord account", text: "This is how we know who you are." },
  gameAccount: {
    title: "Link a game account",
    text: "This is how points and purchases reach you.",
  },
  gift: { title: "Claim your monthly gift", text: "Free points, once a month, in the shop." },
  vote: { title: "Vote for a server", text: "Each vote earns points." },
  discordServer: { title: "Join Discord", text: "The invitation opens in a new tab." },
} as const;

/** The overview of a member. */
export const OVERVIEW = {
  loadFailed: "Your overview could not be loaded.",
  eyebrow: "At a glance",
  title: "Stats",
  points: "Your points",
  allPoints: "All points",
  noEntries: "No points yet.",
  noEntriesYet: "No points yet. Here is how to get some.",
  earnNow: "Earn points now",
  vote: (points: string, currency: string) => `Vote for a server: ${points} ${currency} each`,
  /** @param service the list's name. */
  voteOn: (service: string, points: string, currency: string) =>
    `Vote on ${service}: ${points} ${currency}`,
  voteElsewhere: (points: string, currency: string) =>
    `Vote on another list: ${points} ${currency}`,
  playing: (points: number, currency: string) => `Play: ${points} ${currency} every 15 minutes`,
  subscribeToPlay: "Subscribe to earn while you play",
  monthly: (points: string, currency: string) => `${points} ${currency} with every monthly payment`,
  gift: "Claim your monthly gift",
  tier: "Your tier",
  standard: "Standard tier",
  nextPayment: "Next payment",
  runsUntil: "Runs until",
  subscription: "See your subscription",
  choose: "Choose a subscription",
  tickets: "Open tickets",
  allTickets: "All tickets",
  noTickets: "You have no open tickets.",
  newTicket: "Open a ticket",
  unread: "New reply",
  servers: "Your servers",
  noServers: "Servers you play on show up here, live.",
  serversFailed: "The status of your servers could not be loaded.",
  address: (address: string) => `Address: ${address}`,
  trail: "Week by week",
  hours: "Hours played",
  earned: "Points earned",
  week: "Week of",
  elsewhere: "Everything else",
} as const;
