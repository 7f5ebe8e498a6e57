import { useParams } from "@tanstack/react-router";
import { FRESH, forThose } from "#client/lib/routing/lazy-route.ts";
import { SITE_SECTIONS, type SiteSection } from "#shared/schemas/site-document.ts";
import { SectionScreen } from "./section-screen.tsx";

export { HistoryScreen } from "./history-screen.tsx";
export { OverviewScreen } from "./overview-screen.tsx";
export { PublishScreen } from "./publish-screen.tsx";

/** The section of that name. */
export const sectionOf = (text: string): SiteSection | undefined =>
  SITE_SECTIONS.find((section) => section === text);

export const Section = () => {
  const { section } = useParams({ from: "/_site/member/admin/site_/$section" });
  const known = sectionOf(section);
  if (known === undefined) return null;
  // Another section's form begins anew.
  return <SectionScreen key={known} section={known} />;
};

export const loadSiteOverview = forThose("site", ({ queries }) => {
  void queries.site.overview.prefetch(undefined, FRESH);
});
