/**
 * Puts text on the clipboard.
 * @returns false where the browser refuses (no permission, no secure context and no fallback).
 */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
};

// Pages served over plain http have no navigator.clipboard.
const copyThroughSelection = (text: string): boolean => {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
  }
};
