import { createLazyFileRoute } from "@tanstack/react-router";
import { MemberLayout } from "#client/features/members/member-layout.tsx";

export const Route = createLazyFileRoute("/_site/member")({ component: MemberLayout });
