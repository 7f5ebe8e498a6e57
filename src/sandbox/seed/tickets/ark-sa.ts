import {
  assign,
  close,
  edit,
  label,
  note,
  priority,
  type SampleTicket,
  say,
  take,
  text,
} from "./ticket.ts";

/** Trouble on the servers of Ark: Survival Ascended. */
export const ARK_SA_TICKETS: readonly SampleTicket[] = [
  {
    by: "zoe",
    daysAgo: 30.8,
    subject: "Swamp Cave on The Island is full of turrets",
    category: "Other",
    game: "Ark:SA",
    server: "The Island",
    description:
      "The Swamp Cave is on the list of banned locations for Ark:SA, but there is a whole base in it with at least thirty turrets. I lost a Baryonyx finding out.",
    steps: [
      take("rowan", "2h"),
      say(
        "rowan",
        "3m",
        "The tribe moved over from Evolved, where that cave is allowed, and had not read the Ascended page. They have 48 hours to move out and are already packing.",
      ),
      say("zoe", "1d", "They even gave me a new Baryonyx. Fertilised, too. I forgive everyone."),
      close("zoe", "5m", { solved: true, word: "The new one bites less" }),
    ],
  },
  {
    by: "morgan",
    daysAgo: 15.2,
    subject: "Starter kit bought in the in-game shop never arrived",
    category: "Shop Issue",
    game: "Ark:SA",
    server: "The Center",
    description: text(
      "I bought the metal starter kit with /buy metalkit yesterday around 9:40 PM. The points are gone (450 ZP), the kit is not in my inventory and was not on the ground either.",
      "",
      "My inventory may have been close to the weight limit.",
    ),
    steps: [
      take("rowan", "1h"),
      say(
        "rowan",
        "4m",
        "I see the purchase and that the delivery was tried once:",
        "```",
        "21:41:07 shop  buyer=MorganVale  kit=metalkit  price=450",
        "21:41:07 shop  give failed: player inventory full (296/300)",
        "21:41:07 shop  refund queued",
        "```",
        "The refund should have come back by itself.",
      ),
      say(
        "morgan",
        "35m",
        "296 of 300, that explains it. The refund isn't there yet though, I'm at the same number as last night.",
      ),
      say(
        "rowan",
        "2h",
        "Found out why: it waited for the server to restart. I credited the 450 ZP by hand and took the waiting one out of the queue. Your kit costs the same as yesterday.",
      ),
      say(
        "morgan",
        "10m",
        "Arrived, and so has the kit. Thanks for explaining what happened and not just fixing it.",
      ),
      close("rowan", "30m"),
    ],
  },
  {
    by: "hollis",
    daysAgo: 6.6,
    subject: "Can't see Aberration in the server list",
    category: "Connection Issue",
    game: "Ark:SA",
    server: "Aberration",
    description:
      "The other four maps show up when I search for Lynxden, Aberration doesn't. I have the map, I play it in single player. Windows, no mods.",
    steps: [
      say(
        "rowan",
        "3h",
        "Your filter may hide servers with a password or from other regions. Does it show with 'Show player servers' on, and the map filter on 'All maps'?",
      ),
      say(
        "hollis",
        "50m",
        "Map filter was on The Center, I never saw that little arrow. But Aberration still isn't there with all maps.",
      ),
      say(
        "rowan",
        "15m",
        "Then join by the console: press Tab and enter `open asa.lynxden.example:7780`. Tell me whether it says anything at all.",
      ),
      say(
        "hollis",
        "8m",
        "It loads for a second, then: 'You do not own the required content.' Hm.",
      ),
      say(
        "rowan",
        "25m",
        "That one comes from the store, not from us. Restarting the launcher so that it reads the list of your DLCs again helps nearly everyone. If it doesn't, verify the game files and come back here.",
      ),
    ],
  },
  {
    by: "nadia",
    daysAgo: 12.9,
    subject: "World transmitter on Extinction built over",
    category: "Other",
    game: "Ark:SA",
    server: "Extinction",
    description:
      "A pillar field covers the world transmitter in the southern forest. Can't reach it even by flying in from above.",
    steps: [
      say(
        "rowan",
        "5h",
        "No-build zone, I removed the pillars within its circle. They had no owner any more, so there is nobody to warn.",
      ),
      say("nadia", "2h", "Perfect, landed on it just now. Thank you!"),
      close("nadia", "1m", { solved: true }),
    ],
  },
  {
    by: "bram",
    daysAgo: 2.4,
    subject: "Scorched Earth: sand wyvern eggs hatch at level 1",
    category: "Bug",
    game: "Ark:SA",
    server: "Scorched Earth",
    description: text(
      "Three eggs in a row, 175, 180 and 165 on the tooltip. All of them hatched at level 1. Fire and poison eggs are fine.",
      "",
      "Steps:",
      "1. steal the egg, do not put it in a fridge",
      "2. hatch it with air conditioners at 85 degrees",
      "3. level 1, every time",
    ),
    steps: [
      take("rowan", "4h"),
      priority("rowan", "5m", "low"),
      label("rowan", "1m", "mod author"),
      say(
        "rowan",
        "14m",
        "Thank you for the steps, that helps a lot. I could repeat it with an egg that lay on the ground, but not with one that was in an inventory the whole time. Can you say which it was with yours?",
      ),
      say("bram", "2h", "On the ground, all three. My gloves were full of other eggs, as usual."),
      edit("bram", "5m", {
        subject: "Scorched Earth: sand wyvern eggs dropped on the ground hatch at level 1",
      }),
      say(
        "rowan",
        "6h",
        "It is the mod with the new wyverns, its author knows and has a fix in testing: https://mods.example/sand-wyverns/changes. Until then keep them in your inventory. You will get three eggs of those levels from me when it is in.",
      ),
      note(
        "sage",
        "10m",
        "The author answers within a day, his address is in our Discord. Be kind, he does it for free.",
      ),
      say("bram", "35m", "Deal. I will carry them like a mother hen."),
      assign("rowan", "10m", "morgan"),
      say(
        "rowan",
        "1m",
        "Morgan, you hatch more wyverns than anyone: would you try two eggs when the fix is in?",
      ),
      say(
        "morgan",
        "5h",
        "With pleasure. I have a 190 in the fridge and will drop it as clumsily as I can.",
      ),
    ],
  },
  {
    by: "tamsin",
    daysAgo: 24.1,
    subject: "Raided twice on the same evening",
    category: "Other",
    game: "Ark:SA",
    server: "The Center",
    description:
      "Our main base in the bear cave was raided at 7 PM and by another tribe at 10 PM. I thought a raid is one reasonable attempt. Are we protected from anyone else now?",
    steps: [
      say(
        "rowan",
        "2h",
        "I know it stings. The rule says one reasonable attempt per tribe and map, so both were allowed: they were two different tribes, and I see no sign that they had agreed on it.",
      ),
      say("tamsin", "30m", "And the protection?"),
      say(
        "rowan",
        "11m",
        "The four days begin after a full wipe. You still have the back rooms, so no. What I can do: your passives in the pen were killed although they blocked nothing, and that is not allowed. I have written to that tribe and you get the dinos back.",
      ),
      assign("rowan", "1m", "ivy"),
      say(
        "ivy",
        "4h",
        "I can bring you two breeding pairs of Gigas tomorrow, I have far too many. Where shall I land?",
      ),
      say(
        "tamsin",
        "1h",
        "You are the best. North beach, there is a landing pad with a lantern. Okay, I feel better about the whole evening.",
      ),
      close("tamsin", "1d", { solved: true, word: "Not the answer I wanted, but a fair one" }),
    ],
  },
  {
    by: "max",
    daysAgo: 4.5,
    subject:
      "The very long name of my tribe is cut off on every sign that I put up around the whole harbour wall",
    category: "Bug",
    game: "Ark:SA",
    server: "The Island",
    description:
      "Not a big thing. Signs show the first 24 characters of the tribe's name. I only noticed after I had painted and placed all forty of them.",
    steps: [
      say(
        "rowan",
        "9h",
        "I'm afraid that is how the game is made. What if you write the second half on the next sign?",
      ),
      say("max", "2h", "Then I need eighty signs. Challenge accepted."),
    ],
  },
];
