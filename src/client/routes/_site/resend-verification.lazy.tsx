import { createLazyFileRoute } from "@tanstack/react-router";
import { ResendScreen } from "#client/features/accounts/resend-screen.tsx";

export const Route = createLazyFileRoute("/_site/resend-verification")({ component: ResendScreen });
