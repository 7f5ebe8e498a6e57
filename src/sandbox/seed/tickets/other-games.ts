import { assign, close, edit, type SampleTicket, say, take, text } from "./ticket.ts";

/** Trouble on the server of Eco. */
export const ECO_TICKETS: readonly SampleTicket[] = [
  {
    by: "hollis",
    daysAgo: 9.7,
    subject: "Claim dispute at the river fork",
    category: "Other",
    game: "Eco",
    description: text(
      "Pell has claimed four plots inside the circle of my sawmill, exactly where my road was going to be. I had put down stakes but no claim papers, because I was waiting for the district vote.",
      "",
      "I like Pell and don't want a fight. Could somebody have a look who isn't one of us two?",
    ),
    steps: [
      take("rowan", "3h"),
      assign("rowan", "2m", "pell"),
      say(
        "rowan",
        "4m",
        "I added Pell so that we all talk in one place. Pell, what did the plots look like when you claimed them?",
      ),
      say(
        "pell",
        "1h",
        "Grass and one stake that I took for rubbish from the old road. The map showed nobody's name there. I have a smelter foundation on two of the four by now.",
      ),
      say("hollis", "20m", "That 'rubbish' was my whole survey."),
      say(
        "rowan",
        "2h",
        "Both of you acted in good faith as far as I can see. Claiming inside somebody's circle is griefing when it is done on purpose, and it was not marked as a circle yet. My proposal: Pell keeps the two plots with the smelter, Hollis gets the other two, and the road goes along the edge as common ground.",
      ),
      say(
        "pell",
        "15m",
        "Fine with me. I pay the asphalt for the corner, then the road is even better than planned.",
      ),
      say(
        "hollis",
        "40m",
        "Agreed, and thank you Pell, that is generous. I will put proper markers up this time.",
      ),
      say(
        "rowan",
        "1h",
        "Papers are transferred, see https://wiki.example/eco/claims for how a circle is marked so that everybody sees it. I leave this open until the road is built.",
      ),
    ],
  },
  {
    by: "ivy",
    daysAgo: 36.5,
    subject: "Bank account of the town shows less than it was paid",
    category: "Bug",
    game: "Eco",
    description: text(
      "The treasury of Lynxhaven was at 12,480 lynxmarks on Friday. Taxes of the weekend should have added about 900, but it stands at 12,211. Nobody with access has taken anything out, I asked all three.",
    ),
    steps: [
      say("rowan", "6h", "The server's own list says where it went:"),
      say(
        "rowan",
        "2m",
        "```",
        "Sat 10:00  wage 'Road works'       -240.0  x 4",
        "Sat 22:00  tax  'Sales tax 4 %'    +431.2",
        "Sun 10:00  wage 'Road works'       -240.0  x 1",
        "Sun 22:00  tax  'Sales tax 4 %'    +499.8",
        "```",
        "Five wages of 240 are 1,200 out, 931 in. That is 269 less, which is what you see.",
      ),
      say(
        "ivy",
        "30m",
        "Road works! That contract from last month pays by itself, and I had signed it myself. How embarrassing. I'll end it.",
      ),
      say("rowan", "5m", "Not at all, it is a good example of why we keep lists."),
      close("ivy", "10m"),
    ],
  },
  {
    by: "nadia",
    daysAgo: 7.1,
    subject: "Tailings from upstream poison our wheat",
    category: "Other",
    game: "Eco",
    description:
      "Pollution at our fields went from 0 to 34 % within three days. It comes down the creek from the copper mine above. Can tailings be dumped next to water without any law against it?",
    steps: [
      assign("rowan", "4h", "hollis"),
      say(
        "rowan",
        "2m",
        "There is no law about it yet, so it is not for me to forbid. Hollis drafts most of the laws on this server, maybe the two of you write one?",
      ),
      say(
        "hollis",
        "3h",
        "Gladly. Something like: tailings within 20 metres of water cost 50 lynxmarks per block and day, paid to whoever owns the nearest field. Simple to check.",
      ),
      say("nadia", "1h", "I would vote for that twice."),
      say(
        "hollis",
        "20m",
        "Once is enough. It is up for a vote until Sunday, 6 PM. Please tell your neighbours.",
      ),
      say(
        "nadia",
        "2d",
        "It passed, 14 to 2! And the mine has already built a barrel store. Waiting for the wheat to recover.",
      ),
    ],
  },
  {
    by: "juniper",
    daysAgo: 2.2,
    subject: "How do I get my first claim papers?",
    category: "Other",
    game: "Eco",
    description:
      "Hello, I joined yesterday and have a campsite by the big lake. Everyone has papers to claim land, I seem to have used up mine for the campfire. Is there a way to get more without buying them?",
    steps: [
      say(
        "rowan",
        "1h",
        "Welcome to the den, Juniper! You get new papers with every skill level, and the town hall hands out four to newcomers. Walk up to the desk at the market and press E.",
      ),
      assign("rowan", "1m", "hollis"),
      say(
        "hollis",
        "3h",
        "Hi Juniper, I am at the market nearly every evening and can show you around. Your lake is a good place, clay on the south side.",
      ),
      say(
        "juniper",
        "5h",
        "You are all so kind. I got the four papers and a cabbage. I will look for you tonight, Hollis!",
      ),
    ],
  },
];

/** Trouble on the servers of Empyrion and Palworld. */
export const SPACE_AND_PALS_TICKETS: readonly SampleTicket[] = [
  {
    by: "max",
    daysAgo: 10.3,
    subject: "Capital vessel gone after a warp to the trading station",
    category: "Bug",
    game: "Empyrion",
    description: text(
      "CV 'Patient Otter', class 7, warped from Ningues orbit to the trader sector. The screen stayed black, I had to end the game. After joining again I float in space in my suit, the ship is in neither sector. My registry (F4) shows it without coordinates.",
    ),
    steps: [
      take("rowan", "2h"),
      say(
        "rowan",
        "5m",
        "It is in the save, parked between the two sectors where nothing is loaded. What is its id in the registry? It is the number after the name.",
      ),
      say("max", "18m", "7713042."),
      say(
        "rowan",
        "25m",
        "Thanks. I can put it next to you, but only when you are in a sector without other ships, otherwise it may end up inside of one.",
      ),
      say(
        "max",
        "1h",
        "I'm at Ningues orbit, nobody within 10 km except for one asteroid with a smiley.",
      ),
      say(
        "rowan",
        "12m",
        "Patient Otter should be 600 m in front of you. Check the cargo boxes before you start the engines, please.",
      ),
      say(
        "max",
        "9m",
        "All there! Even the coffee. One generator is damaged, that may have been me before the warp.",
      ),
      say(
        "rowan",
        "1d",
        "I have raised how long the server waits for a warp. Could you tell me after your next two or three whether it still stays black for long?",
      ),
    ],
  },
  {
    by: "finch",
    daysAgo: 16.9,
    subject: "Amnesty after a raid: does it end when we repair turrets?",
    category: "Other",
    game: "Empyrion",
    description:
      "We were raided on Omicron until midnight, so we have 48 hours of amnesty from that faction. They say it is void because our turrets shot at one of their scouts. Turrets shoot by themselves! We never left the base.",
    steps: [
      say(
        "rowan",
        "3h",
        "It is void when the defender hits back. A turret that answers somebody who comes into its range during the amnesty is not hitting back, the scout had no business there. The 48 hours stand, and I have told them.",
      ),
      say("finch", "20m", "Thank you. We repaired with the volume turned down, just in case."),
      close("finch", "2h"),
    ],
  },
  {
    by: "bram",
    daysAgo: 19.4,
    subject: "Blueprint stays in the factory at 100 %",
    category: "Bug",
    game: "Empyrion",
    description:
      "The small vessel from the workshop is finished, the button to spawn it stays grey. Tried on three planets and in orbit.",
    steps: [
      assign("rowan", "1h", "morgan"),
      say(
        "morgan",
        "2h",
        "I had that! It needs 2 CPU extenders now since Reforged Eden counts them for spawning too. The factory does not say so.",
      ),
      say("bram", "40m", "You made my day. It is parked in front of me."),
      say("rowan", "1h", "Thank you, Morgan. I put it into the pinned messages."),
      close("bram", "5m"),
    ],
  },
  {
    by: "ivy",
    daysAgo: 4.1,
    subject: "Mission area at the drone base is blocked by wrecks",
    category: "Other",
    game: "Empyrion",
    description:
      "Since the battle on Saturday a dozen wrecks float in front of the gate of the drone base on Masperon. Mission areas stay intact, so I would rather ask before I start to salvage them.",
    steps: [
      say(
        "rowan",
        "6h",
        "Thank you for asking. Those wrecks have no owner any more and belong to no mission. Salvage what you like, what is left on Friday evening I sweep up.",
      ),
      say("ivy", "2h", "Fair warning: nothing will be left on Friday evening."),
    ],
  },
  {
    by: "hollis",
    daysAgo: 17.3,
    subject: "Base pals stop working when we log out",
    category: "Bug",
    game: "Palworld",
    description:
      "Our Anubis and two Lyleens stand around hungry in the morning although the feed box is full. It only happens to base number 2, the one on the cliff.",
    steps: [
      assign("rowan", "7h", "tamsin"),
      say("rowan", "2m", "Tamsin had this on her cliff too, so I asked her to help out."),
      say(
        "tamsin",
        "3h",
        "They get stuck on the stairs, it is always stairs. Put the feed box on the same level as the beds, and no railings within two tiles.",
      ),
      say("hollis", "1d", "Two nights in a row of happy pals. It was the railing."),
      close("hollis", "3m", { solved: false, word: "They still sleep. At least I know why" }),
    ],
  },
  {
    by: "zoe",
    daysAgo: 0.7,
    subject: "Can't join Palworld by address",
    category: "Connection Issue",
    game: "Palworld",
    description: text(
      "palworld.lynxden.example:8211 gives 'Connection timed out' for me and for a friend in the same house. It worked yesterday. From my phone's hotspot I get in at once.",
    ),
    steps: [
      say(
        "rowan",
        "50m",
        "If the hotspot works, the way from your house to us is the suspect. Do you have IPv6 since yesterday? Some routers turn it on with an update, and this game only speaks IPv4.",
      ),
      say("zoe", "35m", "The router did restart in the night. How would I see that?"),
      assign("rowan", "10m", "morgan"),
      say("rowan", "1m", "Morgan has the same router and went through this last month."),
      say(
        "morgan",
        "45m",
        "Open a console and type `nslookup palworld.lynxden.example`. If an address with colons comes first, try the one with dots in the game: 203.0.113.40:8211.",
      ),
      say(
        "zoe",
        "1h",
        "Colons it was. With the dots I'm in. Is there a way to make that permanent?",
      ),
      edit("zoe", "4m", { subject: "Can't join Palworld by name, only by IPv4 address" }),
    ],
  },
  {
    by: "morgan",
    daysAgo: 26.2,
    subject: "Server full although only 20 are playing",
    category: "Connection Issue",
    game: "Palworld",
    description:
      "'The server is full' since an hour ago, but the list in Discord says 20 of 32. I have a hungry Grizzbolt at home.",
    steps: [
      say(
        "rowan",
        "30m",
        "Twelve people who dropped out at the internet hiccup at 7 were still holding their places. I gave those free, you should get in now.",
      ),
      say("morgan", "3m", "In. Grizzbolt has forgiven me."),
      close("morgan", "1m", { solved: true }),
    ],
  },
];
