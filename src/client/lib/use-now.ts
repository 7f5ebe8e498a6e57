import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/** The present time in milliseconds, renewed every half minute; null before the page is live. */
export const useNow = (): number | null => {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
