import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/stats")({
  staticData: { head: () => ({ title: "Stats", description: null }) },
});
