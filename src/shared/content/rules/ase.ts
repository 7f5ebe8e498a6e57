import { rulebook } from "./rulebook.ts";

/** Ark: Survival Evolved [TEXT-04]. */
export const aseRules = rulebook("ASE", {
  intro:
    "For every server of our Ark: Survival Evolved cluster. Fight hard, fight fair, and leave the other side a reason to log in tomorrow.",
  sections: [
    {
      title: "Harassment/Griefing",
      rules: [
        "You may wipe a cave down to its foundations to claim it for yourself. Doing it out of malice is griefing.",
        "A base that is not in a cave may not be wiped.",
        "Do not wipe out all of somebody’s dinos.",
      ],
    },
    {
      title: "Characters",
      rules: [
        "Give your character a real name. “123”, “Human” and the like are not allowed.",
        "No offensive names.",
        "No false identity: do not pass yourself off as somebody else. Lying to an admin is a ban.",
        "One character per person in the whole cluster. Duplicates are deleted.",
      ],
    },
    {
      title: "Raids",
      rules: [
        {
          text: "A forward operating base (FOB) has no offline raid protection (ORP) attached to it.",
          see: ["orp"],
        },
        "While an FOB is active, third parties keep their hands off it. Afterwards it is fair game for everybody.",
        "One team at a time. That goes for the defense as well as for the attack.",
        "Kill passive dinos only when they block you, or to claim the spot. Breeding dinos count as passive.",
      ],
    },
    {
      title: "Tribes",
      rules: [
        "A tribe has the same name and the same owner on all servers.",
        "No tribe hopping.",
        "After a wipe, a tribe has 4 days of raid protection.",
        "A new owner needs a recorded vote of the tribe with at least 60% approval, and at most once every 2 weeks.",
        "Whoever leaves a tribe may rejoin it only after 2 weeks.",
      ],
    },
    {
      title: "Building",
      rules: [
        "Build above ground, and build what can be destroyed.",
        "Keep biome entrances free. On Genesis 2, each tribe may hold one vent.",
        "Nothing out of reach, and nothing in the mesh.",
        {
          text: "Stay out of these places:",
          points: [
            "spawns;",
            "nests;",
            "wyvern scars;",
            "mission zones;",
            "banned places, which are listed below.",
          ],
          see: ["no-build", "orp"],
        },
        "Transport platforms keep at least two sides open.",
        "Do not build behind your enemies, nor within their foundation range.",
        "One tight base per cluster.",
        "Quick building during a raid is allowed.",
      ],
    },
    {
      title: "Ark Code of Conduct Rules",
      rules: [
        "The Ark Code of Conduct applies, with one exception: alliances are allowed.",
        "No aimbots, third-party crosshairs, ESP or altered game files.",
      ],
    },
    {
      title: "Server Wipe",
      rules: [
        "After the first 4 months, a vote on a wipe may be held once a month.",
        "The vote passes with 70%.",
        "The wipe comes one week after the vote. Until then, raid rules are suspended.",
      ],
    },
  ],
  lists: [
    {
      slug: "orp",
      title: "Where ORP is forbidden",
      intro: "Offline raid protection (ORP) may not be used in these places.",
      maps: [
        { map: "The Island", places: ["Ice Cave", "Pack Cave"] },
        { map: "Scorched Earth", places: ["Church Cave"] },
        { map: "The Center", places: ["North Ice Cave", "Pearl Cave", "All bear caves"] },
        { map: "Ragnarok", places: ["Triple Waterfall"] },
        { map: "Extinction", places: ["South Gate", "Alpha Tree", "Alpha Platform"] },
        { map: "Crystal Isles", places: ["Dragon Cave"] },
        { map: "Lost Island", places: ["Crouch Cave"] },
        { map: "Valguero", places: ["Oil Cave", "The Castle", "Alpha Tree"] },
        { map: "Aberration", places: ["Shadow Cave", "Glowtail Cave"] },
        {
          map: "Genesis 1",
          places: ["Asteroid spots at the teleport line", "Lunar Caves", "Corner Pillar"],
        },
        { map: "Genesis 2", places: ["Underwater Laboratory", "All center-trench rat holes"] },
        { map: "Fjordur", places: ["Labyrinth Cave", "Beehive Cave", "Timeless Cave"] },
      ],
    },
    {
      slug: "no-build",
      title: "No-build locations",
      intro: "Nothing may be built here, whichever map you are on.",
      onEveryMap: [
        "Obelisks",
        "City terminals",
        "Player spawns",
        "Genesis 2 space bridges",
        "Caves with boss terminals",
        "Rat holes that need more than walking or crouching",
      ],
    },
  ],
});
