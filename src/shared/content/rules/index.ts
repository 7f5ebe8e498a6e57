import { asaRules } from "./asa.ts";
import { aseRules } from "./ase.ts";
import { discordRules } from "./discord.ts";
import { ecoRules } from "./eco.ts";
import { empyrionRules } from "./empyrion.ts";
import { minecraftRules } from "./minecraft.ts";
import type { Rulebook, RuleTab } from "./rulebook.ts";
import { rustRules } from "./rust.ts";

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
