import { Permitted } from "#client/components/permitted.tsx";
import { forThose, FRESH } from "#client/lib/routing/lazy-route.ts";
import type { FiguresSearch } from "#client/lib/routing/list-searches.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import { FiguresScreen } from "./screen.tsx";
import { figuresInputOf } from "./table.tsx";

export const TicketFigures = withSearch<FiguresSearch>((props) => (
  <Permitted key="figures" needed="tickets" title={FIGURES_SCREEN.title}>
    <FiguresScreen {...props} />
  </Permitted>
));

export const loadFigures = forThose<FiguresSearch>("tickets", ({ queries, site, search }) => {
  void queries.queue.helpers.prefetch();
  void queries.figures.read.prefetch(figuresInputOf(search, site), FRESH);
});
