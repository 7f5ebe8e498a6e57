import { createLazyFileRoute, Navigate } from "@tanstack/react-router";

const First = () => <Navigate to="/member/admin/users" replace />;

export const Route = createLazyFileRoute("/_site/member/admin/")({ component: First });
