import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkWindowScreen } from "#client/features/linking/link-window-screen.tsx";

const LinkWindow = () => <LinkWindowScreen platform="minecraft" />;

export const Route = createLazyFileRoute("/minecraft-auth.html")({ component: LinkWindow });
