import { FRESH_PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { filterOf } from "./statement-filters.tsx";
import { StatementPage } from "./statement-page.tsx";
import type { StatementSearch } from "./statement-search.ts";
import { statementInputOf } from "./use-statement.ts";

// Another person's statement begins anew.
export const Statement = withSearch<StatementSearch>((props) => (
  <StatementPage key={props.search.user} {...props} />
));

export const loadStatement: ScreenLoader<StatementSearch> = ({ queries, search }) => {
  const input = statementInputOf(filterOf(search));
  void queries.points.statement.prefetchInfinite(input, FRESH_PAGES);
};
