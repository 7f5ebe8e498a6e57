import { expect, test } from "bun:test";
import { join } from "node:path";
import { leanReact } from "#scripts/client/lean-react.ts";
import { ROOT } from "#scripts/client/places.ts";

const REACT = join(ROOT, "node_modules/react-dom/cjs/react-dom-client.production.js");
const source = await Bun.file(REACT).text();

type Probe = (fiber: { tag: number }, a: number[]) => unknown;

/** What a function of these lines, put into React's own file, returns for fibers of these tags. */
const probe = async (lines: string, ...tags: readonly number[]): Promise<readonly unknown[]> => {
  const START = "export const probe = (fiber, a) => {";
  const lean = leanReact(`${source}\n${START}\n${lines}\n};`);
  const url = URL.createObjectURL(
    new Blob([lean.slice(lean.lastIndexOf(START))], { type: "text/javascript" }),
  );
  const loaded: { probe: Probe } = await import(url);
  return tags.map((tag) => loaded.probe({ tag }, []));
};

test("what no page of ours draws is left out of React, and the bundler can leave out what it calls", () => {
  const lean = leanReact(source);
  expect(lean.length).toBeLessThan(source.length * 0.93);
  // Where they are written, and nowhere else.
  for (const name of ["acquireResource", "getResource", "mountActionState"])
    expect(lean.match(new RegExp(`\\b${name}\\b`, "g"))).toHaveLength(1);
});

test("what other cases share with one that goes stays with them", async () => {
  const body = "switch (fiber.tag) { case 5: a.push(5); case 27: case 26: a.push(26); return a; }";
  expect(await probe(body, 5, 26, 27)).toEqual([[5, 26], undefined, undefined]);
  const label = "switch (fiber.tag) { case 22: case 23: return 22; case 24: return 24; }";
  expect(await probe(label, 22, 23, 24)).toEqual([22, undefined, undefined]);
});

test("a variable of a case that goes is still there for the others", async () => {
  const body =
    "switch (fiber.tag) { case 26: var type = 1; return type; case 5: type = 5; return type; }";
  expect(await probe(body, 5, 26)).toEqual([5, undefined]);
});

test("a React that lacks what is to be left out is not taken", () => {
  expect(() => leanReact("switch (fiber.tag) { case 26: break; }")).toThrow("React has no");
});
