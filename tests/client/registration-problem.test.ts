import { expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import {
  personProblems,
  registrationProblem,
} from "#client/features/accounts/registration-problem.ts";
import { MESSAGES, REGISTRATION } from "#shared/messages.ts";

const refusedWith = (message: string) =>
  TRPCClientError.from({
    error: { message, code: -32600, data: { code: "bad_request", httpStatus: 400 } },
  });

test("[public §8] an address that is taken has its own sentence, whatever stands around it", () => {
  expect(registrationProblem(refusedWith("This address is already in use by someone."))).toBe(
    REGISTRATION.emailInUse,
  );
});

test("[public §8] else the server's sentence is shown, and where nothing was answered, that", () => {
  expect(registrationProblem(refusedWith(REGISTRATION.discordTaken))).toBe(
    REGISTRATION.discordTaken,
  );
  expect(registrationProblem(TRPCClientError.from(new Error("Failed to fetch")))).toBe(
    MESSAGES.networkError,
  );
  expect(registrationProblem(new Error("Something of our own."))).toBe(REGISTRATION.failed);
});

test("what is missing or malformed is said of each field, in the form's order", () => {
  expect(Object.entries(personProblems({ firstName: " ", lastName: "", email: "" }))).toEqual([
    ["firstName", REGISTRATION.firstNameMissing],
    ["lastName", REGISTRATION.lastNameMissing],
    ["email", MESSAGES.emailRequired],
  ]);
  expect(personProblems({ firstName: "A", lastName: "B", email: "a b@c" })).toEqual({
    email: MESSAGES.emailMalformed,
  });
  expect(personProblems({ firstName: "A", lastName: "B", email: " a@den.example " })).toEqual({});
});
