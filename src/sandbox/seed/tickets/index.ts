import { LOW } from "#sandbox/community.ts";
import { ARK_SA_TICKETS } from "./ark-sa.ts";
import { ARK_SE_TICKETS } from "./ark-se.ts";
import { MINECRAFT_TICKETS, MODPACK_TICKET } from "./minecraft.ts";
import { ECO_TICKETS, SPACE_AND_PALS_TICKETS } from "./other-games.ts";
import { close, type SampleTicket, say, take, text } from "./ticket.ts";

/** Trouble with the community's Discord. */
const DISCORD_TICKETS: readonly SampleTicket[] = [
  {
    by: "sol",
    daysAgo: 8.6,
    subject: "My Discord account was taken over",
    category: "Other",
    game: "Discord Issue",
    description: text(
      "Somebody got into my old Discord account, so I unlinked it here before they could do anything with it. Discord support has locked it and I don't expect to get it back.",
      "",
      "What happens to my tickets and my points? And please don't trust anything that 'I' write in the den's Discord from that account.",
    ),
    steps: [
      take("rowan", "40m"),
      say(
        "rowan",
        "5m",
        "Well done for unlinking it so quickly. I removed that account from our Discord, and nothing was sent from it.",
      ),
      say(
        "rowan",
        "3m",
        "Your tickets and points belong to your account here, they all stay. You need a Discord account to write messages, though: as soon as you have a new one that you can link, you can answer right here. Until then your e-mail reaches me.",
      ),
    ],
  },
  {
    by: "bram",
    daysAgo: 29.3,
    subject: `${LOW.name} role missing after renewal`,
    category: "Shop Issue",
    game: "Discord Issue",
    description: `My ${LOW.name} was renewed on the 1st, the points arrived, but the role and the private channel in Discord are gone since then.`,
    steps: [
      say(
        "rowan",
        "3h",
        "The bot took the role away at midnight and wanted to give it back at five past, when Discord was down. I gave it back by hand and it tries again by itself now.",
      ),
      say("bram", "10m", "I can see the channel again. Missed the shoutout, but I'll live."),
      say("rowan", "8m", "Look again."),
      say("bram", "2m", "Ha! Thank you!"),
      close("bram", "5m", { solved: true }),
    ],
  },
  {
    by: "nadia",
    daysAgo: 14.4,
    subject: "Muted for a link to my own stream",
    category: "Other",
    game: "Discord Issue",
    description:
      "I posted the link to my stream in #ark-general and was muted for a day. I know, no ads, but it was our raid and ten people had asked for it. Could it be shortened?",
    steps: [
      say(
        "rowan",
        "2h",
        "The filter mutes every link to a stream, it knows no better. I took it off. There is #streams for exactly this, and you have the role to post there now.",
      ),
      say("nadia", "15m", "Didn't know about that channel. Thank you, and sorry for the noise."),
    ],
  },
  {
    by: "tamsin",
    daysAgo: 0.25,
    subject: "Voice channel for the Friday boss fight",
    category: "Other",
    game: "Discord Issue",
    description:
      "We are 14 people for the Alpha Broodmother on Friday at 8 PM CST and the largest voice channel takes 10. Could we get one for 20 that evening?",
    steps: [],
  },
];

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
