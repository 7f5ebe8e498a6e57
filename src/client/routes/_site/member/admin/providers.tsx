import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/admin/providers")({
  staticData: { head: () => ({ title: "Providers", description: null }) },
});
