import { FRESH, forThose, ONCE } from "#client/lib/routing/lazy-route.ts";
import { ADMINS } from "#client/lib/session/may.ts";

export { WebhooksScreen as Webhooks } from "./page.tsx";

export const loadWebhooks = forThose(ADMINS, ({ queries }) => {
  void queries.webhooks.list.prefetch(undefined, { ...ONCE, ...FRESH });
});
