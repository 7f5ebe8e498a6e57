import { createLazyFileRoute } from "@tanstack/react-router";
import { LinkWindowScreen } from "#client/features/linking/link-window-screen.tsx";

const LinkWindow = () => <LinkWindowScreen platform="epic" />;

export const Route = createLazyFileRoute("/epic-auth.html")({ component: LinkWindow });
