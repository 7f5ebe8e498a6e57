import { rulebook } from "./rulebook.ts";

/** Minecraft: Java Edition [TEXT-06]. */
export const minecraftRules = rulebook("Minecraft", {
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
