import { createLazyFileRoute } from "@tanstack/react-router";
import { VerifyEmailScreen } from "#client/features/accounts/verify-email-screen.tsx";

const VerifyEmail = () => {
  const code = Route.useSearch().code || null;
  return <VerifyEmailScreen key={code} code={code} />;
};

export const Route = createLazyFileRoute("/_site/verify-email")({ component: VerifyEmail });
