import { Permitted } from "#client/components/permitted.tsx";
import { PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import type { QueueSearch } from "#client/lib/routing/list-searches.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { may } from "#client/lib/session/use-session.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { QueueScreen } from "./screen.tsx";
import { queueInputOf } from "./use-list.ts";

export const TicketQueue = withSearch<QueueSearch>((props) => (
  <Permitted key="queue" needed="tickets" title={QUEUE_SCREEN.title}>
    <QueueScreen {...props} />
  </Permitted>
));

export const loadQueue: ScreenLoader<QueueSearch> = ({ queries, user, search }) => {
  if (!may(user, "tickets")) return;
  void queries.queue.counts.prefetch();
  void queries.queue.list.prefetchInfinite({ ...queueInputOf(search), limit: PAGE_SIZE }, PAGES);
};
