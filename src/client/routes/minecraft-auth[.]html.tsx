import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/minecraft-auth.html")({
  staticData: { head: () => ({ title: "Link Minecraft", description: null }) },
});
