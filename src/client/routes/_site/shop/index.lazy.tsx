import { createLazyFileRoute } from "@tanstack/react-router";
import { ShopScreen } from "#client/features/shop/shop-screen.tsx";

export const Route = createLazyFileRoute("/_site/shop/")({ component: ShopScreen });
