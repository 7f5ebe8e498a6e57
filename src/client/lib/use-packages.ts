import { useEffect } from "react";
import { useSite } from "./site.ts";
import { trpc } from "./trpc.ts";

/** While Tebex does not answer, what it says is asked for anew so often. */
const RETRY_MS = 30_000;

/**
 * What the shop sells. Comes back by itself once a Tebex that was silent answers again; a failure is
 * logged [SHOP-01].
 */
export const usePackages = () => {
  const packages = trpc.shop.packages.useQuery(undefined, {
    enabled: useSite().shop !== null,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.isStale === true || state.status === "error" ? RETRY_MS : false,
  });
  const { error } = packages;
  useEffect(() => {
    if (error !== null) console.warn("The packages could not be loaded.", error);
  }, [error]);
  return packages;
};
