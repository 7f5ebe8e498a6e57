import { rulebook } from "./rulebook.ts";

/** Rust [TEXT-06]. */
export const rustRules = rulebook("Rust", {
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
