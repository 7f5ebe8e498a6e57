import { createLazyFileRoute } from "@tanstack/react-router";
import { KeysPage } from "#client/features/bridge/keys-page.tsx";

export const Route = createLazyFileRoute("/_site/member/admin/keys")({ component: KeysPage });
