import { useEffect, useEffectEvent, useState } from "react";

/** So long after the last key the address follows: whoever goes through many tickets waits for none of it. */
const ADDRESS_AFTER_MS = 150;

/**
 * The ticket beside the list. It is shown at once, and the address follows: a key that is pressed right after
 * the one for the next ticket is about that one.
 * @param address the ticket that the address names; undefined where it names none.
 * @param onAddress has the address name another.
 */
export const useShown = (
  address: number | undefined,
  onAddress: (id: number | undefined) => void,
) => {
  const [shown, setShown] = useState(address);
  const [known, setKnown] = useState(address);
  /** Whether the address has not got there yet. */
  const [isBehind, setIsBehind] = useState(false);
  if (address !== known) {
    setKnown(address);
    // What it passes on its way is not shown; where it is led by somebody else, that is.
    if (!isBehind || address === undefined) setShown(address);
    if (address === shown || address === undefined) setIsBehind(false);
  }
  const follow = useEffectEvent((id: number | undefined) => onAddress(id));
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(() => follow(shown), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isBehind, shown]);
  const show = (id: number | undefined) => {
    setShown(id);
    setIsBehind(true);
  };
  return [shown, show] as const;
};
