import { createLazyFileRoute } from "@tanstack/react-router";
import { AdminLayout } from "#client/features/administration/admin-layout.tsx";

export const Route = createLazyFileRoute("/_site/member/admin")({ component: AdminLayout });
