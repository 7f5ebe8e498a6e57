import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/register")({
  staticData: {
    head: (_search, site) => ({
      title: "Create an Account",
      description: `Join ${site.brand.name} with your Discord account.`,
    }),
  },
});
