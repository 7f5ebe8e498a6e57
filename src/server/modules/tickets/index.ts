export { measureAnswers } from "./answer-time.ts";
export { closeSilent } from "./follow-silence.ts";
export { followTargets } from "./follow-targets.ts";
export { noteAdminActs } from "./admin-act.ts";
export { listMessages } from "./list-messages.ts";
export {
  findTeamTicket,
  findTicket,
  findTicketToWorkOn,
  peopleIdsOf,
  showTicket,
  type TicketRow,
} from "./load.ts";
export { mergeTicketInto } from "./merge-into.ts";
export { changeTicket, close, restore } from "./move.ts";
export { assertCategory } from "./options.ts";
export {
  assign,
  forgetReadings,
  giveBackTickets,
  leaveTickets,
  setAssignee,
  tellTakenOver,
  unassign,
} from "./people.ts";
export { readHistory } from "./read-history.ts";
export { noteTicketRead } from "./read.ts";
export { findTickets, indexTickets } from "./search-terms.ts";
export { moveTickets } from "./take-over.ts";
