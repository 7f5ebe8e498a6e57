import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType, FunctionComponent } from "react";

/** What a screen, and what narrows it, is given of an address. */
export type SearchProps<Search> = {
  /** What the address says. */
  search: Search;
  /** Changes that; what is undefined goes out of it. */
  onSearch: (change: Partial<Search>) => void;
};

/**
 * Gives a screen what its address says, and writes back what is changed there.
 * `Search` is what the `validateSearch` of the screen's route gives.
 */
export const withSearch = <Search extends object>(
  Screen: ComponentType<SearchProps<Search>>,
): FunctionComponent =>
  function SearchScreen() {
    const search: object = useSearch({ strict: false });
    const navigate = useNavigate();
    const change = (changed: Partial<Search>) =>
      void navigate({
        to: ".",
        search: (old: object) => ({ ...old, ...changed }),
        replace: true,
        resetScroll: false,
      });
    return <Screen search={search as Search} onSearch={change} />;
  };
