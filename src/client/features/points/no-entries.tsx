import { Link } from "@tanstack/react-router";
import { CalendarHeart, Moon, Vote } from "lucide-react";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { HashLink } from "#client/components/hash-link.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { TIER_OFFERS } from "#shared/constants/tiers.ts";
import { NO_POINTS } from "#shared/points-messages.ts";

const LEAST = Math.min(...TIER_OFFERS.map(({ passivePoints }) => passivePoints));
const MOST = Math.max(...TIER_OFFERS.map(({ passivePoints }) => passivePoints));

/** How one comes by points. */
const useWays = () => {
  const { brand } = useSite();
  return [
    { icon: Vote, title: NO_POINTS.vote.title, text: NO_POINTS.vote.text },
    {
      icon: Moon,
      title: NO_POINTS.play.title,
      text: NO_POINTS.play.text(LEAST, MOST, brand.currency),
    },
    { icon: CalendarHeart, title: NO_POINTS.subscribe.title, text: NO_POINTS.subscribe.text },
  ];
};

/** A statement without any line: says how points are earned. */
export const NoPoints = ({ isOwn }: { isOwn: boolean }) => {
  const ways = useWays();
  if (!isOwn) return <EmptyPanel title={NO_POINTS.title} text={NO_POINTS.ofOther} />;
  return (
    <div className="panel p-5 sm:p-8">
      <h2 className="headline text-3xl md:text-4xl">{NO_POINTS.title}</h2>
      <p className="mt-3 max-w-[58ch] text-pretty text-muted">{NO_POINTS.text}</p>
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
            {NO_POINTS.link}
          </Link>
        </Button>
        <Button asChild variant="outline">
          <HashLink hash="ServerListDisplay">{NO_POINTS.servers}</HashLink>
        </Button>
      </div>
    </div>
  );
};
