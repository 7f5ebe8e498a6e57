import { createLazyFileRoute } from "@tanstack/react-router";
import { RegisterScreen } from "#client/features/accounts/register-screen.tsx";

export const Route = createLazyFileRoute("/register")({ component: RegisterScreen });
