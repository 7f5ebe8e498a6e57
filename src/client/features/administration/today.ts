import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import type { TodaySearch } from "#client/lib/routing/list-searches.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { todayInputOf, TodayScreen } from "./today-screen.tsx";

export const TodayFigures = withSearch(TodayScreen);

export const loadToday = forThose<TodaySearch>(PERMISSIONS, ({ queries, search }) => {
  void queries.administration.today.prefetch(todayInputOf(search), { ...ONCE, ...FRESH });
});
