import { FRESH, ONCE, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import type { TodaySearch } from "./list-search.ts";
import { TodayScreen, todayInputOf } from "./today-screen.tsx";

export const TodayFigures = withSearch(TodayScreen);

export const loadToday = forThose<TodaySearch>(PERMISSIONS, ({ queries, search }) => {
  void queries.administration.today.prefetch(todayInputOf(search), { ...ONCE, ...FRESH });
});
