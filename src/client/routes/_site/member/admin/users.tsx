import { createFileRoute } from "@tanstack/react-router";
import { userListSearch } from "#client/features/administration/list-search.ts";

export const Route = createFileRoute("/_site/member/admin/users")({
  validateSearch: userListSearch,
  staticData: { head: () => ({ title: "Users", description: null }) },
});
