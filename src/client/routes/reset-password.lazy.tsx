import { createLazyFileRoute } from "@tanstack/react-router";
import { ResetPasswordScreen } from "#client/features/accounts/reset-password-screen.tsx";

const ResetPassword = () => <ResetPasswordScreen token={Route.useSearch().token || null} />;

export const Route = createLazyFileRoute("/reset-password")({ component: ResetPassword });
