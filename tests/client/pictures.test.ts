import { describe, expect, test } from "bun:test";
import { picturesOf } from "#client/features/tickets/detail/message-parts.tsx";

const HOSTS = ["cdn.example.com", "i.example.com"];
const ONE = "https://cdn.example.com/one.png?size=2";
const TWO = "https://i.example.com/two.png";

describe("[MSG-05] the pictures of a message are read from", () => {
  test.each([
    ["a list", [ONE, TWO]],
    ["a string that holds one", JSON.stringify([ONE, TWO])],
  ])("%s", (_form, value) => {
    expect(picturesOf(value, HOSTS)).toEqual([ONE, TWO]);
  });

  test.each([[null], [undefined], [""], ["null"], ["{}"], ["[broken"], [7], [{}], [[null, 7, {}]]])(
    "%j without any",
    (value) => {
      expect(picturesOf(value, HOSTS)).toEqual([]);
    },
  );
});

describe("no picture is shown from", () => {
  test.each([
    "http://cdn.example.com/plain.png",
    "https://elsewhere.example.com/track.gif",
    "https://cdn.example.com.evil.example/x.png",
    "https://evil-cdn.example.com/x.png",
    "https://cdn.example.com:8443/x.png",
    "https://cdn.example.com@evil.example/x.png",
    "https://user:secret@cdn.example.com/x.png",
    "//cdn.example.com/x.png",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "cdn.example.com/x.png",
  ])("%s", (address) => {
    expect(picturesOf([address, ONE], HOSTS)).toEqual([ONE]);
  });

  test("any host where none is configured", () => {
    expect(picturesOf([ONE], [])).toEqual([]);
  });
});

test("a picture is shown once, and no message shows more than a dozen", () => {
  const many = Array.from({ length: 40 }, (_, index) => `https://cdn.example.com/${index}.png`);
  expect(picturesOf([ONE, ONE], HOSTS)).toEqual([ONE]);
  expect(picturesOf(many, HOSTS)).toEqual(many.slice(0, 12));
});
