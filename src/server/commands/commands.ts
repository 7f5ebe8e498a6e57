import { ADMIN_COMMANDS } from "./admin.ts";
import { AUDIT_COMMANDS } from "./audit.ts";
import type { Commands } from "./command.ts";
import { DATABASE_COMMANDS } from "./database.ts";
import { MEMBER_COMMANDS } from "./members.ts";
import { MOVE_COMMANDS } from "./move.ts";
import { SETUP_COMMANDS } from "./setup.ts";
import { SITE_COMMANDS } from "./site.ts";

/** Every command that opens the configuration, does its work and ends. */
export const COMMANDS: Commands = {
  ...DATABASE_COMMANDS,
  ...AUDIT_COMMANDS,
  ...SETUP_COMMANDS,
  ...MEMBER_COMMANDS,
  ...MOVE_COMMANDS,
  ...SITE_COMMANDS,
  ...ADMIN_COMMANDS,
};
