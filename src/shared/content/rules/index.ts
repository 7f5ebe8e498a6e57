import { asaRules } from "./asa.ts";
import { aseRules } from "./ase.ts";
import { discordRules } from "./discord.ts";
import { type RuleTab, type Rulebook, rulebook } from "./rulebook.ts";

/** Eco: Global Survival [TEXT-06]. */
const ecoRules = rulebook("Eco", {
  intro: "One world, one meteor, one chance. We get through it together.",
  sections: [
    {
      title: "Living together",
      rules: [
        "No griefing. Claiming land inside another player’s circle is griefing too.",
        "No excessive harassment.",
        "No spam.",
      ],
    },
  ],
});

/** Empyrion: Galactic Survival [TEXT-06]. */
const empyrionRules = rulebook("Empyrion", {
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

/** Minecraft: Java Edition [TEXT-06]. */
const minecraftRules = rulebook("Minecraft", {
  intro:
    "For every room of our Minecraft server. Build something you are proud of, and let others do the same.",
  sections: [
    {
      title: "Fair play",
      rules: [
        "No griefing and no stealing.",
        "No hacks, and no mods that we have not approved.",
        "Respect the claims of other players.",
      ],
    },
    {
      title: "Chat and builds",
      rules: ["Keep the chat respectful and free of spam.", "No offensive builds."],
    },
  ],
});

/** Rust [TEXT-06]. */
const rustRules = rulebook("Rust", {
  intro: "A hard game among people who still say “good fight” afterwards.",
  sections: [
    {
      title: "Fair play",
      rules: ["No cheats and no exploits.", "No hate and no harassment."],
    },
    {
      title: "Raids and alliances",
      rules: [
        "Raiding is allowed, as long as you do not take it to excess.",
        "A base that has been raided is not griefed on top.",
        "Stand by your alliances. No backstabbing, unless it was agreed.",
      ],
    },
    {
      title: "Admins",
      rules: ["Admins may step in and moderate."],
    },
  ],
});

export * from "./rulebook.ts";

/** The rules of every tab. */
export const RULEBOOKS: Record<RuleTab, Rulebook> = {
  Discord: discordRules,
  ASE: aseRules,
  ASA: asaRules,
  Minecraft: minecraftRules,
  Rust: rustRules,
  Empyrion: empyrionRules,
  Eco: ecoRules,
};
