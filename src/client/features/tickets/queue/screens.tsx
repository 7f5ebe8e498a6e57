import { Permitted } from "#client/components/permitted.tsx";
import { PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { may } from "#client/lib/session/may.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { QUEUE_SCREEN } from "#shared/queue-messages.ts";
import { queueInputOf } from "./list-input.ts";
import type { QueueSearch } from "./list-search.ts";
import { QueueScreen } from "./screen.tsx";

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
