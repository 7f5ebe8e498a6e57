import { ADMINISTRATION } from "./admin-messages.ts";

/** What the server answers to what Admins do for people who cannot help themselves. */
export const PEOPLE = {
  confirmed: "Address confirmed. They can log in now.",
  alreadyConfirmed: "This address is already confirmed.",
  noAddress: "This account has no email address. Its owner claims it with their Discord account.",
  sentAgain: "A new verification email is on its way to them.",
  mailOff: "Email is not set up on this site. Confirm the address yourself instead.",
  notConfirmed: "This address is not confirmed yet. Confirm it first.",
  deactivated: ADMINISTRATION.promoteDeactivated,
  ownFactor: "You can change your own second factor in your settings.",
  noFactor: "This account has no second factor.",
  factorReset: "Second factor reset. They log in with their password alone.",
  ownPassword: "You can change your own password in your settings.",
  tierGiven: (name: string, until: string) => `${name} until ${until}.`,
  tierEnded: (name: string) => `${name} has ended.`,
  tierNotRunning: "This tier is not running.",
  tierRunsLonger: "This tier already runs longer than that. End it first, or choose a later day.",
  dayIsPast: "Choose today or a later day.",
  dayTooFar: "Choose a day within the next ten years.",
  linkRemoved: (platform: string) => `${platform} account unlinked.`,
  nothingLinked: (platform: string) => `No ${platform} account is linked.`,
} as const;

/** What is told to people about whom an Admin has done something; a reason follows. */
export const PEOPLE_NOTICES = {
  tierGiven: (name: string, until: string) => ({
    subject: `You have ${name} until ${until}`,
    message: `An Admin gave you ${name} until ${until}.`,
  }),
  tierEnded: (name: string) => ({
    subject: `${name} has ended`,
    message: `An Admin ended your ${name}.`,
  }),
  linkRemoved: (platform: string) => ({
    subject: `Your ${platform} account was unlinked`,
    message: `An Admin unlinked your ${platform} account.`,
  }),
  passwordLink: (by: string, contact: string) => ({
    subject: "A link to set your password was created",
    message: `${by} created a link with which your password can be set within one hour. If you did not ask for it, write to ${contact} now.`,
  }),
  /** Told to all Admins. */
  adminPasswordLink: {
    subject: "A link to set an Admin's password was created",
    message:
      "A link was created with which the password of an Admin can be set within one hour. The audit log says by whom and whose it is. If nobody knows about this, end the sessions of both accounts.",
  },
  /** Told to all Admins. */
  adminFactorReset: {
    subject: "An Admin's second factor was reset",
    message:
      "The second factor of an Admin was reset. The audit log says by whom and whose it was. If nobody knows about this, end the sessions of both accounts.",
  },
  admin: "An Admin",
  server: "Somebody with access to the server",
  reason: (text: string) => ` Reason: ${text}`,
} as const;

/** What the commands about Admins print. */
export const ADMIN_COMMAND = {
  unknown: (email: string) => `There is no account with the address ${email}.`,
  deactivated: (email: string) => `The account with the address ${email} is deactivated.`,
  notConfirmed: (email: string) =>
    `The address ${email} is not confirmed yet. Run "lynxden admin verify ${email}" first.`,
  /** @param isConfirmed whether its address is. */
  isMember: (email: string, isConfirmed: boolean) =>
    `There is an account with the address ${email} already. ${isConfirmed ? "" : `Run "lynxden admin verify ${email}" first. `}"lynxden admin promote ${email}" makes it an Admin, "lynxden admin reset-link ${email}" prints a link to set a new password.`,
  link: (link: string) =>
    `Set the password here, within one hour. The link works once:\n\n  ${link}\n`,
  /** Where the address in the link is the default one. */
  noPublicUrl:
    "PUBLIC_URL is not set, so the link names this machine. Run the command with the environment of the site, unless your browser runs on this machine.",
  created: (email: string) => `${email} is an Admin now.`,
  isThere: (email: string) => `${email} is an Admin already.`,
  confirmed: (email: string) => `The address ${email} is confirmed now.`,
  isConfirmed: (email: string) => `The address ${email} is confirmed already.`,
  factorReset: (email: string) =>
    `${email} has no second factor any more, and is logged out everywhere. Its owner logs in with the password alone.`,
  newPassword: (email: string) => `${email} keeps the present password until a new one is set.`,
  none: 'There is no Admin. "lynxden admin create EMAIL" makes one.',
  states: {
    active: "active",
    unverified: "address not confirmed",
    deactivated: "deactivated",
    waiting: "waiting to be claimed",
  },
} as const;

/** The screens on which Admins do it. */
export const PEOPLE_SCREEN = {
  reason: "Reason",
  reasonHint: "Other Admins see it in the audit log.",
  reasonShownHint: "The member sees it in a notification, other Admins in the audit log.",
  reasonMissing: "Please say why.",
  failed: "That did not work. Please try again.",
  confirmAddress: {
    menu: "Confirm Address",
    title: "Confirm this address?",
    text: "They can log in afterwards. Do it only if you know that the address is theirs.",
    action: "Yes, Confirm",
  },
  resendVerification: {
    menu: "Resend Verification",
    title: "Send the verification email again?",
    text: "The link in the older email stops working.",
    action: "Yes, Send",
  },
  makePasswordLink: {
    menu: "Password Link",
    title: "Create a link for a new password?",
    text: "Whoever opens the link within one hour chooses a new password for this account, which logs out all its browsers. Give it to nobody but its owner.",
    member: "The member is notified.",
    admin: "All Admins are notified.",
    action: "Create the Link",
  },
  passwordLink: {
    title: "Link for a new password",
    shownOnce: (time: string) =>
      `Give it to the owner of the account now. It is shown only once, works once, and runs out at ${time}.`,
    copy: "Copy the link",
    copyRefused: "Copying is not allowed here. Select the link instead.",
    done: "Done",
  },
  resetSecondFactor: {
    menu: "Reset Second Factor",
    title: "Reset the second factor?",
    text: "Their authenticator app, recovery codes and passkeys are removed, and they are logged out everywhere. From then on the password alone opens the account: do it only if you know that it is its owner who asks.",
    action: "Yes, Reset",
  },
  giveTier: {
    menu: "Give a Tier",
    title: "Give a tier",
    text: "It begins at once and runs to the end of the day you choose.",
    tier: "Tier",
    until: "Until",
    dayMissing: "Please choose a day.",
    action: (tier: string) => `Give ${tier}`,
  },
  endTier: {
    label: (tier: string) => `End ${tier}`,
    short: "End",
    title: (tier: string) => `End ${tier}?`,
    text: "It ends at once, whether it was paid for or given.",
    subscription:
      "A subscription at the store goes on: its next payment brings the tier back, unless it is canceled there.",
    action: "Yes, End It",
  },
  removeLink: {
    label: (platform: string, name: string) => `Unlink ${platform}: ${name}`,
    title: (platform: string) => `Unlink this ${platform} account?`,
    game: "An unlinked account will no longer be eligible to add points, even if linked again to this or another account.",
    discord: "Without a Discord account they cannot reply to tickets. They can link one again.",
    action: "Yes, Unlink",
  },
} as const;

/** The team and its roles, as they are seen and changed in the administration. */
export const TEAM_SCREEN = {
  intro:
    "A role is a set of permissions. Give it to the people who help you: what they see and may do follows at once.",
  loadFailed: "Failed to load the team.",
  roles: "Roles",
  people: "People",
  builtIn: "Built in",
  admin: "Admin",
  adminText: "Everything, and they alone make other Admins.",
  /** Of a role: how many have it, and what leads to them. */
  holders: (people: number) =>
    people === 0 ? "Nobody has it" : people === 1 ? "1 person" : `${people} people`,
  showHolders: (role: string) => `Show who has ${role}`,
  noPermissions: "This role has no permissions yet.",
  beyondOwn: (missing: string) =>
    `You cannot change this role, because you do not have: ${missing}.`,
  newRole: "New Role",
  edit: "Edit",
  editThis: (role: string) => `Edit ${role}`,
  remove: "Remove",
  removeThis: (role: string) => `Remove ${role}`,
  /** Above the list of people. */
  add: "Add someone to the team",
  addHint: "Search a member by name",
  addNobody: "No member has that name.",
  allPeople: "Everyone",
  role: "Role",
  noPeople: {
    title: "Nobody yet.",
    text: "No one has this role. Search a member above to give it to them.",
  },
  noRoles: "No roles",
  hasFactor: "Second factor set up",
  noFactor: "No second factor",
  notInUse: "Deactivated or not verified: the roles do not count until the account can be used.",
  give: "Give a Role",
  /** After `give`, for whoever does not see the row. */
  to: (name: string) => ` to ${name}`,
  takeThis: (role: string, name: string) => `Take ${role} from ${name}`,
} as const;

/** The form of a role. */
export const ROLE_FORM = {
  titleNew: "New Role",
  title: (role: string) => `Edit ${role}`,
  name: "Name",
  nameMissing: "Please give the role a name.",
  permissions: "What its people may do",
  notOwn: "You do not have this permission yourself.",
  /** Before the names of permissions that are taken out of the role. */
  loses: (people: number) =>
    people === 1
      ? "The one person with this role loses:"
      : `The ${people} people with this role lose:`,
  keeps: "Whoever has one of these by another role keeps it.",
  save: "Save Role",
  saved: "The role was saved.",
  failed: "The role could not be saved.",
} as const;

/** What is asked before a role is removed, given or taken away. */
export const ROLE_QUESTIONS = {
  remove: {
    title: (role: string) => `Remove ${role}?`,
    nobody: "Nobody has this role.",
    people: (people: number) =>
      people === 1
        ? "One person has this role and loses it at once."
        : `${people} people have this role and lose it at once.`,
    loses: "What it allows:",
    action: "Yes, Remove",
    failed: "The role could not be removed.",
  },
  give: {
    title: (name: string) => `Give ${name} a role`,
    text: "What they may do changes at once, on pages that are open, too.",
    roles: "Role",
    has: "Has it already.",
    /** Of a role with permissions that one does not have oneself. */
    beyondOwn: (missing: string) => `You cannot give it, because you do not have: ${missing}.`,
    isAdmin: "Admins may do everything already, so they need no role.",
    notChosen: "Please choose a role.",
    action: "Give Role",
    failed: "The role could not be given.",
    loadFailed: "The roles could not be loaded.",
  },
  take: {
    title: (role: string) => `Take ${role} away?`,
    loses: (name: string) => `${name} can then no longer use:`,
    keepsAll: (name: string) => `${name} keeps everything that it allows, by other roles.`,
    own: "This is one of your own roles: you may not be able to take it back.",
    keys: "The bridge keys that they have made are revoked.",
    action: "Yes, Take Away",
    failed: "The role could not be taken away.",
  },
} as const;
