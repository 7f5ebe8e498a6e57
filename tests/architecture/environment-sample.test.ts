import { expect, test } from "bun:test";
import { environmentSchema } from "#server/config/environment.ts";

const sample = await Bun.file(new URL("../../.env.example", import.meta.url)).text();
const lines = sample.split("\n").filter((line) => /^(# )?[A-Z][A-Z\d_]*=/u.test(line));
const given = new Map(
  lines.map((line) => {
    const [name = "", ...value] = line.replace(/^# /u, "").split("=");
    return [name, value.join("=")] as const;
  }),
);

test("the sample of the environment names every variable once, and nothing else", () => {
  expect(given.size).toBe(lines.length);
  expect([...given.keys()].toSorted()).toEqual(Object.keys(environmentSchema().shape).toSorted());
});

test("the sample shows the values that hold where nothing is set", () => {
  const usual: Record<string, unknown> = environmentSchema().parse({});
  const shown = [...given].filter(
    ([name]) => typeof usual[name] === "string" && usual[name] !== "",
  );
  expect(shown).not.toEqual([]);
  for (const [name, value] of shown) expect([name, value]).toEqual([name, String(usual[name])]);
  expect([given.get("PORT"), given.get("DRAIN_SECONDS")]).toEqual(["3000", "5"]);
});

test("nothing in the sample is set", () => {
  expect(lines.filter((line) => !line.startsWith("# "))).toEqual([]);
});
