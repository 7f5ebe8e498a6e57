import { createLazyFileRoute } from "@tanstack/react-router";
import { LoginScreen } from "#client/features/accounts/login-screen.tsx";
import { safePath } from "#shared/rules/safe-path.ts";

const Login = () => {
  const { redirect, lacking = false } = Route.useSearch();
  return <LoginScreen wayBack={safePath(redirect) ?? "/member"} isLacking={lacking} />;
};

export const Route = createLazyFileRoute("/login")({ component: Login });
