import { DiscordIcon } from "./discord-icon.tsx";
import { Server } from "lucide-react";
import type { ComponentType, SVGProps } from "react";

export type Entry = {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
} & ({ hash: string } | { to: "/discord" });

/** What the bar and the mobile menu lead to. An entry comes with the work that builds its screen. */
export const ENTRIES: readonly Entry[] = [
  { label: "Servers", icon: Server, hash: "ServerListDisplay" },
  { label: "Discord", icon: DiscordIcon, to: "/discord" },
];
