import {
  Gift,
  HardDrive,
  HeartHandshake,
  ScrollText,
  Server,
  ShieldHalf,
  Store,
} from "lucide-react";
import { type ComponentType, Fragment, memo, type ReactNode, type SVGProps } from "react";
import { Page } from "#client/components/page.tsx";
import { SectionHeading } from "#client/components/section-heading.tsx";
import { DiscordIcon } from "#client/components/shell/discord-icon.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import type { FeatureIcon, HomeSection } from "#shared/schemas/community/home.ts";
import { Hero } from "./hero.tsx";
import { Services } from "./services.tsx";

/** Of those that the page or the bar above it shows in any case: others would be more to load. */
const ICONS: Readonly<Record<FeatureIcon, ComponentType<SVGProps<SVGSVGElement>>>> = {
  shield: ShieldHalf,
  machine: HardDrive,
  gift: Gift,
  heart: HeartHandshake,
  discord: DiscordIcon,
  servers: Server,
  rules: ScrollText,
  shop: Store,
};

/** What speaks for the community. @param isFirst where it reaches into the first screen. */
const Features = ({ isFirst }: { isFirst: boolean }) => {
  const { title, items } = useSite().home.features;
  return (
    <section
      aria-label={title}
      className={cn("long-words relative z-10", isFirst ? "-mt-24" : "py-20 md:py-28")}
    >
      <ul {...useOwnLang()} className="shell grid gap-4 md:grid-cols-3">
        {items.map(({ icon, title, text }) => {
          const Icon = icon && ICONS[icon];
          return (
            <li key={title} className="panel p-6 md:p-7">
              {Icon !== undefined && (
                <span className="hexagon grid h-14 w-[3.05rem] place-items-center bg-accent/15 text-accent-strong">
                  <Icon className="size-6" aria-hidden />
                </span>
              )}
              <h2 className={cn(Icon && "mt-5", "font-display text-3xl font-extrabold")}>
                {title}
              </h2>
              <p className="mt-2 leading-relaxed text-pretty text-muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** How it goes here, step by step. */
const Steps = () => {
  const { items: steps, ...heading } = useSite().home.steps;
  return (
    <section aria-labelledby="pays-title" className="long-words shell py-20 md:py-28">
      <SectionHeading id="pays-title" {...heading} />
      <ol {...useOwnLang()} className="mt-12 grid gap-10 md:grid-cols-3 md:gap-6">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-5 md:block">
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className="absolute top-20 bottom-[-2rem] left-[2.2rem] w-px bg-gradient-to-b from-accent/60 to-ground-700 md:top-[2.5rem] md:right-2 md:bottom-auto md:left-[6rem] md:h-px md:w-auto md:bg-gradient-to-r"
              />
            )}
            <span className="hexagon grid h-20 w-[4.4rem] shrink-0 place-items-center bg-accent">
              <span className="hexagon grid h-[4.7rem] w-[4.1rem] place-items-center bg-ground-900 font-display text-4xl font-black text-accent-strong">
                {index + 1}
              </span>
            </span>
            <div className="md:mt-6">
              <h3 className="font-display text-3xl font-extrabold">{title}</h3>
              <p className="mt-2 max-w-sm leading-relaxed text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** What does not depend on the tab that is chosen is not drawn again with it. */
const KEPT = {
  Hero: memo(Hero),
  Features: memo(Features),
  Steps: memo(Steps),
  Services: memo(Services),
};

/** The landing page. @param servers and `status`: the sections about the game servers. */
export const HomePage = (about: Readonly<Record<"servers" | "status", ReactNode>>) => {
  const { sections } = useSite().home;
  // The steps leave as much room below them as other sections leave above them.
  const isAfterSteps = sections[sections.indexOf("services") - 1] === "steps";
  const parts: Readonly<Record<HomeSection, ReactNode>> = {
    features: <KEPT.Features isFirst={sections[0] === "features"} />,
    steps: <KEPT.Steps />,
    services: <KEPT.Services className={isAfterSteps ? "" : "pt-20 md:pt-28"} />,
    ...about,
  };
  return (
    <Page>
      <KEPT.Hero />
      {sections.map((section) => (
        <Fragment key={section}>{parts[section]}</Fragment>
      ))}
    </Page>
  );
};
