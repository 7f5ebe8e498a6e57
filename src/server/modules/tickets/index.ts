export { leaveTickets } from "./people.ts";
