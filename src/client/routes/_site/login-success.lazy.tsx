import { createLazyFileRoute } from "@tanstack/react-router";
import { LoginSuccessScreen } from "#client/features/accounts/login-success-screen.tsx";

export const Route = createLazyFileRoute("/_site/login-success")({ component: LoginSuccessScreen });
