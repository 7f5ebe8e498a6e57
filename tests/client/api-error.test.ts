import { expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { codeOf, fieldsOf, sendProblem, statusOf } from "#client/lib/api-error.ts";
import type { ErrorCode } from "#server/core/errors.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";

const refused = (message: string, code: ErrorCode, httpStatus = 400) =>
  TRPCClientError.from({
    error: { message, code: -32_600, data: { code, httpStatus, fields: { email: message } } },
  });

test("[ACC-05] an address that is taken is known by its code, however its sentence is worded", () => {
  const error = refused("Somebody has this one.", "email_in_use");
  expect(codeOf(error)).toBe("email_in_use");
  expect(statusOf(error)).toBe(400);
  expect(fieldsOf(error)).toEqual({ email: "Somebody has this one." });
});

test("[ACC-05] the server's sentence is shown, and where nothing was answered, that", () => {
  const taken = REGISTRATION.discordTaken;
  expect(sendProblem(refused(taken, "discord_taken"), REGISTRATION.failed)).toEqual({
    sentence: taken,
    code: "discord_taken",
    isUnanswered: false,
  });
  expect(
    sendProblem(TRPCClientError.from(new Error("Failed to fetch")), REGISTRATION.failed),
  ).toEqual({ sentence: MESSAGES.networkError, code: null, isUnanswered: true });
  expect(sendProblem(new Error("Something of our own."), REGISTRATION.failed).sentence).toBe(
    REGISTRATION.failed,
  );
});
