import type { CatalogueGame } from "./catalogue.ts";

export type RateRow = {
  name: string;
  /** Monday to Thursday. */
  weekdays: string;
  /** Friday to Sunday. */
  weekend: string;
};

export type GameInfo = {
  /** Rates that differ, or may differ, between weekdays and weekend. */
  rates: readonly RateRow[];
  /** What holds on every day. */
  facts: readonly { name: string; value: string }[];
};

const RESTART = { name: "Server restart", value: "4AM CST daily" };
const everyDay = (name: string, value: string): RateRow => ({
  name,
  weekdays: value,
  weekend: value,
});
const boosted = (name: string, weekdays: string, weekend: string): RateRow => ({
  name,
  weekdays,
  weekend,
});

/** What the Server Info window shows of each game [HOME-02]. */
export const GAME_INFO: Record<CatalogueGame["game"], GameInfo> = {
  "ark-se": {
    rates: [
      boosted("XP", "3X", "5X"),
      everyDay("Taming", "6X"),
      boosted("Harvest", "3X", "5X"),
      everyDay("Fishing Loot", "1.5X"),
      boosted("Baby Mature", "3X", "5X"),
      everyDay("Mating Interval", "0.2X"),
      boosted("Mating Speed", "3X", "5X"),
      boosted("Egg Hatch", "3X", "5X"),
      boosted("Lay Egg Interval", "3X", "5X"),
      everyDay("Loot Crate Quality", "1X"),
    ],
    facts: [{ name: "New player protection", value: "14 days or level 105" }, RESTART],
  },
  "ark-sa": {
    rates: [
      boosted("All rates not listed below", "5X", "10X"),
      everyDay("Taming", "6X"),
      everyDay("Fishing Loot", "1.5X"),
      everyDay("Mating Interval", "0.2X"),
      everyDay("Loot Crate Quality", "1X"),
    ],
    facts: [RESTART],
  },
  eco: {
    rates: [boosted("Exhaustion Refresh", "8 hrs", "12 hrs")],
    facts: [
      { name: "Trees & Plants", value: "4X" },
      { name: "Big Shovel", value: "Enabled" },
      RESTART,
    ],
  },
  minecraft: {
    rates: [],
    facts: [{ name: "Rooms", value: "SkyBlock, OneBlock, Creative, Survival" }, RESTART],
  },
  empyrion: {
    rates: [],
    facts: [
      { name: "Progression", value: "Normal" },
      { name: "Degradation", value: "Normal" },
      { name: "Radiation", value: "Normal" },
      { name: "Ore amount", value: "Normal" },
      { name: "Food consumption", value: "Low" },
      { name: "Oxygen consumption", value: "Low" },
      { name: "Deposits", value: "Plenty" },
      { name: "On death", value: "Drop bag only" },
      { name: "Mod", value: "Reforged Eden" },
      RESTART,
    ],
  },
};
