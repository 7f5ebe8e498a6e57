import { FRESH, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";

export { StatsPage } from "./stats-page.tsx";

export const loadOverview: ScreenLoader = ({ queries }) => {
  void queries.members.overview.prefetch(undefined, FRESH);
};
