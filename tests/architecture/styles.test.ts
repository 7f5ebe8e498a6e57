import { expect, test } from "bun:test";

/** The page itself, chosen by what it contains, even by its children: each change below has all of it styled anew. */
const WHOLE_PAGE = /(?:html|body|:root|#app)\b[^\s,{]*:has\(/g;
/** The same through Tailwind, for an ancestor. */
const ANY_ANCESTOR = /in-\[[^\]\s]*:has\(/g;

test("no style depends on what is anywhere on the page: marks do that (src/client/lib/page-marks.ts)", async () => {
  const found: string[] = [];
  for (const file of new Bun.Glob("src/client/**/*.{css,ts,tsx}").scanSync()) {
    const text = await Bun.file(file).text();
    for (const [match] of [...text.matchAll(WHOLE_PAGE), ...text.matchAll(ANY_ANCESTOR)])
      found.push(`${file}: ${match}`);
  }
  expect(found).toEqual([]);
});
