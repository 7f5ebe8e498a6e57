import { Link } from "@tanstack/react-router";
import { ListScreen } from "#client/components/list-screen.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import {
  forbidsText,
  OwnStrikeFacts,
  StrikeStateMark,
  StrikeTicketLink,
} from "#client/components/strikes/strike-facts.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { FRESH_PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import type { OwnStrike } from "#shared/schemas/strikes.ts";
import { OWN_STRIKES, STRIKE_PARTS } from "#shared/strike-screen-messages.ts";

/** What can be done about a strike of one's own: appeal, once, while it is active. */
const Appeal = ({ strike: { id, state, appealTicketId } }: { strike: OwnStrike }) => {
  if (appealTicketId !== null)
    return <StrikeTicketLink ticketId={appealTicketId}>{OWN_STRIKES.seeAppeal}</StrikeTicketLink>;
  if (state !== "active") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button asChild size="sm" className="max-md:h-11 max-sm:w-full">
        <Link
          to="/member/tickets/new-ticket"
          search={{ appeal: id }}
          aria-label={OWN_STRIKES.appealOf(id)}
        >
          {OWN_STRIKES.appeal}
        </Link>
      </Button>
      <p className="text-sm text-pretty text-muted">{OWN_STRIKES.appealText}</p>
    </div>
  );
};

const Entry = ({ strike }: { strike: OwnStrike }) => (
  <li id={`strike-${strike.id}`} className="panel @container scroll-mt-24 space-y-4 p-4 sm:p-5">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="font-display text-2xl font-bold tracking-wide">
        {STRIKE_PARTS.title(strike.id)}
      </h2>
      <StrikeStateMark state={strike.state} />
      <span className="text-muted">{forbidsText(strike)}</span>
    </div>
    <OwnStrikeFacts strike={strike} />
    <Appeal strike={strike} />
  </li>
);

/** One's own strikes, the newest first [STRIKE-05]. */
export const OwnStrikes = () => {
  const list = trpc.strikes.mine.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: MEMBER_POLL_MS },
  );
  return (
    <ListScreen
      eyebrow={OWN_STRIKES.eyebrow}
      title={OWN_STRIKES.title}
      intro={OWN_STRIKES.intro}
      list={list}
      items={itemsOf(list.data)}
      counted={[...OWN_STRIKES.counted]}
      failure={OWN_STRIKES.failed}
      skeletons={
        <SkeletonRows rows={2} className="block p-5">
          <Skeleton className="h-40 w-full" />
        </SkeletonRows>
      }
      empty={<EmptyPanel title={OWN_STRIKES.empty.title} text={OWN_STRIKES.empty.text} />}
    >
      {(strike) => <Entry key={strike.id} strike={strike} />}
    </ListScreen>
  );
};

export const loadOwnStrikes: ScreenLoader = ({ queries }) => {
  void queries.strikes.mine.prefetchInfinite({ limit: PAGE_SIZE }, FRESH_PAGES);
};
