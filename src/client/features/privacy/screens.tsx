import { useSite } from "#client/lib/site.ts";
import { PrivacyPage } from "./page.tsx";

export const Privacy = () => <PrivacyPage site={useSite()} />;
