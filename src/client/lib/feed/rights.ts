import { notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import { codeOf } from "#client/lib/api-error.ts";
import { createQueries } from "#client/lib/queries.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { forgetKept } from "#client/lib/storage.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";

/** Of these the team is shown more than others, each of it by its permissions. */
const BY_PERMISSION: ReadonlySet<unknown> = new Set([
  "administration",
  "bridge",
  "calendar",
  "health",
  "mail",
  "maintenance",
  "members",
  "messages",
  "news",
  "notifications",
  "orders",
  "points",
  "setup",
  "site",
  "strikes",
  "team",
  "tickets",
]);

/** Several calls of a screen may be refused at once: who one is, is asked once for all of them. */
const LOOKED_UP_FRESH_MS = 5000;

const areaOf = ({ queryKey: [path] }: Query): unknown => (Array.isArray(path) ? path[0] : null);
const isByPermission = (query: Query) => BY_PERMISSION.has(areaOf(query));

/** Has nothing, though it is on the screen, and is not being asked for. */
const isMissing = (query: Query) =>
  isByPermission(query) &&
  query.state.data === undefined &&
  query.state.fetchStatus === "idle" &&
  query.state.status !== "error";

/** What somebody may see and do, to be compared. */
const rightsOf = (user: CurrentUser | undefined): string =>
  user === undefined ? "" : [user.role, ...user.permissions.toSorted()].join(" ");

/**
 * Forgets at once whatever was shown by somebody's rights when these change, on the screen and for later
 * [TEAM-04]. What is on the screen is asked for anew once the screens have followed: one that is gone by
 * then asks for nothing. A call that is refused may be how one learns that a right is gone.
 */
export const followRights = (queryClient: QueryClient, client: TRPCClient<AppRouter>): void => {
  const { accounts } = createQueries(queryClient, client);
  const refetch = () =>
    inBackground(() => void queryClient.refetchQueries({ type: "active", predicate: isMissing }));
  const showAnew = () => {
    void forgetKept();
    for (const query of queryClient.getQueryCache().findAll({ predicate: isByPermission }))
      query.reset();
    // First the screens are told, then React draws what they make of it.
    notifyManager.schedule(() => setTimeout(refetch));
  };
  const lookAgain = (error: unknown) => {
    if (codeOf(error) !== "forbidden") return;
    // Whoever cannot be looked up stays as known.
    inBackground(() => void accounts.me.prefetch(undefined, { staleTime: LOOKED_UP_FRESH_MS }));
  };

  let known = accounts.me.getData();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "error") lookAgain(event.action.error);
    if (areaOf(event.query) !== "accounts") return;
    const before = known;
    known = accounts.me.getData() ?? known;
    if (before?.id === known?.id && rightsOf(before) !== rightsOf(known)) showAnew();
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") lookAgain(event.action.error);
  });
};
