import { PasskeysSection } from "./passkeys-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/** What keeps an account safe: each part is a section of its own. */
export const SecurityTab = () => (
  <div className="space-y-6">
    <PasskeysSection />
    <SecondFactorSection />
  </div>
);
