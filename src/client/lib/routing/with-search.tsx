import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ComponentType, FunctionComponent } from "react";

type SearchScreenProps<Search> = {
  /** What the address says. */
  search: Search;
  onSearch: (change: Partial<Search>) => void;
};

/**
 * Gives a screen what its address says, and writes back what is changed there.
 * `Search` is what the `validateSearch` of the screen's route gives.
 */
export const withSearch = <Search extends object>(
  Screen: ComponentType<SearchScreenProps<Search>>,
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
