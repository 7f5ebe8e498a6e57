import { Permitted } from "#client/components/permitted.tsx";
import { forThose, FRESH } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { FIGURES_SCREEN } from "#shared/figure-messages.ts";
import type { FiguresSearch } from "./list-search.ts";
import { figuresInputOf } from "./rows.ts";
import { FiguresScreen } from "./screen.tsx";

export const TicketFigures = withSearch<FiguresSearch>((props) => (
  <Permitted key="figures" needed="tickets" title={FIGURES_SCREEN.title}>
    <FiguresScreen {...props} />
  </Permitted>
));

export const loadFigures = forThose<FiguresSearch>("tickets", ({ queries, site, search }) => {
  void queries.queue.helpers.prefetch();
  void queries.figures.read.prefetch(figuresInputOf(search, site), FRESH);
});
