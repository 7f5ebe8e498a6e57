import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  ArrowRight,
  Check,
  ExternalLink,
  Gift,
  HardDrive,
  HeartHandshake,
  Play,
  ScrollText,
  Server,
  ShieldHalf,
  Store,
} from "lucide-react";
import { type ComponentType, Fragment, memo, type ReactNode, type SVGProps, useRef } from "react";
import { BrandMark } from "#client/components/brand/brand-mark.tsx";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { HashLink, LegalNote, Page, SectionHeading } from "#client/components/page.tsx";
import { DiscordIcon } from "#client/components/shell/entries.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn, tierColumns } from "#client/lib/cn.ts";
import { useStartQueries } from "#client/lib/queries.ts";
import { useInView } from "#client/lib/scroll.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { HOME, MESSAGES } from "#shared/messages.ts";
import { moneyText, numberText } from "#shared/rules/format.ts";
import type { FeatureIcon, HomeSection } from "#shared/schemas/community/home.ts";
import type { CommunityTier, Emblem } from "#shared/schemas/community/play.ts";

const LOOK: Record<Emblem, { text: string; edge: string; glow: string }> = {
  plain: { text: "text-ink", edge: "hover:border-ground-500", glow: "from-ground-500/15" },
  laurel: { text: "text-laurel", edge: "hover:border-laurel/60", glow: "from-laurel/15" },
  crystal: { text: "text-crystal", edge: "hover:border-crystal/60", glow: "from-crystal/15" },
  blades: {
    text: "text-blades",
    edge: "hover:border-blades/60",
    glow: "from-blades/20",
  },
};

const TierCard = ({ tier }: { tier: CommunityTier }) => {
  const { brand, links, shop } = useSite();
  const own = useOwnLang();
  const isMember = useSession() != null;
  // What is bought here is credited to whoever buys it; guests have no basket of their own, and log in
  // where there is no other store.
  const leadsToShop = shop !== null && (isMember || links.subscriptions === undefined);
  const look = LOOK[tier.emblem];
  const { title, monthlyPoints, quarterHourPoints } = tier;
  const given = [
    ...(monthlyPoints > 0 ? [HOME.monthlyPoints(numberText(monthlyPoints), brand.currency)] : []),
    ...(quarterHourPoints > 0 ? [HOME.passivePoints(quarterHourPoints, brand.currency)] : []),
  ];
  return (
    <li
      className={cn(
        "panel relative flex flex-col overflow-hidden p-7 transition-colors duration-300",
        look.edge,
      )}
    >
      <div
        aria-hidden
        className={cn("absolute inset-x-0 top-0 h-48 bg-gradient-to-b to-transparent", look.glow)}
      />
      <div className="relative flex items-center gap-4">
        <TierEmblem tier={tier.key} className="size-20 shrink-0" />
        <h3
          {...own}
          className={cn("w-min min-w-0 font-display text-4xl leading-[0.95] font-black", look.text)}
        >
          {title}
        </h3>
      </div>
      <p className="relative mt-6 flex items-baseline gap-2">
        <span className="font-display text-6xl leading-none font-black tabular-nums">
          {moneyText(tier.price, tier.currency)}
        </span>
        <span className="text-muted">/ month</span>
      </p>
      <ul className="relative mt-6 flex flex-1 flex-col gap-3">
        {given.map((benefit) => (
          <li key={benefit} className="flex gap-3 text-ink-soft">
            <Check className={cn("mt-1 size-4 shrink-0", look.text)} aria-hidden />
            {benefit}
          </li>
        ))}
        {tier.benefits.map(({ text }) => (
          <li key={text} className="flex gap-3 text-ink-soft" {...own}>
            <Check className={cn("mt-1 size-4 shrink-0", look.text)} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      {(leadsToShop || links.subscriptions !== undefined) && (
        <Button asChild variant="outline" size="words" className="relative mt-8 w-full">
          {leadsToShop ? (
            <Link to="/shop">
              Become a {title}
              <ArrowRight aria-hidden />
            </Link>
          ) : (
            <a href={links.subscriptions} target="_blank" rel="noopener">
              Become a {title}
              <ExternalLink aria-hidden />
            </a>
          )}
        </Button>
      )}
    </li>
  );
};

const Donation = () => {
  const { links, home } = useSite();
  const { title, text } = home.services.donation;
  const own = useOwnLang();
  if (links.donations.length === 0) return null;
  return (
    <div className="panel mt-5 flex flex-col gap-6 p-7 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex gap-5">
        <HeartHandshake className="mt-1 size-9 shrink-0 text-accent" aria-hidden />
        <div {...own} className="min-w-0">
          <h3 className="font-display text-3xl font-extrabold">{title}</h3>
          {text !== undefined && <p className="mt-1 max-w-xl text-pretty text-muted">{text}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {links.donations.map(({ name, url }) => (
          <Button key={url} asChild variant="outline" className="max-w-full">
            <a href={url} target="_blank" rel="noopener">
              <span className="truncate">Donate with {name}</span>
              <ExternalLink aria-hidden />
            </a>
          </Button>
        ))}
      </div>
    </div>
  );
};

/** Donations and the tiers, with the legal note. */
const Services = ({ className }: { className: string }) => {
  const { home, tiers } = useSite();
  const { donation: _donation, ...heading } = home.services;
  return (
    <section
      aria-labelledby="services-title"
      className={cn("long-words shell pb-20 md:pb-28", className)}
    >
      <SectionHeading id="services-title" {...heading} />
      {tiers.length > 0 && (
        <ul className={cn("mt-10 grid gap-5", tierColumns(tiers.length))}>
          {tiers.map((tier) => (
            <TierCard key={tier.key} tier={tier} />
          ))}
        </ul>
      )}
      <Donation />
      <LegalNote className="mt-6" />
    </section>
  );
};

/** A picture that is stretched belongs to the style sheet, which names its file again. */
type Layer = { className: string; file?: string; isStretched?: true };
type DrawnLayer = Layer & { file: string };

/** Back to front: what is drawn in a file, or laid on by the style sheet alone. */
export const HERO_SCENE: readonly Layer[] = [
  { file: "/art/hero/stars.svg", className: "hs-fill" },
  { className: "hs-glow" },
  { file: "/art/hero/aurora-a.webp", className: "hs-aurora hs-aurora-a", isStretched: true },
  { file: "/art/hero/aurora-b.webp", className: "hs-aurora hs-aurora-b", isStretched: true },
  { file: "/art/hero/moon.svg", className: "hs-den" },
  { file: "/art/hero/land.svg", className: "hs-land" },
  { className: "hs-mist" },
  { file: "/art/hero/den.svg", className: "hs-den" },
  { file: "/art/hero/eyes.svg", className: "hs-den hs-eyes" },
  { file: "/art/hero/front.svg", className: "hs-front" },
  { file: "/art/hero/frame.svg", className: "hs-front" },
  { className: "hs-grain" },
  { className: "hs-calm" },
];

export const isDrawn = (layer: Layer): layer is DrawnLayer => layer.file !== undefined;

/**
 * The night of the home page: sky, aurora, ridges, three rows of pines with mist between them, and
 * the lynx on its rock at the bottom right. Fills its positioned parent. Text stands above it at
 * the left from 900 px on, in the upper three fifths below that. Drawn by scripts/art/hero-layers.tsx.
 */
const HeroScene = () => (
  <div className="hs -z-10" aria-hidden="true">
    {HERO_SCENE.map((layer) =>
      isDrawn(layer) && layer.isStretched !== true ? (
        <img
          key={layer.file}
          src={layer.file}
          alt=""
          decoding="async"
          className={layer.className}
        />
      ) : (
        <div key={layer.className} className={layer.className} />
      ),
    )}
  </div>
);

const Pulse = ({ isSeen }: { isSeen: boolean }) => {
  const { servers } = useStartQueries();
  const { data } = useQuery({ ...servers.summary.queryOptions(), enabled: isSeen });
  return (
    <p className="mt-8 flex h-7 items-center gap-3 text-muted tabular-nums">
      {data !== undefined && data.servers > 0 && (
        <>
          <span aria-hidden className="hexagon size-3 animate-pulse bg-moss" />
          <span>
            <strong className="font-semibold text-ink">{data.players}</strong>{" "}
            {HOME.inGameOn(data.players)}{" "}
            <strong className="font-semibold text-ink">{data.online}</strong> of {data.servers}{" "}
            servers
          </span>
        </>
      )}
    </p>
  );
};

const LONGEST_WHOLE_WORD = 14;

/** Words that keep their hyphens together: "cutting-edge" is not torn apart at the end of a line. */
const Words = ({ text }: { text: string }) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index: offset }) => (
    <Fragment key={offset}>
      {offset > 0 && " "}
      <span className={word.length > LONGEST_WHOLE_WORD ? undefined : "whitespace-nowrap"}>
        {word}
      </span>
    </Fragment>
  ));

/** First screen: what this is, and the way into a game. */
const Hero = () => {
  const { brand, home } = useSite();
  const own = useOwnLang();
  const { eyebrow, headline = brand.tagline, text = brand.description } = home;
  const section = useRef<HTMLElement>(null);
  const isSeen = useInView(section, "0px");
  const [first = "", ...rest] = headline.replaceAll(/([.!?])\s+/g, "$1\n").split("\n");
  return (
    <section
      ref={section}
      id="home"
      aria-labelledby="hero-title"
      className={cn(
        "relative isolate -mt-16 flex items-start overflow-hidden pt-16 md:items-center",
        brand.scene === "den" ? "den-hero" : "plain-hero",
      )}
    >
      <div className="shell relative pt-10">
        <div className="max-w-[46rem]">
          {eyebrow !== undefined && (
            <p className="eyebrow" {...own}>
              {eyebrow}
            </p>
          )}
          <h1
            id="hero-title"
            {...own}
            className="headline mt-4 text-[clamp(3.1rem,7.6vw,6.5rem)] leading-[0.9] font-black wrap-anywhere"
          >
            <Words text={first} />
            {rest.length > 0 && (
              <span className="block text-accent-strong">
                <Words text={rest.join(" ")} />
              </span>
            )}
          </h1>
          <p {...own} className="mt-6 max-w-xl text-lg leading-relaxed text-ink-lead md:text-xl">
            {text}
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-2 sm:gap-4">
            <Button asChild size="hero">
              <HashLink hash="ServerStatusDisplay">
                <Play className="fill-current" aria-hidden />
                Play Now
              </HashLink>
            </Button>
            <Button asChild variant="outline" size="lg">
              <HashLink hash="ServerListDisplay">{MESSAGES.seeServers}</HashLink>
            </Button>
          </div>
          <Pulse isSeen={isSeen} />
        </div>
      </div>
      {/* After what gives the section its height: a page that is painted half-read does not jump. */}
      {brand.scene === "den" ? (
        <HeroScene />
      ) : (
        <div
          className="absolute inset-0 -z-10 bg-[radial-gradient(70rem_50rem_at_85%_30%,var(--color-glow-strong),transparent)] [mask-image:linear-gradient(#000_60%,transparent)]"
          aria-hidden="true"
        >
          <BrandMark className="absolute top-1/2 right-[6%] hidden h-3/5 max-w-1/3 -translate-y-1/2 text-ink opacity-15 lg:block" />
        </div>
      )}
    </section>
  );
};

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
      className={cn("long-words relative z-10", isFirst ? "in-hero" : "py-20 md:py-28")}
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
