import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/forgot-password")({
  staticData: {
    head: (_search, site) => ({
      title: "Forgot Password",
      description: `Choose a new password for your account at ${site.brand.name}.`,
    }),
  },
});
