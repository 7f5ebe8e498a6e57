const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** What stands on what, as people see it. */
const PAIRS: Readonly<Record<string, string>> = {
  "accent ground-950": "links on the page",
  "accent ground-700": "links on raised panels",
  "ground-950 accent-strong": "text on highlighted buttons",
  "ink accent-ground": "text on a ground of the accent",
};
const TEXTS: Readonly<Record<string, string>> = {
  ink: "text",
  muted: "quiet text",
  faint: "faint text",
  moss: "good news",
  ember: "bad news",
};
const GROUNDS: Readonly<Record<string, string>> = {
  "ground-950": "the page",
  "ground-800": "panels",
  "ground-700": "raised panels",
};

/** "quiet text on panels", "links on the page". @param text and `ground`: names of the palette. */
export const pairText = ({ text, ground }: { text: string; ground: string }): string =>
  PAIRS[`${text} ${ground}`] ?? `${TEXTS[text] ?? text} on ${GROUNDS[ground] ?? ground}`;

/** What is said of a document that may be published and may be better: what is so, and what to do. */
export const SITE_CHECKS = {
  /** A package that the store sells, and that nothing here follows from. */
  unsold: (name: string, id: number) =>
    `“${name}” (${id}) gives nothing, so the shop does not sell it. Say what it gives, or mark it as sold although it gives nothing.`,
  /** @param id of a package that the document names. */
  unknownPackage: (id: number) =>
    `The store has no package ${id}, so nobody can buy it. Correct the number, or make the package in Tebex.`,
  storeUnknown:
    "Tebex has not said yet what it sells: whether every package exists and gives something is not known.",
  storeSilent:
    "Tebex does not answer at the moment: whether it still has every package is not known.",
  tierWithoutPackage: (title: string) =>
    `The shop does not sell ${title}. Name its package of the store.`,
  otherPrice: (title: string, asked: string) =>
    `The store asks ${asked} for ${title}. Name the same price here, or change it in Tebex.`,
  gameWithoutServers: (name: string) =>
    `${name} has no server, so nobody can join. Add one under Servers, or remove the game.`,
  gameWithoutServersOrStatus: (name: string) =>
    `${name} has no server. That is well if it stands here for tickets alone; else add one under Servers.`,
  calendarServerGone: (title: string, keys: readonly string[]) =>
    `The calendar's “${title}” is about ${keys.map((key) => `"${key}"`).join(", ")}, and no server has ${keys.length === 1 ? "this key" : "these keys"}. Change that entry under Calendar.`,
  playUnpaid: (title: string) =>
    `${title} gives points for play, and no game earns any, so pages do not speak of it. Tick “Playing earns points” for a game whose servers know their players by an account, or set these points to 0.`,
  votesNowhere:
    "Votes earn points, and no server has an address where players vote, so pages do not speak of it. Add one under Servers, to a game that knows its players by an account, or set these points to 0.",
  votesUnpaid:
    "Servers have an address where players vote, and a vote earns nothing, so pages do not speak of it. Set what a vote is worth, or take the addresses away under Servers.",
  deadLink: (to: string) =>
    `${to} leads nowhere: there is no such page or screen. Correct the link, or take it away.`,
  deadAnchor: (to: string) =>
    `${to} leads to a page that has no such place. Correct what stands behind the #, or take it away.`,
  hiddenEntry: (title: string) =>
    `${title} is not shown, since the community has nothing there yet. Remove the entry, or fill what it leads to.`,
  unlinkedPage: (title: string) =>
    `No menu and no text leads to “${title}”. Put it into a menu under Menus.`,
  /** @param pairs what stands on what, each with its contrast. */
  closeColours: (pairs: string, needed: string) =>
    `The accent is readable, and close to the limit of ${needed}: ${pairs}. Some more distance from the background helps people with weak eyes.`,
  letterNotDrawn: (letter: string) =>
    `Icons of phones and pictures of links have no letter “${letter}”: they show a mountain instead. Choose an emblem, or a picture of your own.`,
  table:
    "Texts have no tables: the bars of this one are shown as they are written. Make a list of it.",
  closePair: (what: string, measured: string) => `${what} ${measured}`,
  noImprint:
    "The foot leads to no imprint. Where the law asks who runs a site, as in the European Union, add such a page under Pages and put it into the foot.",
  imprintNotInFoot: (title: string) =>
    `“${title}” is not in the foot. An imprint has to be one click away from everywhere: add it here.`,
  privacy: {
    legalBasis:
      "The policy does not say on which legal basis you use data. The GDPR asks for it (Art. 13): add it here.",
    rights:
      "The policy does not say what people may ask of you. The GDPR asks for it (Art. 13): add it here.",
    minimumAge:
      "The policy names no minimum age. Say from which age people may have an account without their parents.",
    authority:
      "The policy does not say with whom people can complain. The GDPR asks for it (Art. 13): name the authority.",
  },
  policyGap: (names: readonly string[]) =>
    `The policy leaves out what the site says itself about people’s data. Put on lines of their own: ${names.map((name) => `{${name}}`).join(", ")}.`,
  /** In place of what is not listed. */
  more: (count: number) => `And ${counted(count, "more thing")} of this kind.`,

  /** What the document says, in one line of a report. */
  found: (counts: { errors: number; warnings: number; hints: number }) => {
    const { errors, warnings, hints } = counts;
    const parts = [
      ...(errors > 0 ? [counted(errors, "error")] : []),
      ...(warnings > 0 ? [counted(warnings, "warning")] : []),
      ...(hints > 0 ? [counted(hints, "hint")] : []),
    ];
    return parts.length === 0 ? "nothing to put right" : parts.join(", ");
  },
} as const;

/** What the server says of the site's document, its drafts and its versions. */
export const SITE_VERSIONS = {
  /** Where a problem stands. */
  source: (version: number) => `the published site (version ${version})`,
  unreadable:
    "This program does not understand what is published: `lynxden site export` prints it, and `lynxden site import FILE` publishes another.",
  /** @param what its text is. */
  damagedVersion: (version: number, what: "no JSON" | "no document") =>
    `Version ${version} of the site is damaged in the database: its text is ${what}.`,
  /** Goes on from that. */
  showsInstead: (version: number) =>
    `The site shows version ${version} instead. Restore that version, or publish something, and it is the newest again.`,
  exportsInstead: (version: number) => `What version ${version} says is exported instead.`,
  noneReadable: (newest: number) =>
    `No version of the site can be read: ${newest === 1 ? "the only one is" : `all ${newest} are`} damaged in the database. Restore a backup, or publish a file with \`lynxden site import FILE\`.`,
  unreadableVersion: (version: number) =>
    `Version ${version} is damaged in the database, so nobody can read it any more.`,
  damagedDraft: "This draft is damaged in the database: discard it, or write it anew.",
  damagedDraftOf: (title: string) =>
    `The draft of “${title}” is damaged in the database and was set aside: its form shows what is published.`,
  newerFormat: (format: number, known: number) =>
    `was written by a newer release, in format ${format}: this one reads formats up to ${known}`,
  fileUnchanged:
    "community.toml says something else than what is published, and has not changed since this site last started with it. The site shows what is published: `lynxden site import community.toml` publishes the file, and `lynxden site export` prints what is published, to be put into it.",
  bothChanged:
    "community.toml and the published site were both changed. The site shows what is published: `lynxden site import community.toml` publishes the file, and `lynxden site export` prints what is published, to be put into it.",
  draftChanged: "Somebody else has changed this draft meanwhile.",
  noDraft: "There is no draft of this section any more.",
  stale: "Somebody else has published a change to this section meanwhile.",
  publishedNow: "Somebody else has just published something. Please try again.",
  publishedSince:
    "Something else was published meanwhile, which restoring would undo. Close this and look at the newest version first.",
  unknownBase: "This draft began from a version that there is not.",
  restrictedCategory: (category: string) =>
    `There are tickets of the category “${category}”, which only some of the team see. Keep it, or move its tickets to another category first.`,
  /** Of the file at a start. */
  fileNotTaken: (reason: string) =>
    `What community.toml says is not published: ${reason} Until then the site shows what was published before.`,
  notShown: "There is no such version, or this program cannot show any more what it says.",
  nothingNew: "This is what is published already.",
  tooLarge: "The site's document is too large: 2 MB are accepted.",
  invalid: (problems: number) =>
    problems === 1
      ? "Something has to be put right before this can be published."
      : `${problems} things have to be put right before this can be published.`,
  /** Goes on from the place of the field. */
  missingPicture: (address: string) =>
    `names the picture ${address}, which this site does not have: upload it again`,
  /** Likewise, of a short name. */
  noHost: "must be a host name or an IP address, without a port",
  passwordInLink: "must not hold a user name or a password: everybody could read it",
  /** Of what a value still names. */
  removed: (title: string) =>
    `“${title}” was removed, or has another key now: choose again, or bring it back`,
  twoSpellings: (first: string, second: string) =>
    `has "${first}" and "${second}", which are two spellings of one name: keep one of them`,
  equalGames: (name: string) =>
    `"${name}" is already the short name of another game: tickets could not tell the two apart`,
  /** Of commands. */
  noFile: (file: string) => `There is no file ${file}.`,
  /** What an export to the terminal leaves out. */
  picturesStay: (count: number) =>
    `The document names ${count === 1 ? "1 picture" : `${count} pictures`} of this site, which a text cannot carry: \`lynxden site export FILE\` writes ${count === 1 ? "it" : "them"} into a folder beside the file.`,
  exported: (file: string) => `What is published is in ${file}.`,
  exportedWith: (file: string, count: number, folder: string) =>
    `What is published is in ${file}, and ${count === 1 ? "its picture" : `its ${count} pictures`} in ${folder}: \`lynxden site import\` takes both from there.`,
  picturesBeside:
    "`lynxden site export FILE` writes the pictures into a folder beside the file, such as den.pictures beside den.toml. Put that folder there, or take the addresses out of the file.",
  imported: (version: number) => `What the file says is published as version ${version}.`,
} as const;
