import { expect, test } from "bun:test";
import { failedTests, withoutPassed } from "#scripts/test/failures.ts";

const OUTPUT = `bun test v1.4.5

tests/a.test.ts:
(pass) one [1.00ms]

tests/b.test.ts:
(skip) two

tests/c.test.ts:
(pass) three
error: expect(received).toBe(expected)
      at tests/c.test.ts:12:3
(fail) four [2.00ms]

tests/d.test.ts:

1 tests failed:
(fail) four [2.00ms]

 2 pass
 1 fail`;

test("of a step with failures only what failed is shown, and which file it stands in", () => {
  expect(withoutPassed(OUTPUT).join("\n")).toBe(`bun test v1.4.5
tests/c.test.ts:
error: expect(received).toBe(expected)
      at tests/c.test.ts:12:3
(fail) four [2.00ms]
tests/d.test.ts:

1 tests failed:
(fail) four [2.00ms]

 2 pass
 1 fail`);
});

test("each failed test is told once at the end", () => {
  expect(failedTests(OUTPUT)).toEqual(["(fail) four [2.00ms]"]);
  expect(failedTests("(pass) one\nnothing else")).toEqual([]);
});
