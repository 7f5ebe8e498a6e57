/** Our deepest input has five levels. */
const DEPTH_MAX = 32;
const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), "\\".charCodeAt(0)];
const OPENING = new Set(["[".charCodeAt(0), "{".charCodeAt(0)]);
const CLOSING = new Set(["]".charCodeAt(0), "}".charCodeAt(0)]);

/** True of JSON that nests deeper than anything we take: whoever walks it could run out of stack. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (isInString && code === BACKSLASH) index += 1;
    else if (code === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (CLOSING.has(code)) depth -= 1;
    else if (OPENING.has(code)) depth += 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
};
