import { useEffect, useState } from "react";
import { HASH_SCROLL_OFFSET_PX } from "#shared/constants/timings.ts";

/** A section counts as reached a little before a link to it would stop. */
const REACHED_AT_PX = HASH_SCROLL_OFFSET_PX + 20;

const currentOf = (ids: readonly string[]): string | null => {
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  if (isAtEnd) return ids.at(-1) ?? null;
  return (
    ids.findLast((id) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top;
      return top !== undefined && top <= REACHED_AT_PX;
    }) ??
    ids[0] ??
    null
  );
};

/**
 * The section that the person is reading.
 * @param ids of the sections, from top to bottom.
 * @returns null until the page has been hydrated.
 */
export const useCurrentSection = (ids: readonly string[]): string | null => {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join(" ");
  useEffect(() => {
    const sections = key.split(" ").filter(Boolean);
    let frame = 0;
    const read = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setCurrent(currentOf(sections)));
    };
    read();
    window.addEventListener("scroll", read, { passive: true });
    window.addEventListener("resize", read, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", read);
      window.removeEventListener("resize", read);
    };
  }, [key]);
  return current;
};
