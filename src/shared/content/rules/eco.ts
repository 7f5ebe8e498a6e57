import { rulebook } from "./rulebook.ts";

/** Eco: Global Survival [TEXT-06]. */
export const ecoRules = rulebook("Eco", {
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
