import { Link } from "@tanstack/react-router";
import { CalendarHeart, Moon, Vote } from "lucide-react";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { TIER_OFFERS } from "#shared/constants/tiers.ts";

const LEAST = Math.min(...TIER_OFFERS.map(({ passivePoints }) => passivePoints));
const MOST = Math.max(...TIER_OFFERS.map(({ passivePoints }) => passivePoints));

/** How one comes by points (facts §5). */
const useWays = () => {
  const { brand } = useSite();
  return [
    {
      icon: Vote,
      title: "Vote",
      text: "Vote for our servers where they are listed. Each vote is credited as soon as its server has heard of it.",
    },
    {
      icon: Moon,
      title: "Play",
      text: `With a subscription, every quarter of an hour on Ark:SE, Ark:SA, Rust or Minecraft earns ${LEAST} to ${MOST} ${brand.currency}.`,
    },
    {
      icon: CalendarHeart,
      title: "Subscribe",
      text: "Each month of a Golden, Diamond or Vibranium subscription begins with points.",
    },
  ];
};

/** A statement without any line: says how points are earned. */
export const NoPoints = ({ isOwn }: { isOwn: boolean }) => {
  const ways = useWays();
  if (!isOwn)
    return (
      <EmptyPanel
        title="No points yet"
        text="Nothing has come or gone here. What this member earns, buys or spends turns up in their statement."
      />
    );
  return (
    <div className="panel p-5 sm:p-8">
      <h2 className="headline text-3xl md:text-4xl">No points yet</h2>
      <p className="mt-3 max-w-[58ch] text-pretty text-muted">
        Points come from playing here and helping the community grow. They are added through the
        game accounts that you have linked, so link yours first.
      </p>
      <ul className="mt-6 grid gap-5 md:grid-cols-3">
        {ways.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <h3 className="flex items-center gap-2.5 font-display text-2xl font-bold tracking-wide uppercase">
              <Icon className="size-5 text-amber" aria-hidden />
              {title}
            </h3>
            <p className="mt-1.5 text-[0.95rem] leading-relaxed text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/member/accountsettings" search={{ tab: "Accounts" }}>
            Link a game account
          </Link>
        </Button>
        <Button asChild variant="outline">
          <HashLink hash="ServerListDisplay">See the servers</HashLink>
        </Button>
      </div>
    </div>
  );
};

/** No line is of that kind and of those days. */
export const NothingMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyPanel
    title="Nothing in this period"
    text="Try another kind or other days, or look at everything."
  >
    <Button variant="outline" onClick={onClear}>
      Clear
    </Button>
  </EmptyPanel>
);
