import type { ComponentType } from "react";
import { cn } from "#client/lib/cn.ts";

const KINDS = {
  wait: "bg-amber/15 text-amber",
  good: "bg-moss/15 text-moss",
  bad: "bg-ember/15 text-ember",
} as const;

/** An icon of lucide, or a sign of our own. */
export type EmblemIcon = ComponentType<{ className?: string; strokeWidth?: number }>;

type EmblemProps = { icon: EmblemIcon; kind: keyof typeof KINDS };

/** A sign in a hexagon, above what a screen has to say. Decoration. */
export const Emblem = ({ icon: Icon, kind }: EmblemProps) => (
  <span aria-hidden className={cn("hexagon grid h-[4.6rem] w-16 place-items-center", KINDS[kind])}>
    <Icon className="size-7" strokeWidth={1.75} />
  </span>
);
