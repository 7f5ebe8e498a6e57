import { expect, test } from "bun:test";
import { registration } from "#client/features/accounts/register-form.tsx";
import { problemsOf } from "#client/lib/form.ts";
import { LOGIN_FIELDS, REGISTRATION } from "#shared/account-messages.ts";

const PASSWORD = "Lynx!2026demo";
const personProblems = (person: { firstName: string; lastName: string; email: string }) =>
  problemsOf(registration, {
    ...person,
    password: PASSWORD,
    confirmation: PASSWORD,
    wantsNews: false,
  });

test("what is missing or malformed is said of each field, in the form's order", () => {
  expect(Object.entries(personProblems({ firstName: " ", lastName: "", email: "" }))).toEqual([
    ["firstName", REGISTRATION.firstNameMissing],
    ["lastName", REGISTRATION.lastNameMissing],
    ["email", LOGIN_FIELDS.emailRequired],
  ]);
  expect(personProblems({ firstName: "A", lastName: "B", email: "a b@c" })).toEqual({
    email: LOGIN_FIELDS.emailMalformed,
  });
  expect(personProblems({ firstName: "A", lastName: "B", email: " a@den.example " })).toEqual({});
});
