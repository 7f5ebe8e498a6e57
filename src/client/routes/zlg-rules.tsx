import { createFileRoute, redirect } from "@tanstack/react-router";
import { searchSchema, searchText } from "#client/lib/search.ts";

/** The address of the rules in links from before; the server leads on whoever opens one. */
export const Route = createFileRoute("/zlg-rules")({
  validateSearch: searchSchema({ tab: searchText }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/rules", search, hash: true, replace: true });
  },
});
