import { Link } from "@tanstack/react-router";
import { ArrowRight, CalendarHeart, Gift, type LucideIcon, Moon, Vote } from "lucide-react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { PointsText, TimeAgo } from "#client/components/marks.tsx";
import { NextSteps, useOverview } from "#client/components/next-steps.tsx";
import { ServersLink } from "#client/components/page.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { FRESH, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSite } from "#client/lib/site.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { OVERVIEW } from "#shared/member-area-messages.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { dateFormat, pointsText } from "#shared/rules/format.ts";
import type { Overview } from "#shared/schemas/members.ts";
import { subscriptionsBring } from "#shared/shop-messages.ts";
import { TURN } from "#shared/thread-messages.ts";
import { ChartsPart, MORE, Part, ServersPart } from "./stats-parts.tsx";

/** "+50", "−450". */
const signed = (delta: number) => `${delta < 0 ? "\u2212" : "+"}${pointsText(Math.abs(delta))}`;

const WAY = "flex min-h-8 items-center gap-2.5 text-[0.95rem]";
const WAY_LINK = cn(
  WAY,
  "underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong",
);
type Way = { icon: LucideIcon; text: string; to?: "servers" | "shop" };

/** What earns points now: with the tier that one has, and what one has not claimed yet. */
const useWays = ({ votePoints, voteLists, tier, steps }: Overview): readonly Way[] => {
  const { brand, shop, tiers, votesEarn } = useSite();
  const { currency } = brand;
  const general = voteLists.length === 0 ? OVERVIEW.vote : OVERVIEW.voteElsewhere;
  const votes = [
    ...voteLists.map(({ service, points }) => ({
      points,
      text: OVERVIEW.voteOn(service, pointsText(points), currency),
    })),
    { points: votePoints, text: general(pointsText(votePoints), currency) },
  ];
  const offer = tiers.find(({ key }) => key === tier?.tier);
  const isSold = shop !== null && tiers.some(({ quarterHourPoints }) => quarterHourPoints > 0);
  const { quarterHourPoints = 0, monthlyPoints = 0 } = offer ?? {};
  const all: readonly (Way & { isThere: boolean })[] = [
    ...votes.map(({ points, text }) => ({
      isThere: votesEarn && points > 0,
      icon: Vote,
      text,
      to: "servers" as const,
    })),
    { isThere: steps.gift === false, icon: Gift, text: OVERVIEW.gift, to: "shop" },
    {
      isThere: offer === undefined && isSold,
      icon: Moon,
      text: OVERVIEW.subscribeToPlay,
      to: "shop",
    },
    {
      isThere: quarterHourPoints > 0,
      icon: Moon,
      text: OVERVIEW.playing(quarterHourPoints, currency),
    },
    {
      isThere: monthlyPoints > 0 && tier?.nextPaymentAt != null,
      icon: CalendarHeart,
      text: OVERVIEW.monthly(pointsText(monthlyPoints), currency),
    },
  ];
  return all.filter(({ isThere }) => isThere);
};

const WayItem = ({ icon: Icon, text, to }: Way) => {
  const content = (
    <>
      <Icon className="size-4 shrink-0 text-accent" aria-hidden />
      {text}
    </>
  );
  if (to === "shop")
    return (
      <Link to="/shop" className={WAY_LINK}>
        {content}
      </Link>
    );
  if (to === "servers")
    return (
      <ServersLink otherwise={WAY} className={WAY_LINK}>
        {content}
      </ServersLink>
    );
  return <span className={WAY}>{content}</span>;
};

const PointsPart = ({ overview }: { overview: Overview }) => {
  const { entries } = overview;
  const balance = useIdentity()?.points;
  const ways = useWays(overview);
  return (
    <Part
      title={OVERVIEW.points}
      more={
        <Link to="/member/points" className={MORE}>
          {OVERVIEW.allPoints}
          <ArrowRight aria-hidden />
        </Link>
      }
    >
      <p className="flex h-10 items-center font-display text-4xl leading-none font-extrabold tracking-wide">
        {balance === undefined ? (
          <Skeleton className="h-8 w-40" />
        ) : (
          <PointsText points={balance} />
        )}
      </p>
      {entries.length === 0 ? (
        <p className="mt-3 text-muted">
          {ways.length === 0 ? OVERVIEW.noEntries : OVERVIEW.noEntriesYet}
        </p>
      ) : (
        <ul className="mt-3 divide-y divide-ground-700">
          {entries.map(({ id, kind, delta, reason, at }) => (
            <li key={id} className="flex items-baseline gap-3 py-2">
              <span className="min-w-0 flex-1 truncate [unicode-bidi:plaintext]">
                {kind !== "passive" && reason !== "" ? reason : ENTRY_KIND_NAMES[kind]}
              </span>
              <TimeAgo at={at} className="shrink-0 text-sm text-faint" />
              <span
                className={cn(
                  "w-16 shrink-0 text-right font-semibold tabular-nums",
                  delta < 0 ? "text-ink" : "text-moss",
                )}
              >
                {signed(delta)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {ways.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm font-semibold text-muted">{OVERVIEW.earnNow}</h3>
          <ul className="space-y-0.5">
            {ways.map((way) => (
              <li key={way.text}>
                <WayItem {...way} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
};

const longDay = dateFormat({ dateStyle: "long" });

const TierPart = ({ tier }: Pick<Overview, "tier">) => {
  const { shop, tiers } = useSite();
  const offer = tiers.find(({ key }) => key === tier?.tier);
  if (tiers.length === 0) return null;
  const at = tier?.nextPaymentAt ?? null;
  return (
    <Part title={OVERVIEW.tier}>
      <div className="flex items-center gap-4">
        <TierEmblem tier={tier?.tier ?? NO_TIER} className="size-16 shrink-0" />
        <div className="min-w-0">
          <p className="font-display text-2xl leading-tight font-extrabold display-case">
            {offer?.title ?? OVERVIEW.standard}
          </p>
          {tier === null ? (
            <p className="text-pretty text-muted">{subscriptionsBring(tiers)}</p>
          ) : (
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-muted">
              {at !== null && (
                <>
                  <dt>{OVERVIEW.nextPayment}</dt>
                  <dd className="font-semibold text-ink">{longDay(new Date(at))}</dd>
                </>
              )}
              <dt>{OVERVIEW.runsUntil}</dt>
              <dd className="font-semibold text-ink">{longDay(new Date(tier.endsAt))}</dd>
            </dl>
          )}
          {shop !== null && (
            <Link to="/member/subscription" className={MORE}>
              {tier === null ? OVERVIEW.choose : OVERVIEW.subscription}
              <ArrowRight aria-hidden />
            </Link>
          )}
        </div>
      </div>
    </Part>
  );
};

const TicketsPart = ({ tickets }: Pick<Overview, "tickets">) => (
  <Part
    title={OVERVIEW.tickets}
    more={
      <Link
        to={tickets.length === 0 ? "/member/tickets/new-ticket" : "/member/tickets/open-tickets"}
        className={MORE}
      >
        {tickets.length === 0 ? OVERVIEW.newTicket : OVERVIEW.allTickets}
        <ArrowRight aria-hidden />
      </Link>
    }
  >
    {tickets.length === 0 ? (
      <p className="text-muted">{OVERVIEW.noTickets}</p>
    ) : (
      <ul className="-mx-2">
        {tickets.map(({ id, subject, isUnread, waitsFor }) => (
          <li key={id}>
            <Link
              to="/member/tickets/ticket/$ticketId"
              params={{ ticketId: String(id) }}
              className="flex min-h-10 items-center gap-3 rounded-lg px-2 transition-colors hover:bg-ground-800/60 focus-visible:-outline-offset-2"
            >
              <span className="shrink-0 text-sm text-faint tabular-nums">#{id}</span>
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1">
                <span className={cn("max-w-full truncate", isUnread && "font-semibold")}>
                  <bdi>{subject}</bdi>
                </span>
                {waitsFor !== "nobody" && (
                  <span
                    className={cn(
                      "text-sm",
                      waitsFor === "people" ? "font-semibold text-accent" : "text-faint",
                    )}
                  >
                    {TURN.inList[waitsFor]}
                  </span>
                )}
              </span>
              {isUnread && (
                <span className="shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-bold text-ground-950">
                  {OVERVIEW.unread}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Part>
);

const Skeletons = () => (
  <div aria-busy className="grid gap-4 lg:grid-cols-2">
    {["h-96", "h-64", "h-48", "h-56"].map((height) => (
      <Skeleton key={height} className={cn("rounded-[14px]", height)} />
    ))}
  </div>
);

/** What matters to a member now: next steps, points, tier, tickets, servers, and their weeks. */
export const StatsPage = () => {
  const { data, isError, isFetching, refetch } = useOverview();
  return (
    <>
      <ScreenHeading eyebrow={OVERVIEW.eyebrow} title={OVERVIEW.title} />
      <div className="mt-4">
        {data !== undefined ? (
          <div className="space-y-4">
            <NextSteps overview={data} />
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              <div className="min-w-0 space-y-4">
                <PointsPart overview={data} />
                <ServersPart played={data.played} />
              </div>
              <div className="min-w-0 space-y-4">
                <TierPart tier={data.tier} />
                <TicketsPart tickets={data.tickets} />
              </div>
              <ChartsPart {...data} />
            </div>
          </div>
        ) : isError ? (
          <LoadFailed
            message={OVERVIEW.loadFailed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeletons />
        )}
      </div>
    </>
  );
};

export const loadOverview: ScreenLoader = ({ queries }) => {
  void queries.members.overview.prefetch(undefined, FRESH);
};
