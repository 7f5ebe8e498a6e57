import { Link } from "@tanstack/react-router";
import { ArrowRight, Check, ExternalLink, HeartHandshake } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { LegalNote, SectionHeading } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn, tierColumns } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { HOME } from "#shared/messages.ts";
import { moneyText, numberText } from "#shared/rules/format.ts";
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
export const Services = ({ className }: { className: string }) => {
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
