import { assign, close, restore, type SampleTicket, say, take, text } from "./ticket.ts";

/** Trouble in the rooms of Minecraft. */
export const MINECRAFT_TICKETS: readonly SampleTicket[] = [
  {
    by: "zoe",
    daysAgo: 40.2,
    subject: "OneBlock island was reset overnight",
    category: "Bug",
    game: "Minecraft",
    description:
      "I was at phase 7 with about 5,300 blocks broken. Today the island is one grass block again and the counter is at 0. My coop partner has the same. We did not type /ob restart.",
    steps: [
      take("rowan", "20m"),
      say(
        "rowan",
        "10m",
        "The room wrote down who restarted it:",
        "```",
        "[02:14:33] zoe_albright_kid issued server command: /ob restart",
        "[02:14:41] zoe_albright_kid issued server command: /ob restart confirm",
        "```",
        "Do you know that account?",
      ),
      say(
        "zoe",
        "15m",
        "That would be my little brother, whom I had trusted on the island. At two in the morning! He is going to hear about it.",
      ),
      say(
        "rowan",
        "30m",
        "Be gentle. I put the island back as it was at midnight, phase 7, 5,288 blocks. Trusted members cannot restart it any more, only the owner.",
      ),
      say("zoe", "5m", "You are a hero. He has offered to do the dishes for a week."),
      close("zoe", "2m"),
    ],
  },
  {
    by: "pell",
    daysAgo: 13.6,
    subject: "Vote crate opens but is empty",
    category: "Shop Issue",
    game: "Minecraft",
    description:
      "I have 6 vote keys. The crate plays its animation, takes the key and gives nothing. Tried it once, I keep the other five until somebody says it is safe.",
    steps: [
      say(
        "rowan",
        "5h",
        "Good that you stopped at one. The list of prizes pointed to an item that no longer exists since the update. It is mended, and you have 7 keys now: your six and one for the report.",
      ),
      say("pell", "1h", "Tried two: 16 diamonds and a pig spawn egg. The pig is called Rowan."),
      say("rowan", "20m", "I have never been more honoured."),
      close("rowan", "1m"),
      restore("pell", "1d"),
      say(
        "pell",
        "3m",
        "One more thing, the fourth key gave an empty animation again. Is there a second broken prize?",
      ),
      say(
        "rowan",
        "4h",
        "There was: the music disc. Mended as well, and I went through the whole list this time. Your key is back.",
      ),
    ],
  },
  {
    by: "morgan",
    daysAgo: 3.7,
    subject: "Chest emptied inside my claim in the Survival room",
    category: "Other",
    game: "Minecraft",
    description: text(
      "A double chest in my cellar at x 1204, y 41, z -388 is empty. It held two stacks of iron, some enchanted books and all my name tags. The claim is mine and the door is iron, so I don't see how anybody could get in.",
    ),
    steps: [
      say(
        "rowan",
        "2h",
        "Let me look at what the block log says. Did you add anybody to the claim lately?",
      ),
      say(
        "morgan",
        "15m",
        "Finch, but he was not online since Thursday, and I'd trust him with my house keys.",
      ),
      take("rowan", "1h"),
      say(
        "rowan",
        "3m",
        "It wasn't Finch, and it wasn't anybody. Look:",
        "```",
        "container 1204 41 -388  hopper  -64 iron_ingot",
        "container 1204 41 -388  hopper  -64 iron_ingot",
        "container 1204 41 -388  hopper  -11 name_tag",
        "```",
        "There is a hopper below that chest, and a minecart that runs under it.",
      ),
      say(
        "morgan",
        "22m",
        "The item sorter! Finch and I built it last month and forgot to close that end. Everything must have gone round the whole storage room. I am so sorry to have taken your time.",
      ),
      say(
        "rowan",
        "10m",
        "Best kind of theft, the thief gives everything back. I leave this open until you have found your name tags.",
      ),
    ],
  },
  {
    by: "max",
    daysAgo: 21.3,
    subject: "Outdated client message when joining",
    category: "Connection Issue",
    game: "Minecraft",
    description:
      "mc.lynxden.example:25565 tells me 'Outdated client! Please use 1.21.8'. My launcher says 'Latest release'.",
    steps: [
      say(
        "rowan",
        "40m",
        "In the launcher: Installations, the three dots next to 'Latest release', Edit, and choose 1.21.8 by hand. Yours is probably still waiting for an update that it cannot load while the game is open.",
      ),
      say("max", "25m", "It was open. Twice. I'm in, thank you!"),
      close("max", "1m"),
    ],
  },
  {
    by: "oskar",
    daysAgo: 1.2,
    subject: "Request: lift the villager limit in the Creative room",
    category: "Other",
    game: "Minecraft",
    description:
      "I am building a market town and the limit of 30 villagers per plot makes it look abandoned. Would 60 be possible, if they can't breed?",
    steps: [
      assign("rowan", "6h", "zoe"),
      say(
        "rowan",
        "3m",
        "Zoë keeps an eye on the Creative room's ticks. What do you think, could the machine take 60?",
      ),
      say(
        "zoe",
        "2h",
        "With AI switched off, easily. I'd say 60 with `/plot flag set npc-ai off`, for anyone who asks.",
      ),
      say("oskar", "30m", "Statues that blink. That is all I need."),
    ],
  },
];
