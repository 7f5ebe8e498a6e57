import { createLazyFileRoute } from "@tanstack/react-router";
import { ProvidersScreen } from "#client/features/administration/providers-screen.tsx";

export const Route = createLazyFileRoute("/_site/member/admin/providers")({
  component: ProvidersScreen,
});
