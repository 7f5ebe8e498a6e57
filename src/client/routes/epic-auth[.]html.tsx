import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/epic-auth.html")({
  staticData: { head: () => ({ title: "Link Epic", description: null }) },
});
