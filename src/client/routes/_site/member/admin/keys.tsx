import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/member/admin/keys")({
  staticData: { head: () => ({ title: "Bridge Keys", description: null }) },
});
