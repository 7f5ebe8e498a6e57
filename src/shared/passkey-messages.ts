/** What the server says of passkeys. */
export const PASSKEYS = {
  unavailable:
    "Passkeys work only where this site is opened by its own name. Open it at its usual address and try again.",
  over: "That took too long, or was tried already. Please try again.",
  refused: "This passkey could not be checked. Please try again, or log in another way.",
  unknown:
    "This passkey is not known here: it may have been removed. Log in another way, and add it again in your settings.",
  copied:
    "This passkey has been used elsewhere meanwhile, as if there were a copy of it. Log in another way and remove it in your settings.",
  notYours: "This passkey belongs to another account. Choose one of your own.",
  notMade: "This passkey could not be added. Please try again.",
  known: "This passkey was added before.",
  tooMany: (max: number) => `You have ${max} passkeys already. Remove one to add another.`,
  gone: "This passkey is not there any more.",
} as const;

/** Why a browser gave no passkey, and what to do. */
export const PASSKEY_FAILURES = {
  cancelled:
    "No passkey was chosen, or it took too long. Try again, and follow what your browser or device asks.",
  late: "That took too long. Please try again.",
  known: "This device or password manager already has a passkey for your account.",
  unsupported:
    "This browser or device cannot do that. Try another browser, your phone, or a security key.",
  wrong_host:
    "Passkeys do not work under this address. Open the site at its usual address and try again.",
  failed: "Your browser or device could not do that. Please try again.",
} as const;

const counted = (count: number) => `${count} other passkey${count === 1 ? "" : "s"}`;

/** One's passkeys in the settings. */
export const PASSKEY_SETTINGS = {
  title: "Passkeys",
  text: "Log in with your fingerprint, face or PIN instead of your password. Your device or password manager keeps the passkey; it works on this site alone.",
  add: "Add a passkey",
  none: "You have no passkeys yet.",
  unsupported:
    "This browser does not know passkeys. Open this page in another browser or on your phone to add one.",
  notOffered:
    "Passkeys work only where this site is opened by its own name. Open it at its usual address to add one.",
  full: (max: number) => `You have ${max} passkeys. Remove one to add another.`,
  loadFailed: "Your passkeys could not be loaded.",
  neverUsed: "Never used",
  synced: "Kept by your password manager",
  onOneDevice: "On one device",
  lost: "Made for another address of this site. Remove it and add a new one.",
  lostMark: "No longer works",
  rename: "Rename",
  renameOne: (name: string) => `Rename ${name}`,
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,

  addTitle: "Add a passkey",
  addText: "Next, your browser asks where to keep it and makes sure that it is you.",
  name: "Name",
  nameHint: "To recognize it later, such as “My phone”.",
  nameMissing: "Please give it a name.",
  goOn: "Continue",
  waiting: "Follow what your browser or device asks.",
  cancel: "Cancel",
  added: (name: string) => `The passkey “${name}” was added.`,
  addFailed: "The passkey could not be added. Please try again.",

  renameTitle: "Rename this passkey",
  save: "Save",
  renamed: "The passkey was renamed.",
  renameFailed: "The passkey could not be renamed. Please try again.",

  removeTitle: "Remove this passkey?",
  removeText: (name: string) =>
    `“${name}” no longer logs you in, and you are logged out everywhere else.`,
  remains: (others: number, hasPassword: boolean) => {
    if (hasPassword && others > 0)
      return `You still have your password and ${counted(others)} to log in with.`;
    if (hasPassword) return "You still have your password to log in with.";
    return others > 0
      ? `You still have ${counted(others)} to log in with.`
      : "It is your only way to log in.";
  },
  removeThere: "Your device may go on offering it: delete it there, too.",
  removed: (name: string) => `The passkey “${name}” was removed.`,
  removeFailed: "The passkey could not be removed. Please try again.",
} as const;

/** The login with a passkey. */
export const PASSKEY_LOGIN = {
  use: "Use a passkey",
  waiting: "Waiting for your passkey…",
  cancel: "Cancel",
  or: "or",
  failed: "The login with a passkey did not work. Please try again, or use your password.",
} as const;
