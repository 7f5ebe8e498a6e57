import type { ComponentType, ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { LISTS } from "#shared/list-messages.ts";
import { LostDen } from "./brand/brand-mark.tsx";
import { Page } from "./page.tsx";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

/** Stands where a list has nothing: what that means, and what to do next. */
export const EmptyPanel = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  /** The button or link that leads on. */
  children?: ReactNode;
}) => (
  <div className="panel flex flex-col items-center px-5 pt-6 pb-10 text-center">
    <LostDen className="w-full max-w-xs" />
    <h2 className="headline mt-4 text-3xl md:text-4xl">{title}</h2>
    <p className="mt-3 max-w-[52ch] text-pretty text-muted">{text}</p>
    {children !== undefined && <div className="mt-6">{children}</div>}
  </div>
);

type LoadFailedProps = {
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
};

/** Stands where something could not be loaded. */
export const LoadFailed = ({ message, isRetrying, onRetry }: LoadFailedProps) => (
  <div className="flex flex-col items-start gap-4">
    <Alert className="w-full">{message}</Alert>
    <Button variant="outline" isBusy={isRetrying} onClick={onRetry}>
      {LISTS.tryAgain}
    </Button>
  </div>
);

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
