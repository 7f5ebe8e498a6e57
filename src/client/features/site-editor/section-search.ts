import { searchSchema, searchText } from "#client/lib/search.ts";
import type { Path } from "./form/context.ts";

/** The field of a section that one is sent to, such as `tabs.0.text`. */
export const sectionSearch = searchSchema({ at: searchText });

/** A place within a section as it stands in an address. */
export const searchFor = (path: Path): { at?: string } =>
  path.length === 0 ? {} : { at: path.join(".") };

/** The place that an address names. */
export const pathIn = (at: string): Path =>
  at.split(".").map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
