import { assign, close, type SampleTicket, say, take, text } from "./ticket.ts";

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
