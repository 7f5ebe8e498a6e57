import { createLazyFileRoute } from "@tanstack/react-router";
import { LoginScreen } from "#client/features/accounts/login-screen.tsx";
import { safePath } from "#shared/rules/safe-path.ts";

const Login = () => {
  const { redirect, lacking = false } = Route.useSearch();
  const wayBack = safePath(redirect) ?? "/member";
  // Whoever is led here anew, such as by a guard, begins with the form.
  return <LoginScreen key={`${wayBack} ${lacking}`} wayBack={wayBack} isLacking={lacking} />;
};

export const Route = createLazyFileRoute("/login")({ component: Login });
