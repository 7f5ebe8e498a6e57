import { KITS } from "./columns.ts";
import { defineSchema } from "./schema.ts";

// drizzle-kit sees the tables that a module exports by name.
export const {
  settings,
  leases,
  limits,
  idempotency,
  audit,
  outbox,
  assets,
  buildAssets,
  serverStatus,
  serverHistory,
  users,
  links,
  retiredLinks,
  memberships,
  sessions,
  oneTimeCodes,
  proofs,
  notifications,
  notificationReads,
  userWords,
  tickets,
  ticketPeople,
  ticketWords,
  ticketEntries,
  messages,
  pointEntries,
} = defineSchema(KITS.postgres);
