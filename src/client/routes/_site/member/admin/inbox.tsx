import { createFileRoute } from "@tanstack/react-router";
import { inboxSearch } from "#client/features/shop-administration/list-search.ts";

export const Route = createFileRoute("/_site/member/admin/inbox")({
  validateSearch: inboxSearch,
  staticData: { head: () => ({ title: "Inbox", description: null }) },
});
