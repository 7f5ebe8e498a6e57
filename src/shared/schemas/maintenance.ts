import { z } from "zod/mini";
import { words } from "./text.ts";

/** The longest reason, in UTF-16 units. */
export const MAINTENANCE_REASON_MAX = 200;

/** Why nobody but Admins can change anything now. */
export const maintenance = z.object({
  id: z.int(),
  reason: z.string(),
  begunAt: z.iso.datetime(),
  /** Null where nobody knows. */
  expectedEnd: z.nullable(z.iso.datetime()),
});
export type Maintenance = z.infer<typeof maintenance>;

export const maintenanceInput = z.strictObject({
  reason: words(MAINTENANCE_REASON_MAX),
  expectedEnd: z.nullable(z.iso.datetime()),
});
export type MaintenanceInput = z.output<typeof maintenanceInput>;
