import { rulebook } from "./rulebook.ts";

/** The community rules and the disciplinary ladder [TEXT-03]. */
export const discordRules = rulebook("Discord", {
  intro:
    "These are our community rules. Keep them and this stays a place worth coming back to. Break them and the ladder at the end says what follows.",
  sections: [
    {
      title: "General rules",
      rules: [
        {
          text: "No hate speech. Altered spellings, hints and other evasive forms count in full.",
          see: ["2-5"],
        },
        "No spamming. Say it once; we will see it.",
        "No NSFW content. Keep what you post safe for work.",
        "No ads. Nobody comes here to be sold something.",
        "No disrespect toward our staff. You may disagree with a decision; say so politely.",
        "No threats. Threatening somebody with a DDoS attack, with death or with doxing is never “just a joke”.",
        "English only in public channels, so that everybody can follow the conversation.",
        "No public accusations. If you believe that somebody broke a rule, tell us privately and bring proof.",
        "Need an admin? Open a ticket. Please do not send admins direct messages.",
        "No bad publicity. If we got something wrong, tell us and give us the chance to put it right instead of running the community down.",
        "No real-money trading. What belongs to our games is not bought or sold for real money.",
        "Admins may play. They are part of this community, and you may meet them in game.",
        "No personal information. Do not share anybody’s private details, and look after your own.",
      ],
    },
    {
      title: "On our Discord",
      rules: [
        "Respect everyone.",
        "The trash-talk channel is for games only. Keep people’s lives outside the game out of it.",
        "No blackmail, whatever you have in your hands.",
        "Never encourage anybody to harm themselves.",
        {
          text: "Two things mean an immediate ban:",
          points: [
            "hate speech, evasive forms included;",
            "inciting people to leave the community.",
          ],
        },
      ],
    },
  ],
  ladder: {
    title: "Disciplinary ladder",
    intro:
      "What follows a broken rule depends on how often it has happened before. Where a rule says “immediate ban”, nobody waits for the next step.",
    steps: [
      {
        offense: "1st offense",
        sanction: "Warning",
        text: "A written warning, 10 days of probation, or a Discord mute of 1 day. If the ticket about it goes unanswered, the mute lasts 2 days.",
      },
      {
        offense: "2nd offense",
        sanction: "2-day ban",
        text: "A ban of 2 days and 30 days of probation. This step cannot be appealed.",
      },
      {
        offense: "3rd offense",
        sanction: "15-day ban",
        text: "A ban of 15 days. You have 3 days to appeal, and admins have 24 hours to respond.",
      },
      {
        offense: "4th offense",
        sanction: "Permanent ban",
        text: "A permanent ban. Digital currency is not refunded.",
      },
    ],
  },
});
