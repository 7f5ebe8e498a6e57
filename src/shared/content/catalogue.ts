import type { StatusGame } from "#shared/constants/games.ts";

export const CATEGORIES = [
  "MMO Survival",
  "Sandbox Simulation",
  "Sandbox",
  "Space Survival",
] as const;
export type Category = (typeof CATEGORIES)[number];

type CatalogueEntry = {
  id: number;
  game: StatusGame;
  title: string;
  thumbImg: string;
  mainImg: string;
  category: Category;
  description: string;
};

/** The games on offer, in their order [HOME-02]. */
export const CATALOGUE = [
  {
    id: 1,
    game: "ark-se",
    title: "ARK: Survival Evolved",
    thumbImg: "/art/ark-se.svg",
    mainImg: "/art/ark-se.svg",
    category: "MMO Survival",
    description:
      "Twelve maps, one cluster. Tame on The Island, trade on Ragnarok, raid on Fjordur: your survivor and dinos travel between all 12 cross-Ark servers. Vote rewards, points just for logging in, and events every week.",
  },
  {
    id: 2,
    game: "ark-sa",
    title: "ARK: Survival Ascended",
    thumbImg: "/art/ark-sa.svg",
    mainImg: "/art/ark-sa.svg",
    category: "MMO Survival",
    description:
      "The remaster in Unreal Engine 5, with boosted rates for people who have jobs. Five maps, vote rewards, and an in-game shop where your points become gear.",
  },
  {
    id: 3,
    game: "eco",
    title: "Eco: Global Survival",
    thumbImg: "/art/eco.svg",
    mainImg: "/art/eco.svg",
    category: "Sandbox Simulation",
    description:
      "A meteor is on its way and nobody can stop it alone. Build a town, write its laws, share the work, and save the world without ruining it first.",
  },
  {
    id: 4,
    game: "minecraft",
    title: "Minecraft: Java Edition",
    thumbImg: "/art/minecraft.svg",
    mainImg: "/art/minecraft.svg",
    category: "Sandbox",
    description:
      "One address, several rooms: SkyBlock, OneBlock, Creative and Survival. Earn points while you play, vote for rewards, and spend both in the in-game shop.",
  },
  {
    id: 5,
    game: "empyrion",
    title: "Empyrion: Galactic Survival",
    thumbImg: "/art/empyrion.svg",
    mainImg: "/art/empyrion.svg",
    category: "Space Survival",
    description:
      "Our longest-running server. The Reforged Eden overhaul fills the galaxy with factions, ships and ruins: build a base, launch a fleet, and hold what you claim.",
  },
] as const satisfies readonly CatalogueEntry[];
export type CatalogueGame = (typeof CATALOGUE)[number];
