import { FRESH, ONCE, forThose } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS } from "#client/lib/session/may.ts";
import type { SetupSearch } from "./list-search.ts";
import { SetupWizardScreen } from "./wizard-screen.tsx";

export const SetupWizard = withSearch<SetupSearch>(SetupWizardScreen);

export const loadSetup = forThose<SetupSearch>(ADMINS, ({ queries }) => {
  void queries.setup.state.prefetch(undefined, { ...ONCE, ...FRESH });
});
