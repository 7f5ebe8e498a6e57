import { createLazyFileRoute, useLocation } from "@tanstack/react-router";
import { VerifyEmailScreen } from "#client/features/accounts/verify-email-screen.tsx";

const VerifyEmail = () => {
  const code = useLocation().state.secret ?? null;
  return <VerifyEmailScreen key={code} code={code} />;
};

export const Route = createLazyFileRoute("/_site/verify-email")({ component: VerifyEmail });
