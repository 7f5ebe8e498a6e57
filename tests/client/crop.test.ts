import { describe, expect, test } from "bun:test";
import {
  draggedTo,
  firstCrop,
  movedBy,
  outputSize,
  scaledBy,
  stretchedBy,
} from "#client/features/site-editor/form/crop-dialog.tsx";

const WIDE = { width: 800, height: 400 };
const BOTTOM_RIGHT = { isRight: true, isBottom: true };
const TOP_LEFT = { isRight: false, isBottom: false };

test("at first as much of a picture is shown as its place allows, from the middle", () => {
  expect(firstCrop(WIDE, null)).toEqual({ x: 0, y: 0, ...WIDE });
  expect(firstCrop(WIDE, 1)).toEqual({ x: 200, y: 0, width: 400, height: 400 });
  expect(firstCrop(WIDE, 4)).toEqual({ x: 0, y: 100, width: 800, height: 200 });
});

test("a part stays within the picture, however far it is moved", () => {
  const part = { x: 200, y: 0, width: 400, height: 400 };
  expect(movedBy(part, WIDE, -50, 30)).toEqual({ ...part, x: 150 });
  expect(movedBy(part, WIDE, 9999, -9999)).toEqual({ ...part, x: 400 });
});

describe("a part of another size", () => {
  test("keeps its aspect and its middle, as far as the picture allows", () => {
    const part = { x: 300, y: 100, width: 200, height: 200 };
    expect(scaledBy(part, WIDE, 1, 0.5)).toEqual({ x: 350, y: 150, width: 100, height: 100 });
    expect(scaledBy(part, WIDE, 1, 99)).toEqual({ x: 200, y: 0, width: 400, height: 400 });
    expect(scaledBy({ ...part, x: 600 }, WIDE, 1, 2)).toEqual({
      x: 400,
      y: 0,
      width: 400,
      height: 400,
    });
  });

  test("is never smaller than one can see, nor larger than a small picture", () => {
    expect(scaledBy(firstCrop(WIDE, 2), WIDE, 2, 0.0001)).toMatchObject({ width: 32, height: 16 });
    const tiny = { width: 4, height: 9 };
    expect(scaledBy(firstCrop(tiny, null), tiny, null, 0.1)).toEqual({ x: 0, y: 0, ...tiny });
    expect(scaledBy(firstCrop(tiny, 1), tiny, 1, 0.1)).toMatchObject({ width: 4, height: 4 });
  });

  test("is as wide and as high as one likes where its place has no aspect", () => {
    const part = { x: 700, y: 300, width: 50, height: 50 };
    expect(stretchedBy(part, WIDE, 20, 0)).toEqual({ ...part, width: 70 });
    expect(stretchedBy(part, WIDE, 999, 999)).toEqual({ ...part, width: 100, height: 100 });
  });
});

describe("a corner that is dragged", () => {
  const part = { x: 100, y: 100, width: 200, height: 100 };

  test("leaves the one across from it where it is", () => {
    expect(draggedTo(part, WIDE, null, BOTTOM_RIGHT, { x: 150, y: 180 })).toEqual({
      x: 100,
      y: 100,
      width: 50,
      height: 80,
    });
    expect(draggedTo(part, WIDE, null, TOP_LEFT, { x: 0, y: 50 })).toEqual({
      x: 0,
      y: 50,
      width: 300,
      height: 150,
    });
  });

  test("keeps the aspect, and stays within the picture", () => {
    const made = draggedTo(part, WIDE, 2, BOTTOM_RIGHT, { x: 9999, y: 9999 });
    expect(made).toEqual({ x: 100, y: 100, width: 600, height: 300 });
    const other = draggedTo(part, WIDE, 2, TOP_LEFT, { x: -9999, y: -9999 });
    expect(other).toEqual({ x: 0, y: 50, width: 300, height: 150 });
  });

  test("does not turn the part over", () => {
    const made = draggedTo(part, WIDE, null, BOTTOM_RIGHT, { x: 0, y: 0 });
    expect(made).toEqual({ x: 100, y: 100, width: 16, height: 16 });
  });
});

test("a part is drawn with the pixels that it has, and no more than its place needs", () => {
  expect(outputSize({ width: 4000, height: 2100 }, { width: 1200, height: 630 })).toEqual({
    width: 1200,
    height: 630,
  });
  expect(outputSize({ width: 300.4, height: 157.7 }, { width: 1200, height: 630 })).toEqual({
    width: 300,
    height: 158,
  });
  expect(outputSize({ width: 0.2, height: 9 }, WIDE)).toEqual({ width: 1, height: 9 });
});
