import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext } from "@tanstack/react-router";
import { NotFoundScreen } from "#client/components/error-screens.tsx";
import { RootLayout } from "#client/components/shell/root-layout.tsx";
import type { Live } from "#client/lib/feed/live.ts";
import type { Queries } from "#client/lib/queries.ts";
import type { Session } from "#client/lib/session/session.ts";
import type { ShownSite } from "#client/lib/site.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

export type RouterContext = {
  /** The community, as it is shown now. */
  site: SiteConfig;
  shown: ShownSite;
  live: Live;
  session: Session;
  queries: Queries;
  queryClient: QueryClient;
};

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
});
