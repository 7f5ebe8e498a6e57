import type { ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import type { HealthCheckState } from "#shared/constants/health.ts";

const LOOKS: Readonly<Record<HealthCheckState, { light: string; text: string }>> = {
  ok: { light: "bg-moss", text: "text-moss" },
  warn: { light: "bg-accent", text: "text-accent-strong" },
  fail: { light: "bg-ember", text: "text-ember" },
};

/** How something is: a light, and a word for whoever sees no colour. */
export const StateMark = ({
  state,
  children,
}: {
  state: HealthCheckState;
  children: ReactNode;
}) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className={cn("hexagon h-[11px] w-[10px] shrink-0", LOOKS[state].light)} />
    <span className={cn("text-sm font-semibold", LOOKS[state].text)}>{children}</span>
  </span>
);
