import { createFileRoute } from "@tanstack/react-router";
import { searchSchema, searchText } from "#client/lib/search.ts";

export const Route = createFileRoute("/_site/_home/")({
  validateSearch: searchSchema({ status: searchText }),
  staticData: { head: () => ({ title: null, description: null }) },
});
