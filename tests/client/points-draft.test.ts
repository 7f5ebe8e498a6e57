import { expect, test } from "bun:test";
import { pointsOf } from "#client/features/administration/points-dialog.tsx";

test("[POINTS-04] what is typed into the points editor is a whole number, or 0", () => {
  const typed = ["1250", " 1,250 ", "1 000 000", "", "twelve", "12abc", "-5", "1.5", "1e3"];
  expect(typed.map(pointsOf)).toEqual([1250, 1250, 1_000_000, 0, 0, 0, 0, 0, 0]);
});
