import { createLazyFileRoute } from "@tanstack/react-router";
import { VerifyScreen } from "#client/features/accounts/verify-screen.tsx";

export const Route = createLazyFileRoute("/_site/verify")({ component: VerifyScreen });
