import { describe, expect, test } from "bun:test";
import { combine, isSame, namedFields, placeAt } from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";

test("every field of the site's forms has a label and a place by which it is found", () => {
  const { brand, games, home } = SECTION_FORMS;
  const of = (label: string, fields = brand.fields) =>
    namedFields(fields).find((field) => field.label === label)?.at;
  expect(of("Time zone")).toBe("timezone");
  expect(of("Emblem beside the name")).toBe("logo");
  expect(
    namedFields(brand.fields).some(({ key, at }) => key === "picture" && at === "logo.picture"),
  ).toBe(true);
  // Fields of a game stand in the list, which is the whole section.
  expect(of("Kind of game", games.fields)).toBe("");
  expect(namedFields(home.fields).every(({ label }) => label !== "")).toBe(true);
});

const texts = placeAt(SECTION_FORMS.texts.fields);
const games = placeAt(SECTION_FORMS.games.fields);
const named = (...keys: string[]) => keys.map((key) => ({ key, name: key }));

describe("[SITE-02] two changes of one section", () => {
  test("are both there, and where both changed the same it is as it is here", () => {
    const base = { login: "a", back: "b", quiet: "c" };
    const mine = { login: "mine", back: "b", quiet: "mine" };
    const theirs = { login: "a", back: "theirs", quiet: "theirs" };
    expect(combine(base, mine, theirs, texts)).toEqual({
      value: { login: "mine", back: "theirs", quiet: "mine" },
      // Said as the form calls it, before somebody chooses.
      conflicts: ["No notifications"],
    });
  });

  test("entries of lists are told apart by their keys: moved, added and removed", () => {
    const [base, mine] = [named("a", "b", "c"), named("c", "a", "b")];
    const theirs = [...named("a"), { key: "b", name: "B" }, ...named("d")];
    expect(combine(base, mine, theirs, games)).toEqual({ value: theirs, conflicts: [] });
  });

  test("what one of them added stands where it stood, whoever moved the rest", () => {
    const base = named("a", "b", "c");
    expect(combine(base, named("a", "x", "b", "c"), named("c", "b", "a"), games).value).toEqual(
      named("c", "b", "a", "x"),
    );
    expect(
      combine(base, named("a", "x", "b", "c"), named("a", "b", "y", "c"), games).value,
    ).toEqual(named("a", "x", "b", "y", "c"));
  });

  test("what one removed and the other changed stays as it is here, and is said", () => {
    const changed = [{ key: "a", name: "A" }];
    expect(combine(named("a"), [], changed, games)).toEqual({ value: [], conflicts: ["A"] });
    expect(combine(named("a"), changed, [], games)).toEqual({ value: changed, conflicts: ["A"] });
  });

  test("lists whose entries cannot be told apart stay as they are here, whole", () => {
    const [base, mine, theirs] = [["a"], ["a", "b"], ["c"]];
    expect(combine({ list: base }, { list: mine }, { list: theirs }, texts)).toEqual({
      value: { list: mine },
      conflicts: ["list"],
    });
    const twice = named("a", "a");
    expect(combine(named("a"), twice, named("b"), games).value).toEqual(twice);
  });

  test("of twenty thousand entries are merged without pairing each with each", () => {
    const base = named(...Array.from({ length: 20_000 }, (_, index) => `g${index}`));
    const mine = base.map(({ key }) => ({ key, name: `${key}!` })).toReversed();
    const started = performance.now();
    const { value, conflicts } = combine(base, mine, [...base, ...named("new")], games);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(conflicts).toEqual([]);
    expect((value as { key: string }[])[1]?.key).toBe("new");
    expect(value).toHaveLength(20_001);
  });

  test("say the same in whatever order their names stand, and inherited names are none", () => {
    expect(isSame({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } })).toBe(true);
    expect(isSame({ toString: undefined }, { a: undefined })).toBe(false);
    const mine = { quiet: "c", login: "a" };
    expect(combine({ login: "a", quiet: "c" }, mine, { login: "b" }, texts)).toEqual({
      value: { login: "b" },
      conflicts: [],
    });
  });
});
