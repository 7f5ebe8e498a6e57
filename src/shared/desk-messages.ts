const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** Notifications of how the team works on tickets. They name nobody. */
export const DESK_NOTIFICATIONS = {
  dueSoon: (id: number, subject: string) => ({
    subject: `Ticket #${id} is soon to be answered`,
    message: `“${subject}” waits for the team, and its time is nearly over.`,
  }),
  overdue: (id: number, subject: string) => ({
    subject: `The answer to ticket #${id} is late`,
    message: `“${subject}” has waited for the team longer than it should.`,
  }),
  closesSoon: (id: number, subject: string, left: number) => ({
    subject: `Ticket #${id} will be closed`,
    message: `The team has answered “${subject}”. Without a word from you it is closed in ${days(left)}.`,
  }),
  closedBySilence: (id: number, subject: string, silent: number) => ({
    subject: `Ticket #${id} was closed`,
    message: `“${subject}” was closed after ${days(silent)} without an answer. If it isn't solved, restore it.`,
  }),
};

/** On the ticket itself. */
export const DESK = {
  closedBySilence: (silent: number) => `Closed after ${days(silent)} without an answer`,
  /** @param time such as "2 h 5 min". */
  late: (time: string) => `${time} late`,
  dueIn: (time: string) => `Answer due in ${time}`,
  /** The moment itself. */
  answerUntil: (time: string) => `Answer by ${time}`,
} as const;
