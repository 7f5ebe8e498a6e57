import { useEffect, useState } from "react";

/** The key of the section's field that somebody was in last; null before. */
export const useEditedField = (): string | null => {
  const [edited, setEdited] = useState<string | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const field = target instanceof Element ? target.closest('[id^="field-"]') : null;
      const key = field?.id.split("-")[1];
      if (key !== undefined) setEdited(key);
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  return edited;
};
