import { createLazyFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "#client/features/privacy/privacy-page.tsx";
import { useSite } from "#client/lib/site.ts";

const Privacy = () => <PrivacyPage site={useSite()} />;

export const Route = createLazyFileRoute("/_site/privacy-policy")({ component: Privacy });
