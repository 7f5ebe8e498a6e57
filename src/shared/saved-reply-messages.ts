/** Saved replies: what the server answers. */
export const SAVED_REPLIES = {
  unknown: "There is no such saved reply.",
  unknownPlaceholder: (name: string, known: readonly string[]) =>
    `contains {${name}}, which stands for nothing. Known are ${known.map((one) => `{${one}}`).join(", ")}`,
  staysShared: "A shared reply stays shared. Save a private copy instead.",
  changedMeanwhile:
    "Someone changed this reply in the meantime. Reload it to see the latest version.",
  full: (max: number) => `There are ${max} shared replies already. Remove one first.`,
  ownFull: (max: number) => `You have ${max} private replies already. Remove one first.`,
  removed: "The saved reply is removed.",
} as const;

/** Saved replies: what the screens say. */
export const SAVED_REPLY_SCREEN = {
  eyebrow: "Support",
  about:
    "Answers that the team gives again and again. To choose one, press Saved replies above the message box, or type / while it is empty.",
  open: "Saved replies",
  openHint: "Type / in an empty message",
  search: "Search saved replies",
  list: "Saved replies",
  choose: "Choose a saved reply",
  manage: "Manage saved replies",
  emptyText:
    "Write an answer once, with placeholders for names and numbers, and send it with a few keys.",
  none: "There are no saved replies yet.",
  noMatch: "No saved reply matches.",
  loadFailed: "The saved replies could not be loaded.",
  shared: "Shared with the team",
  private: "Only you",
  add: "New reply",
  edit: "Edit reply",
  remove: "Remove",
  removeTitle: "Remove this reply?",
  removeShared: "It is gone for everyone on the team.",
  removeOwn: "It cannot be brought back.",
  save: "Save reply",
  cancel: "Cancel",
  saved: "The reply is saved.",
  failed: "The reply could not be saved.",
  name: "Title",
  nameMissing: "Please enter a title.",
  text: "Text",
  textMissing: "Please enter a text.",
  share: "Share it with the team",
  shareHint: "Everyone who answers tickets can use and change it.",
  staysShared: "It is shared: everyone who answers tickets can use and change it.",
  placeholders: "Placeholders, filled in when the reply is chosen",
  insert: (name: string, meaning: string) => `Insert {${name}}: ${meaning}`,
} as const;
