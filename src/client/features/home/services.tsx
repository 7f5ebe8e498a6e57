import { Link } from "@tanstack/react-router";
import { ArrowRight, Check, ExternalLink, HeartHandshake } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { SectionHeading } from "#client/components/section-heading.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { type PaidTier, TIER_OFFERS, type TierOffer } from "#shared/constants/tiers.ts";
import { HOME } from "#shared/home-messages.ts";
import { MESSAGES, SHELL } from "#shared/messages.ts";
import { numberText, moneyText } from "#shared/rules/format.ts";

const LOOK: Record<PaidTier, { text: string; edge: string; glow: string }> = {
  Gold: { text: "text-gold", edge: "hover:border-gold/60", glow: "from-gold/15" },
  Diamond: { text: "text-diamond", edge: "hover:border-diamond/60", glow: "from-diamond/15" },
  Vibranium: {
    text: "text-vibranium",
    edge: "hover:border-vibranium/60",
    glow: "from-vibranium/20",
  },
};
const TierCard = ({ offer }: { offer: TierOffer }) => {
  const { brand, links, shop } = useSite();
  // What is bought here is credited to whoever buys it; guests have no basket of their own.
  const isMember = useSession() != null && shop !== null;
  const look = LOOK[offer.tier];
  const benefits = [
    `${numberText(offer.monthlyPoints)} ${brand.currency} every month`,
    HOME.passivePoints(offer.passivePoints, brand.currency),
    HOME.discordRole,
    HOME.discordChannel,
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
        <TierEmblem tier={offer.tier} className="size-20 shrink-0" />
        <h3 className={cn("w-min font-display text-4xl leading-[0.95] font-black", look.text)}>
          {offer.title}
        </h3>
      </div>
      <p className="relative mt-6 flex items-baseline gap-2">
        <span className="font-display text-6xl leading-none font-black tabular-nums">
          {moneyText(offer.priceCents / 100, "USD")}
        </span>
        <span className="text-muted">/ month</span>
      </p>
      <ul className="relative mt-6 flex flex-1 flex-col gap-3">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3 text-[#c9d4cb]">
            <Check className={cn("mt-1 size-4 shrink-0", look.text)} aria-hidden />
            {benefit}
          </li>
        ))}
      </ul>
      <Button asChild variant="outline" className="relative mt-8 w-full">
        {isMember ? (
          <Link to="/shop">
            Become a {offer.title}
            <ArrowRight aria-hidden />
          </Link>
        ) : (
          <a href={links.subscriptions} target="_blank" rel="noopener">
            Become a {offer.title}
            <ExternalLink aria-hidden />
          </a>
        )}
      </Button>
    </li>
  );
};

const Donation = () => {
  const { links } = useSite();
  if (links.donations.length === 0) return null;
  return (
    <div className="panel mt-5 flex flex-col gap-6 p-7 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex gap-5">
        <HeartHandshake className="mt-1 size-9 shrink-0 text-amber" aria-hidden />
        <div>
          <h3 className="font-display text-3xl font-extrabold">One-time donation</h3>
          <p className="mt-1 max-w-xl text-pretty text-muted">{HOME.donationText}</p>
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

/** Donations and the three tiers, with the legal note. */
export const Services = () => (
  <section aria-labelledby="services-title" className="shell pb-20 md:pb-28">
    <SectionHeading
      id="services-title"
      eyebrow={MESSAGES.supportDen}
      title="Services"
      text={HOME.subscriptionsText}
    />
    <ul className="mt-10 grid gap-5 lg:grid-cols-3">
      {TIER_OFFERS.map((offer) => (
        <TierCard key={offer.tier} offer={offer} />
      ))}
    </ul>
    <Donation />
    <p className="mt-6 max-w-3xl text-sm leading-relaxed text-pretty text-faint">
      {SHELL.donationNote}
    </p>
  </section>
);
