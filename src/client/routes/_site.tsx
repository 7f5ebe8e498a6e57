import { createFileRoute } from "@tanstack/react-router";
import { SiteLayout } from "#client/components/shell/site-layout.tsx";

/** The screens with the navigation bar. */
export const Route = createFileRoute("/_site")({ component: SiteLayout });
