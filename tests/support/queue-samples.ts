import type { Sample } from "./account-samples.ts";

/** Calls about the team's queue. */
export const QUEUE_SAMPLES = {
  "queue.list": { input: () => ({ tab: "all" }) },
  "queue.counts": {},
  "figures.read": { input: () => ({ weeks: 4 }) },
  "queue.facts": { input: ({ ticket }) => ({ id: ticket }) },
  "queue.change": {
    input: ({ ticket }) => ({ steps: [{ ids: [ticket], priority: "high" }] }),
    admin: 200,
  },
  "queue.look": { input: ({ ticket }) => ({ id: ticket, is: "came" }), admin: 200 },
  "queue.requesterTickets": { input: ({ ticket }) => ({ id: ticket }) },
  "queue.helpers": { input: ({ ticket }) => ({ ids: [ticket] }) },
  "queue.labels": {},
  "queue.makeLabel": { input: () => ({ name: crypto.randomUUID().slice(0, 20), colour: "red" }) },
  "queue.changeLabel": {
    input: () => ({ id: 1_000_000, name: "Bug", colour: "red" }),
    status: 404,
  },
  "queue.labelUse": { input: () => ({ id: 1_000_000 }), status: 404 },
  "queue.removeLabel": { input: () => ({ id: 1_000_000 }), status: 404 },
} as const satisfies Record<string, Sample>;
