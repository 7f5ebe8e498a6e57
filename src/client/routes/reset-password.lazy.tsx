import { createLazyFileRoute, useLocation } from "@tanstack/react-router";
import { ResetPasswordScreen } from "#client/features/accounts/reset-password-screen.tsx";

const ResetPassword = () => <ResetPasswordScreen token={useLocation().state.secret ?? null} />;

export const Route = createLazyFileRoute("/reset-password")({ component: ResetPassword });
