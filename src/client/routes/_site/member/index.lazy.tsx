import { createLazyFileRoute } from "@tanstack/react-router";
import { MemberIndex } from "#client/features/members/member-index.tsx";

export const Route = createLazyFileRoute("/_site/member/")({ component: MemberIndex });
