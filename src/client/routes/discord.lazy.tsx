import { createLazyFileRoute } from "@tanstack/react-router";
import { DiscordRedirect } from "#client/features/discord/discord-redirect.tsx";

export const Route = createLazyFileRoute("/discord")({ component: DiscordRedirect });
