import { createLazyFileRoute } from "@tanstack/react-router";
import { ForgotPasswordScreen } from "#client/features/accounts/forgot-password-screen.tsx";

export const Route = createLazyFileRoute("/forgot-password")({ component: ForgotPasswordScreen });
