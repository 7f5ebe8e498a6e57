import { createFileRoute } from "@tanstack/react-router";
import { statementSearch } from "#client/features/points/statement-search.ts";

export const Route = createFileRoute("/_site/member/points")({
  validateSearch: statementSearch,
  staticData: { head: () => ({ title: "Points", description: null }) },
});
