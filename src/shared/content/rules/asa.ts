import { rulebook } from "./rulebook.ts";

/** Ark: Survival Ascended: the headings of Survival Evolved, lighter [TEXT-04]. */
export const asaRules = rulebook("ASA", {
  intro:
    "For every server of our Ark: Survival Ascended cluster. The same seven headings as for Survival Evolved, with a lighter hand.",
  sections: [
    {
      title: "Harassment/Griefing",
      rules: [
        "Wiping a cave down to its foundations is fine when you claim it. Doing it out of malice is griefing.",
        "Bases outside caves are not wiped, and neither are all of somebody’s dinos.",
      ],
    },
    {
      title: "Characters",
      rules: [
        "Choose a real name that offends nobody: no “123”, no “Human”.",
        "No false identity. Lying to an admin is a ban.",
        "One character per person in the whole cluster. Duplicates are deleted.",
      ],
    },
    {
      title: "Raids",
      rules: [
        "A raid is a reasonable attempt to take somebody’s main base, counted per map.",
        "A forward operating base (FOB) need not be removed afterwards.",
        "One team at a time, in attack and in defense.",
        "Passive dinos, breeding dinos among them, are killed only when they block you, or to claim the spot.",
      ],
    },
    {
      title: "Tribes",
      rules: [
        "Same name and same owner on all servers, and no tribe hopping.",
        "After a wipe, a tribe has 4 days of raid protection.",
        "A new owner needs a recorded vote with at least 60% approval, at most once every 2 weeks.",
        "Whoever leaves a tribe may rejoin it only after 2 weeks.",
      ],
    },
    {
      title: "Building",
      rules: [
        {
          text: "Build above ground, within reach, outside the mesh and so that it can be destroyed. Stay out of the banned locations.",
          see: ["banned"],
        },
        "One tight spot, for example the bear cave on The Center or the crouch cave on Lost Island.",
        "Transport platforms keep at least two sides open.",
        "Quick building during a raid is allowed.",
      ],
    },
    {
      title: "Ark Code of Conduct Rules",
      rules: [
        "The Ark Code of Conduct applies here too; alliances are allowed.",
        "No aimbots, third-party crosshairs, ESP or altered game files.",
      ],
    },
    {
      title: "Server Wipe",
      rules: [
        "After the first 4 months, a vote on a wipe may be held once a month. It passes with 70%.",
        "The wipe comes one week after the vote. Until then, raid rules are suspended.",
      ],
    },
  ],
  lists: [
    {
      slug: "banned",
      title: "Banned Locations",
      intro: "Keep out of these places with anything you build.",
      maps: [
        { map: "The Island", places: ["Swamp Cave"] },
        { map: "Aberration", places: ["Shadow Cave", "The surface and its entrances"] },
        { map: "Valguero", places: ["The entrances of the aberration zone"] },
        { map: "Crystal Isles", places: ["Silica-pearl underwater farm (26.5, 13.1)"] },
        { map: "Genesis 2", places: ["City mesh areas", "Any mesh hole"] },
        { map: "Extinction", places: ["Boss caves"] },
      ],
      onEveryMap: ["Spawn points", "Obelisks", "Mission areas", "World transmitters"],
    },
  ],
});
