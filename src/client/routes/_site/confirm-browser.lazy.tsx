import { createLazyFileRoute, useLocation } from "@tanstack/react-router";
import { ConfirmBrowserScreen } from "#client/features/accounts/confirm-browser-screen.tsx";

const ConfirmBrowser = () => {
  const code = useLocation().state.secret ?? null;
  return <ConfirmBrowserScreen key={code} code={code} />;
};

export const Route = createLazyFileRoute("/_site/confirm-browser")({ component: ConfirmBrowser });
