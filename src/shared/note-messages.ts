/** Notes of the team on tickets: what the server answers. */
export const NOTES = {
  forTeam: "Notes are for the team alone.",
  unknown: "There is no such note.",
  notYours: "Only its author can change a note.",
  tooLate: "A note can be changed for ten minutes. Write another one instead.",
  removed: "The note is removed.",
} as const;

/** Notes of the team on tickets: what the screens say. */
export const NOTE_SCREEN = {
  label: "Note to the team",
  onlyTeam: "Only the team sees this.",
  write: "Write a note to the team",
  save: "Save note",
  reply: "Reply",
  modes: "What you write",
  modeHint: "Ctrl+J switches",
  failed: "The note could not be saved.",
  loadFailed: "The notes of the team could not be loaded.",
  edit: "Edit note",
  saveEdit: "Save changes",
  cancel: "Cancel",
  remove: "Remove note",
  removeTitle: "Remove this note?",
  removeText: "It is gone for everyone on the team.",
  edited: "edited",
} as const;
