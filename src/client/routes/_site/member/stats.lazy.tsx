import { createLazyFileRoute } from "@tanstack/react-router";
import { StatsPage } from "#client/features/members/stats-page.tsx";

export const Route = createLazyFileRoute("/_site/member/stats")({ component: StatsPage });
