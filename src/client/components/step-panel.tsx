import type { ComponentType, ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { Page } from "./page.tsx";

const KINDS = {
  wait: "bg-accent/15 text-accent",
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

type StepPanelProps = {
  icon: EmblemIcon;
  kind: "wait" | "good" | "bad";
  title: string;
  children: ReactNode;
};

/** A screen with one thing to say, below the navigation bar: what happened, and what comes next. */
export const StepPanel = ({ icon, kind, title, children }: StepPanelProps) => (
  <Page className="relative isolate grid place-items-center overflow-clip bg-[radial-gradient(50rem_30rem_at_50%_-10%,var(--color-glow),transparent)] px-5 py-14">
    <section className="panel flex w-full max-w-xl flex-col items-center gap-5 p-7 text-center sm:p-12">
      <Emblem icon={icon} kind={kind} />
      <h1 className="headline text-5xl sm:text-6xl">{title}</h1>
      {children}
    </section>
  </Page>
);
