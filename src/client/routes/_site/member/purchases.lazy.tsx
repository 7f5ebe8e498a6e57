import { createLazyFileRoute } from "@tanstack/react-router";
import { PurchasesPage } from "#client/features/orders/purchases-page.tsx";

export const Route = createLazyFileRoute("/_site/member/purchases")({ component: PurchasesPage });
