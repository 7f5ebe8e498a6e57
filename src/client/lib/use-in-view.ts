import { type RefObject, useEffect, useState } from "react";

/** True from the moment on in which the element first came near the screen. */
export const useInView = (ref: RefObject<Element | null>, margin = "200px"): boolean => {
  const [hasBeenSeen, setSeen] = useState(false);
  useEffect(() => {
    if (ref.current === null || hasBeenSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: margin },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, margin, hasBeenSeen]);
  return hasBeenSeen;
};
