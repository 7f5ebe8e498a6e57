import { indexMembers } from "#server/modules/members/index.ts";
import type { Job } from "./job.ts";

/** Lets the search find those who joined before there was one. */
export const indexMembersJob = (context: Parameters<typeof indexMembers>[0]): Job => ({
  name: "index-members",
  everyMs: 60 * 60_000,
  jitterMs: 5 * 60_000,
  leased: true,
  run: (signal) => indexMembers(context, signal),
});
