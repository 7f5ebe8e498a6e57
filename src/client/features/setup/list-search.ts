import { type SearchOf, searchChoice, searchSchema } from "#client/lib/search.ts";
import { SETUP_STEPS } from "#shared/constants/setup.ts";

/** Which step is open, as it stands in the address; left out: the first that is to do. */
export const setupSearch = searchSchema({ step: searchChoice(SETUP_STEPS) });
export type SetupSearch = SearchOf<typeof setupSearch>;
