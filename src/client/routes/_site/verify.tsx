import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/verify")({
  staticData: { head: () => ({ title: "Confirm Your Email", description: null }) },
});
