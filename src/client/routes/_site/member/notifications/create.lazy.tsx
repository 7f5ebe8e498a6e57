import { createLazyFileRoute } from "@tanstack/react-router";
import { CreatePage } from "#client/features/notifications/create-page.tsx";

export const Route = createLazyFileRoute("/_site/member/notifications/create")({
  component: CreatePage,
});
