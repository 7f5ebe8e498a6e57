import { createFileRoute } from "@tanstack/react-router";
import { auditSearch } from "#client/features/administration/list-search.ts";

export const Route = createFileRoute("/_site/member/admin/audit")({
  validateSearch: auditSearch,
  staticData: { head: () => ({ title: "Audit Log", description: null }) },
});
