import { rulebook } from "./rulebook.ts";

/** Empyrion: Galactic Survival [TEXT-06]. */
export const empyrionRules = rulebook("Empyrion", {
  intro: "Space is big enough for all of us, and for a good raid now and then.",
  sections: [
    {
      title: "Conduct",
      rules: [
        "No griefing.",
        "No personal harassment.",
        "No spam.",
        "No excessive cursing.",
        "Mission areas stay intact, so that the next player finds them whole.",
      ],
    },
    {
      title: "Raids",
      rules: [
        "A raid lasts 24 hours at most.",
        "After it, the defender has 48 hours of amnesty from that attacker. It is void if the defender hits back.",
        "After a full wipe you have 4 days of protection.",
      ],
    },
  ],
});
