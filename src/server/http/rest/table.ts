import { AUTH_ROWS } from "./rows/auth.ts";
import { DISCORD_ROWS } from "./rows/discord.ts";
import { SERVER_ROWS } from "./rows/servers.ts";
import type { SiteRow } from "./rows/site-row.ts";
import { USERPROFILE_ROWS } from "./rows/userprofile.ts";

/** The calls of the specifications, in their order. */
export const REST_TABLE: readonly SiteRow[] = [
  ...AUTH_ROWS,
  ...DISCORD_ROWS,
  ...USERPROFILE_ROWS,
  ...SERVER_ROWS,
];
