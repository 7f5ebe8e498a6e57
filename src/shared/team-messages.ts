import type { Permission } from "./constants/accounts.ts";

/** What a permission is called, and what it lets somebody do. */
export const PERMISSION_TEXTS = {
  tickets: {
    title: "Tickets",
    text: "Read and answer every ticket, put people on it, close and restore it.",
  },
  strikes: { title: "Strikes", text: "Warn members and bar them for a time." },
  members: {
    title: "Members",
    text: "See the list of members and their pages without email addresses, close and reopen accounts.",
  },
  addresses: {
    title: "Email addresses",
    text: "See, search, confirm and export email addresses.",
  },
  points: { title: "Points", text: "Read the statements of others and change balances." },
  orders: {
    title: "Orders",
    text: "See orders and store events, confirm payments, give and end subscriptions.",
  },
  site: {
    title: "Site",
    text: "Edit and publish the site, news and calendar, notify members, begin maintenance.",
  },
  bridge: { title: "Bridge keys", text: "Make and revoke the keys of game servers." },
  audit: { title: "Audit log", text: "Read who did what." },
  roles: { title: "Team", text: "Make roles and give them, as far as one's own permissions go." },
} as const satisfies Readonly<Record<Permission, { title: string; text: string }>>;

/** What the server says about the team. */
export const TEAM = {
  unknownRole: "There is no such role.",
  unknownMember: "There is no such member.",
  nameTaken: "Another role has this name.",
  builtIn: "The roles that every community has cannot be changed.",
  changedMeanwhile: "Somebody else has changed this role meanwhile. Load it again.",
  tooMany: "There are as many roles as a community can have.",
  beyondOwn: "Nobody can give or change permissions that they do not have themselves.",
  ofAdmin: "Only Admins can do this to an Admin.",
  notInUse: "Roles are given to accounts that are active and whose address is confirmed.",
  isAdmin: "Admins may do everything already.",
  beyondTheirs: "This member may do things that you may not, so you cannot do this to them.",
  given: "The role was given.",
  taken: "The role was taken away.",
  removed: "The role was removed.",
} as const;
