export { leaveTickets } from "./leave-tickets.ts";
