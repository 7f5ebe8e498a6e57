import { expect, test } from "bun:test";
import { renderToString } from "react-dom/server";
import { NewPasswordFields } from "#client/components/new-password-fields.tsx";
import { LOGIN_FIELDS } from "#shared/account-messages.ts";
import { PASSWORD_RULES } from "#shared/rules/account-fields.ts";

const render = (password: string, confirmation: string) =>
  renderToString(<NewPasswordFields value={{ password, confirmation }} onChange={() => {}} />);

test("[ACC-06] the rules stand in their order, and those that are kept say so", () => {
  const html = render("abcdefgh", "");
  const items = [...html.matchAll(/<li.*?<\/li>/gs)].map(([item]) => item);
  expect(items).toHaveLength(PASSWORD_RULES.length);
  const kept = [true, false, false, true];
  for (const [i, { label }] of PASSWORD_RULES.entries()) {
    expect(items[i]).toContain(label);
    expect(items[i]?.includes(": done")).toBe(kept[i] === true);
  }
});

test("[ACC-06] what is missing is said while one types, and nothing of an empty field", () => {
  expect(render("abcdefgh", "")).toContain(LOGIN_FIELDS.passwordLacksUppercase);
  expect(render("", "")).not.toContain("Password must");
});

test("[ACC-08] a repetition is wrong once it cannot become right any more", () => {
  expect(render("Lynx!2026", "Lynx!2027")).toContain(LOGIN_FIELDS.passwordsDiffer);
  expect(render("Lynx!2026", "Lynx!2026x")).toContain(LOGIN_FIELDS.passwordsDiffer);
  expect(render("Lynx!2026", "Lynx!")).not.toContain(LOGIN_FIELDS.passwordsDiffer);
  expect(render("Lynx!2026", "Lynx!2026")).not.toContain(LOGIN_FIELDS.passwordsDiffer);
});
