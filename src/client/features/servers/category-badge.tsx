import { cn } from "#client/lib/cn.ts";
import type { Category } from "#shared/content/catalogue.ts";

const LOOK: Record<Category, string> & Partial<Record<string, string>> = {
  "MMO Survival": "border-ember/50 bg-ember/15 text-[#ffb09a]",
  "Sandbox Simulation": "border-moss/50 bg-moss/15 text-moss",
  Sandbox: "border-amber/50 bg-amber/15 text-amber-strong",
  "Space Survival": "border-vibranium/50 bg-vibranium/15 text-[#d3bdff]",
};
const OTHER = "border-night-500 bg-night-700 text-muted";

/** The badge of a game's category; a category without a look of its own is grey. */
export const CategoryBadge = ({ category }: { category: string }) => (
  <span
    className={cn(
      "inline-flex items-center rounded-full border px-3 py-1 text-sm font-semibold",
      LOOK[category] ?? OTHER,
    )}
  >
    {category}
  </span>
);
