import { useEffect, useEffectEvent } from "react";

/**
 * Acts once when so much time has passed.
 * @param ms null while it is not to begin.
 */
export const useAfter = (ms: number | null, act: () => void) => {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
};
