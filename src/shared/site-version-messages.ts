/** What the server says of the site's document, its drafts and its versions. */
export const SITE_VERSIONS = {
  /** Where a problem stands. */
  source: (version: number) => `the published site (version ${version})`,
  unreadable:
    "This program does not understand what is published: `lynxden site export` prints it, and `lynxden site import FILE` publishes another.",
  bothChanged:
    "community.toml and the published site were both changed. The site shows what is published: `lynxden site import community.toml` publishes the file, and `lynxden site export` prints what is published, to be put into it.",
  draftChanged: "Somebody else has changed this draft meanwhile.",
  noDraft: "There is no draft of this section any more.",
  stale: "Somebody else has published a change to this section meanwhile.",
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
