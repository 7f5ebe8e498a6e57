/** The transcript of a ticket. */
export const TRANSCRIPT = {
  open: "Transcript",
  loadFailed: "The transcript could not be loaded.",
  loading: "Loading the transcript…",
  /** Until the subject is known. */
  title: (id: number) => `Transcript of ticket #${id}`,
  back: (id: number) => `Back to ticket #${id}`,
  print: "Print",
  save: "Save as a file",
  withNotes: "With the notes of the team",
  notesWarning: "With notes of the team. Do not pass it on to players.",
  description: "Description",
  people: "People",
  opened: "Opened",
  status: "Status",
  conversation: "Conversation",
  /** What closes tickets that nobody answers. */
  site: "The site",
  none: "Nothing was said yet.",
  note: "Note to the team",
  edited: "edited",
  removed: "Removed by its author.",
  file: (name: string) => `File: ${name}`,
  madeAt: (at: string, zone: string) => `Written ${at}. Times are those of ${zone}.`,
} as const;

/** What happened, after who did it. */
export const TRANSCRIPT_EVENTS = {
  opened: "opened the ticket",
  edited: "changed the ticket",
  assigned: (names: string) => `assigned ${names}`,
  unassigned: (names: string) => `removed ${names}`,
  closed: "closed the ticket",
  closedBySilence: (days: number) =>
    `closed the ticket after ${days} ${days === 1 ? "day" : "days"} without an answer`,
  restored: "restored the ticket",
  merged: (from: number, into: number) => `merged #${from} into #${into}`,
} as const;
