import { expect, test } from "bun:test";
import { namedFields } from "#shared/site-forms/fields.ts";
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
