import { ARK_SA_TICKETS } from "./ark-sa.ts";
import { ARK_SE_TICKETS } from "./ark-se.ts";
import { DISCORD_TICKETS } from "./discord.ts";
import { ECO_TICKETS } from "./eco.ts";
import { MINECRAFT_TICKETS } from "./minecraft.ts";
import { MODPACK_TICKET } from "./modpack.ts";
import { SPACE_AND_PALS_TICKETS } from "./space-and-pals.ts";
import type { SampleTicket } from "./ticket.ts";

/** The tickets of the last six weeks, in no order. */
export const SAMPLE_TICKETS: readonly SampleTicket[] = [
  ...ARK_SE_TICKETS,
  ...ARK_SA_TICKETS,
  ...ECO_TICKETS,
  ...MINECRAFT_TICKETS,
  MODPACK_TICKET,
  ...SPACE_AND_PALS_TICKETS,
  ...DISCORD_TICKETS,
];
