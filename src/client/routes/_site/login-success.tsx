import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/login-success")({
  staticData: { head: () => ({ title: "Logging In", description: null }) },
});
