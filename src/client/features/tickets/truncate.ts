/**
 * The beginning of a text, with an ellipsis where something was left out. Counts code points, so that
 * no emoji is cut in half; line breaks become spaces.
 */
export const truncate = (text: string, max: number): string => {
  const line = Array.from(text.replace(/\s+/gu, " ").trim());
  return line.length <= max ? line.join("") : `${line.slice(0, max).join("").trimEnd()}…`;
};
