import { ScrollText, Server, Store } from "lucide-react";
import type { ComponentType, SVGProps } from "react";
import { useSite } from "#client/lib/site.ts";
import { DiscordIcon } from "./discord-icon.tsx";

export type Entry = {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
} & (
  | { hash: string }
  | { to: "/discord"; target: "_blank"; rel: "noopener" }
  | { to: "/shop" | "/zlg-rules" }
);

export const RULES_ENTRY = { label: "Rules", icon: ScrollText, to: "/zlg-rules" } as const;
export const SHOP_ENTRY = { label: "Shop", icon: Store, to: "/shop" } as const;

/** What the bar and the mobile menu lead to. An entry comes with the work that builds its screen. */
const ENTRIES: readonly Entry[] = [
  { label: "Servers", icon: Server, hash: "ServerListDisplay" },
  RULES_ENTRY,
  { label: "Discord", icon: DiscordIcon, to: "/discord", target: "_blank", rel: "noopener" },
];
const WITH_SHOP: readonly Entry[] = [SHOP_ENTRY, ...ENTRIES];

/** The entries for everybody; the shop's where this community has one. */
export const useEntries = (): readonly Entry[] => (useSite().shop === null ? ENTRIES : WITH_SHOP);
