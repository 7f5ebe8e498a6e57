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
