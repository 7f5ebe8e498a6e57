import { createFileRoute } from "@tanstack/react-router";

/** Everything that Admins alone see stands under one navigation (member §2 "Admin users screen"). */
export const Route = createFileRoute("/_site/member/admin")({});
