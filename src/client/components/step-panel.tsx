import type { ReactNode } from "react";
import { Page } from "#client/components/page.tsx";
import { Emblem, type EmblemIcon } from "./emblem.tsx";

type StepPanelProps = {
  icon: EmblemIcon;
  kind: "wait" | "good" | "bad";
  title: string;
  children: ReactNode;
};

/** A screen with one thing to say, below the navigation bar: what happened, and what comes next. */
export const StepPanel = ({ icon, kind, title, children }: StepPanelProps) => (
  <Page className="relative isolate grid place-items-center overflow-clip bg-[radial-gradient(50rem_30rem_at_50%_-10%,#1a2a1f,transparent)] px-5 py-14">
    <section className="panel flex w-full max-w-xl flex-col items-center gap-5 p-7 text-center sm:p-12">
      <Emblem icon={icon} kind={kind} />
      <h1 className="headline text-5xl sm:text-6xl">{title}</h1>
      {children}
    </section>
  </Page>
);
