import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_site/resend-verification")({
  staticData: {
    head: (_search, site) => ({
      title: "Resend Verification",
      description: `Get a new verification mail from ${site.brand.name}.`,
    }),
  },
});
