import { FRESH_PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { filterOf } from "./statement-filters.tsx";
import { StatementPage } from "./statement-page.tsx";
import type { StatementSearch } from "./statement-search.ts";

// Another person's statement begins anew.
export const Statement = withSearch<StatementSearch>((props) => (
  <StatementPage key={props.search.user} {...props} />
));

export const loadStatement: ScreenLoader<StatementSearch> = ({ queries, search }) => {
  const input = { ...filterOf(search), limit: PAGE_SIZE };
  void queries.points.statement.prefetchInfinite(input, FRESH_PAGES);
};
