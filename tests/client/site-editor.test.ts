import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { SavingMark } from "#client/features/news-administration/form.tsx";
import {
  ChangesView,
  lineDiff,
  withoutFarLines,
} from "#client/features/site-editor/conflict-panels.tsx";
import {
  keyFrom,
  moved,
  namedIn,
  pastedValue,
  titlesIn,
  valueAt,
  withValue,
} from "#client/features/site-editor/form/context.ts";
import { copyOf, entryDetail, entryName } from "#client/features/site-editor/form/list-input.tsx";
import { withTarget } from "#client/features/site-editor/form/menu-input.tsx";
import { writtenAs } from "#client/features/site-editor/form/simple-inputs.tsx";
import { createSectionDraft } from "#client/features/site-editor/section-draft.ts";
import { ProblemList } from "#client/features/site-editor/section-form.tsx";
import { editedField } from "#client/features/site-editor/section-screen.tsx";
import exampleCommunity from "#community.toml" with { type: "text" };
import { fromFile } from "#server/config/file-format.ts";
import { SITE_SECTIONS } from "#shared/constants/site.ts";
import { NEWS_FORM } from "#shared/news-messages.ts";
import { type SiteSectionState } from "#shared/schemas/site-document.ts";
import { factsOf, SECTION_SCHEMAS } from "#shared/site-forms/facts.ts";
import { type Field, isSame, type Json } from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";

describe("contents", () => {
  const content = { tabs: [{ key: "a", name: "A" }], ladder: { title: "L" } };

  test("change at one place alone", () => {
    const next = withValue(content, ["tabs", 0, "name"], "B");
    expect(next).toEqual({ tabs: [{ key: "a", name: "B" }], ladder: { title: "L" } });
    expect(valueAt(next, ["ladder"])).toBe(content.ladder);
    expect(withValue(content, ["ladder"], undefined)).toEqual({ tabs: content.tabs });
    expect(withValue({}, ["features", "title"], "x")).toEqual({ features: { title: "x" } });
  });

  test("say the same in whatever order their names stand", () => {
    expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(isSame([1, 2], [2, 1])).toBe(false);
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  });

  test("keys come of names", () => {
    expect(keyFrom("Übersicht: Große Welt!", false)).toBe("ubersicht-grosse-welt");
    expect(keyFrom("House Rules", true)).toBe("HouseRules");
  });
});

const listOfForm = (section: keyof typeof SECTION_FORMS, wanted: string) => {
  const found = SECTION_FORMS[section].fields.find(({ key }) => key === wanted);
  if (found?.kind !== "list") throw new Error(`${section} has no list ${wanted}.`);
  return found;
};

describe("an entry that is made once more", () => {
  test.each([
    ["servers", "", ["eco", "eco-2"], "eco-3"],
    ["rules", "tabs", ["Discord"], "Discord2"],
    ["tickets", "categories", ["Bug", "Bug 2"], "Bug 3"],
  ] as const)("has the first free key as %s are written", (section, list, keys, expected) => {
    const entries = keys.map((key) => ({ key }));
    const copy = copyOf(listOfForm(section, list), entries[0] ?? {}, entries);
    expect(copy).toEqual({ key: expected });
  });

  test("keeps to the longest key there is", () => {
    const copy = copyOf(listOfForm("servers", ""), { key: "x".repeat(20) }, [], 20);
    expect(copy).toEqual({ key: `${"x".repeat(18)}-2` });
    expect(copyOf(listOfForm("servers", ""), { name: "x" }, [])).toEqual({ name: "x" });
  });
});

const column = (kind: string, rest = {}) => ({ key: "a", label: "A", kind, ...rest }) as Field;

describe("a cell that is pasted", () => {
  test.each([
    ["line", " 75 ", "75"],
    ["number", "75", 75],
    ["number", "1,5", 1.5],
    ["number", "", undefined],
    ["number", "many", "many"],
    ["toggle", "yes", true],
    ["toggle", "", false],
  ])("of the kind %s that says %p is %p", (kind, cell, expected) => {
    expect(pastedValue(column(kind), cell, {})).toEqual(expected);
  });

  test("may name what can be chosen as it is called, in any case", () => {
    const choice = column("choice", { labels: { a2s: "Steam query", none: "Not at all" } });
    expect(pastedValue(choice, "steam query", {})).toBe("a2s");
    expect(pastedValue(choice, "elsewhere", {})).toBe("elsewhere");
    const reference = column("reference", { to: "games" });
    expect(pastedValue(reference, "eco: global survival", { eco: "Eco: Global Survival" })).toBe(
      "eco",
    );
    expect(pastedValue(reference, "", {})).toBeUndefined();
  });
});

test("the field that is edited is known by its key and by the entry of its list", () => {
  expect(editedField("field-0-title")).toEqual({ key: "0", entry: 0 });
  expect(editedField("field-tabs-2-rules-1")).toEqual({ key: "tabs", entry: 2 });
  expect(editedField("field-login")).toEqual({ key: "login", entry: null });
});

describe("what the shop's form says of a package", () => {
  const list = listOfForm("shop", "packages");
  const references = { games: [], servers: [], tiers: [{ key: "Gold", title: "Gold Lynx" }] };
  const detail = (entry: Json) => entryDetail(list, entry, references);

  test("is its name in the store beside its number, where that is known", () => {
    expect(entryName(list, { id: 601 }, { 601: "Starter kit" })).toBe("Starter kit (601)");
    expect(entryName(list, { id: 602 }, { 601: "Starter kit" })).toBe("602");
    expect(entryName(list, {}, {})).toBe("Unnamed package");
    // A number elsewhere is no package.
    expect(entryName(listOfForm("games", ""), { key: "601" }, { 601: "Starter kit" })).toBe("601");
  });

  test("is what it gives", () => {
    const deliveries: Json[] = [{ game: "eco", give: "starter_kit" }, { give: "bed" }, {}];
    expect(detail({ id: 601, points: 1500, tier: "Gold", deliveries })).toBe(
      "1,500 points · Gold Lynx · starter_kit, bed",
    );
    expect(detail({ id: 601, points: 0, tier: "gone" })).toBe("gone");
    expect(detail({ id: 601, points: 1 })).toBe("1 point");
    expect(detail({ id: 601 })).toBe("");
  });
});

test("a currency is written in capitals, however it is typed", () => {
  const groups = listOfForm("tiers", "").fields.flatMap((one) =>
    one.kind === "group" ? one.fields : [one],
  );
  const currency = groups.find(({ key }) => key === "currency");
  expect(currency).toMatchObject({ kind: "line", isInCapitals: true });
  expect(writtenAs("eur", false, true)).toBe("EUR");
  expect(writtenAs("eur", false)).toBe("eur");
  expect(writtenAs("", true, true)).toBeUndefined();
});

/** How many problems are listed of so many, and what is said of the others. */
const toldOf = (count: number) => {
  const problems = Array.from({ length: count }, (_, index) => ({
    section: "servers" as const,
    path: [index, "game"],
    place: `Server ${index}`,
    message: "is wrong",
    level: "error" as const,
    code: "invalid" as const,
  }));
  const html = renderToStaticMarkup(
    createElement(ProblemList, { title: "T", problems, isBad: true, onFollow: () => {} }),
  );
  return [html.split("<li").length - 1, /and \d+ more/.exec(html)?.[0]];
};

test("what has to be put right is told of up to five, and how much more there is", () => {
  expect(toldOf(5)).toEqual([5, undefined]);
  // The line that counts them would be no shorter.
  expect(toldOf(6)).toEqual([6, undefined]);
  expect(toldOf(7)).toEqual([5, "and 2 more"]);
  expect(toldOf(20)).toEqual([5, "and 15 more"]);
});

const pictureOf = (sign: string) => `/media/${sign.repeat(32)}-1200x800.webp`;

test("a picture that is changed is shown before and after, in a place of its size", () => {
  const lines = [{ path: "Logo › Picture", before: pictureOf("a"), after: pictureOf("b") }];
  const html = renderToStaticMarkup(createElement(ChangesView, { lines }));
  for (const sign of ["a", "b"]) {
    expect(html).toContain(`src="/media/${sign.repeat(32)}-1200x800.small.webp"`);
    expect(html).not.toContain(`>${pictureOf(sign)}<`);
  }
  expect(html.match(/<img [^>]*width="1200" height="800"/g)).toHaveLength(2);
  const words = [{ path: "Title", before: "", after: "/media/x.webp" }];
  expect(renderToStaticMarkup(createElement(ChangesView, { lines: words }))).not.toContain("<img");
});

const markOf = (saving: "none" | "saved") =>
  renderToStaticMarkup(createElement(SavingMark, { saving }));

test("whether a post is kept is said before anything is written", () => {
  expect(markOf("none")).toContain(NEWS_FORM.saving.none);
  expect(markOf("saved")).toContain(NEWS_FORM.saving.saved);
});

const namedBy = (section: keyof typeof SECTION_FORMS) => [
  ...namedIn(SECTION_FORMS[section].fields),
];

describe("what a form names of other sections", () => {
  test("is found wherever in it the field stands", () => {
    expect(namedBy("shop")).toEqual(["tiers", "games", "servers"]);
    expect(namedBy("servers")).toEqual(["games"]);
    expect(namedBy("texts")).toEqual([]);
  });

  test("is called by its title, its name or its key, and can be half written", () => {
    const list: Json[] = [
      { key: "a", name: "A", title: "Aa" },
      { key: "b", name: "B" },
      { key: "c" },
    ];
    expect(titlesIn([...list, { key: "", name: "D" }, "e", { name: "F" }])).toEqual({
      a: "Aa",
      b: "B",
      c: "c",
    });
    expect(titlesIn("no list")).toEqual({});
  });
});

test("an entry of a menu is called as what it leads to, as far as there is room", () => {
  const pages = { imprint: "Imprint", join: "How to join all of our servers from everywhere" };
  const rules = { screen: "rules", title: "Our rules" };
  expect(withTarget(rules, "page:imprint", pages, 24)).toEqual({ page: "imprint" });
  expect(withTarget(rules, "page:join", pages, 24)).toEqual({
    page: "join",
    title: "How to join all of our",
  });
  expect(withTarget({ page: "join", title: "x" }, "screen:news", pages, 24)).toEqual({
    screen: "news",
  });
});

test("the preview of tiers shows where they stand", () => {
  expect(SECTION_FORMS.tiers.preview).toBe("tiers");
});

test("texts are compared line by line, without what is far from every change", () => {
  const before = ["1", "2", "3", "4", "5", "6", "7", "8"].join("\n");
  const after = ["1", "2", "3", "4", "5", "six", "7", "8", "9"].join("\n");
  const lines = withoutFarLines(lineDiff(before, after));
  expect(lines.map((line) => line && `${line.kind} ${line.text}`)).toEqual([
    null,
    "same 4",
    "same 5",
    "removed 6",
    "added six",
    "same 7",
    "same 8",
    "added 9",
  ]);
});

/** What the example's file says, with names as in code. */
const EXAMPLE_SOURCE = fromFile(Bun.TOML.parse(exampleCommunity)) as Readonly<Record<string, Json>>;

/** All fields of a form with the paths to their values; the first entry stands for all of a list. */
const fieldsIn = (
  fields: readonly Field[],
  path: readonly (string | number)[] = [],
): {
  field: Field;
  path: (string | number)[];
}[] =>
  fields.flatMap((field) => {
    const own = field.key === "" ? [...path] : [...path, field.key];
    const inner =
      field.kind === "group"
        ? fieldsIn(field.fields, own)
        : field.kind === "list"
          ? fieldsIn(field.fields, [...own, 0])
          : field.kind === "table"
            ? fieldsIn(field.columns, [...own, 0])
            : [];
    return [{ field, path: own }, ...inner];
  });

/** What a value may hold, as paths with 0 for every entry. */
const pathsIn = (value: Json, path: readonly (string | number)[] = []): string[] => {
  if (Array.isArray(value)) return value.flatMap((entry: Json) => pathsIn(entry, [...path, 0]));
  if (typeof value !== "object" || value === null) return [JSON.stringify(path)];
  return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]));
};

describe("forms", () => {
  test.each(SITE_SECTIONS)("%s can change all that the example says there", (section) => {
    const fields = fieldsIn(SECTION_FORMS[section].fields);
    const whole = fields.filter(({ field }) =>
      ["lines", "menu", "many", "order"].includes(field.kind),
    );
    const known = new Set(fields.map(({ path }) => JSON.stringify(path)));
    const unknown = pathsIn(EXAMPLE_SOURCE[section] ?? {}).filter((path) => {
      const steps = JSON.parse(path) as (string | number)[];
      const isWithin = whole.some(({ path: above }) =>
        above.every((step, at) => steps[at] === step),
      );
      return !known.has(path) && !isWithin;
    });
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("texts have the maximum of their schema", () => {
    const without = SITE_SECTIONS.filter((section) => section in SECTION_SCHEMAS).flatMap(
      (section) =>
        fieldsIn(SECTION_FORMS[section].fields)
          .filter(({ field }) => ["line", "text", "markdown", "lines"].includes(field.kind))
          .filter(({ field, path }) => {
            const at = field.kind === "lines" ? [...path, 0] : path;
            return factsOf(SECTION_SCHEMAS[section], at).max === undefined;
          })
          .map(({ path }) => `${section} ${path.join(".")}`),
    );
    // A currency has three letters, as the schema says in another way.
    expect(without).toEqual(["tiers 0.currency"]);
  });
});

const state = (content: Json, revision = 0): SiteSectionState => ({
  section: "texts",
  published: content,
  draft: null,
  basedOn: 1,
  version: 1,
  draftRevision: revision,
  draftBy: null,
  isStale: false,
  isDamaged: false,
});

/** A page whose saves never come back, and which is left. */
const leftPage = () => {
  const last: unknown[] = [];
  let kept = "";
  const doors = {
    read: async () => state({ login: "a" }),
    save: () => new Promise<never>(() => {}),
    saveLast: (input: unknown) => void last.push(input),
    keep: (text: string) => void (kept = text),
    kept: () => kept,
  };
  const draft = createSectionDraft(state({ login: "a" }), doors);
  draft.set(["login"], "ab");
  return { draft, doors, last };
};
const savedAs = (login: string): SiteSectionState => ({
  ...state({ login: "a" }, 1),
  draft: { login },
});

describe("a draft in the browser", () => {
  test("is kept until the server has it, and goes on from what was kept", async () => {
    let kept = "";
    const saved: Json[] = [];
    const doors = {
      read: async () => state({ login: "a" }),
      save: async ({ content }: { content: Json }) => {
        saved.push(content);
        return { revision: saved.length };
      },
      saveLast: () => {},
      keep: (text: string) => void (kept = text),
      kept: () => kept,
    };
    const first = createSectionDraft(state({ login: "a" }), doors);
    first.set(["login"], "b");
    expect(first.get().save).toBe("waiting");
    expect(kept).toContain('"login":"b"');
    const second = createSectionDraft(state({ login: "a" }), doors);
    expect(second.get().content).toEqual({ login: "b" });
    await second.saveNow();
    expect(saved).toEqual([{ login: "b" }]);
    expect([second.get().save, second.isUnsaved(), kept]).toEqual(["saved", false, ""]);
    // The other one was only a page that was left.
    await first.refresh();
  });

  test("is sent once more when its page is left, while it is being saved as well", () => {
    const { draft, last } = leftPage();
    draft.leave();
    void draft.saveNow();
    draft.set(["login"], "abc");
    draft.leave();
    const rest = { basedOn: 1, revision: 0 };
    expect(last).toEqual([
      { content: { login: "ab" }, ...rest },
      { content: { login: "abc" }, ...rest },
    ]);
  });

  test("meets no conflict with what the same browser had sent before", () => {
    const { draft, doors } = leftPage();
    void draft.saveNow();
    draft.set(["login"], "abc");
    const again = createSectionDraft(savedAs("ab"), doors);
    expect(again.get()).toMatchObject({ content: { login: "abc" }, theirs: null });
    const others = createSectionDraft(savedAs("other"), doors);
    expect(others.get()).toMatchObject({ content: { login: "abc" }, save: "conflict" });
  });

  test("asks before it is left where it could not be sent", () => {
    const { draft, doors } = leftPage();
    expect(draft.isAtRisk()).toBe(false);
    draft.set(["login"], "x".repeat(70_000));
    expect(draft.isAtRisk()).toBe(true);
    expect(createSectionDraft(savedAs("other"), doors).isAtRisk()).toBe(true);
  });
});
