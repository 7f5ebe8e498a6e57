import { createContext, use, useSyncExternalStore } from "react";
import type { Rulebook } from "#shared/schemas/community/rules.ts";

/** The address of a place on the rules page, without the origin: `/rules?tab=ASE#ase-3-2`. */
export const rulePath = (tab: string, anchor?: string) =>
  `/rules?tab=${tab}${anchor === undefined ? "" : `#${anchor}`}`;

/** The key of the tab on which an anchor stands, or null for anything that is no anchor of a rule. */
export const tabOfAnchor = (rules: readonly Rulebook[], anchor: string): string | null =>
  rules.find(({ key }) => anchor.startsWith(`${key.toLowerCase()}-`))?.key ?? null;

export type RulesContextValue = {
  /** Anchor in the address, empty without one. */
  target: string;
  terms: readonly string[];
  copyLink: (anchor: string) => void;
  /** Shows the part of the rules with this anchor, whatever tab or search hides it. */
  reveal: (anchor: string) => void;
};

export const RulesContext = createContext<RulesContextValue | null>(null);

/** What every part of the page shares: the anchor in the address, the search, the copying. */
export const useRules = (): RulesContextValue => {
  const value = use(RulesContext);
  if (value === null) throw new Error("useRules needs a RulesContext around it.");
  return value;
};

const subscribe = (onChange: () => void) => {
  window.addEventListener("hashchange", onChange);
  window.addEventListener("popstate", onChange);
  return () => {
    window.removeEventListener("hashchange", onChange);
    window.removeEventListener("popstate", onChange);
  };
};

/** The anchor in the address, without `#`; empty on the server, which never sees it. */
export const useAnchor = (): string =>
  useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );
