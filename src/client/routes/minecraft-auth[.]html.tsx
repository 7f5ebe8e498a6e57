import { createFileRoute } from "@tanstack/react-router";
import { lazyScreen } from "#client/lib/routing/lazy-route.ts";
import { areas } from "#client/routes/-areas.ts";

export const Route = createFileRoute("/minecraft-auth.html")({
  component: lazyScreen(areas.linking, "MinecraftWindow"),
  staticData: { head: () => ({ title: "Link Minecraft", description: null }) },
});
