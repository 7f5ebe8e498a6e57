import { describe, expect, test } from "bun:test";
import { type DiscordFlow, nextStep } from "#client/features/accounts/register-form.tsx";
import { untilClosed } from "#client/lib/sign-in-window.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { AUTH_FAILURES } from "#shared/constants/accounts.ts";
import { POPUP_CLOSED_REDIRECT_MS } from "#shared/constants/time.ts";
import { PAGE_FAILURES } from "#shared/proof-messages.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const ADA = { discordId: "1182639400182374401", discordName: "Ada Frost", discordImgUrl: null };
const KIT = { discordId: "1182639400182374403", discordName: "Kit", discordImgUrl: "/kit.png" };
const WAITING: DiscordFlow = { step: "waiting", isBlocked: false, problem: null };

const success = (account: typeof ADA | typeof KIT) =>
  ({ type: "heard", message: { type: "DISCORD_AUTH_SUCCESS", ...account } }) as const;

describe("the way to a proven Discord account", () => {
  test.each([
    ["asking", { step: "asking" }],
    ["waiting", WAITING],
    ["blocked", { step: "waiting", isBlocked: true, problem: null }],
    ["proven", { step: "proven", account: ADA }],
  ] satisfies [string, DiscordFlow][])(
    "[LINK-07] a success shows the form to one who is %s",
    (_, flow) => {
      expect(nextStep(flow, success(KIT))).toEqual({ step: "proven", account: KIT });
    },
  );

  test("an account that is taken, and every failure, is said while one waits", () => {
    const duplicate = { type: "heard", message: { type: "DISCORD_DUPLICATE_ERROR" } } as const;
    expect(nextStep(WAITING, duplicate)).toEqual({
      ...WAITING,
      problem: REGISTRATION.discordTaken,
    });
    for (const reason of AUTH_FAILURES)
      expect(
        nextStep(WAITING, { type: "heard", message: { type: "DISCORD_AUTH_FAILED", reason } }),
      ).toEqual({ ...WAITING, problem: PAGE_FAILURES.discord[reason] });
  });

  test("a failure in another tab's window does not take the form away", () => {
    const proven: DiscordFlow = { step: "proven", account: ADA };
    const duplicate = { type: "heard", message: { type: "DISCORD_DUPLICATE_ERROR" } } as const;
    expect(nextStep(proven, duplicate)).toBe(proven);
  });

  test("a new window forgets what went wrong in the last one", () => {
    const failed: DiscordFlow = { ...WAITING, problem: PAGE_FAILURES.discord.denied };
    expect(nextStep(failed, { type: "opened", isBlocked: false })).toEqual(WAITING);
    expect(nextStep(failed, { type: "opened", isBlocked: true })).toMatchObject({
      isBlocked: true,
      problem: null,
    });
  });

  test("[LINK-19] a proof that has run out leads back, and says why", () => {
    const proven: DiscordFlow = { step: "proven", account: ADA };
    expect(nextStep(proven, { type: "lost" })).toEqual({
      ...WAITING,
      problem: REGISTRATION.linkAgain,
    });
  });
});

/** A window and a person whose doings follow a script: one entry for every wait. */
const watched = (
  script: readonly { isClosed: boolean; isPersonHere: boolean }[],
  proofs: readonly (typeof ADA | null | Error)[],
) => {
  const waits: number[] = [];
  let asked = 0;
  const now = () => script[Math.min(waits.length, script.length - 1)];
  const result = untilClosed({
    isClosed: () => now()?.isClosed === true,
    isPersonHere: () => now()?.isPersonHere === true,
    askForProof: () => {
      const proof = proofs[Math.min(asked, proofs.length - 1)];
      asked += 1;
      return proof instanceof Error ? Promise.reject(proof) : Promise.resolve(proof ?? null);
    },
    wait: (ms) => {
      waits.push(ms);
      return waits.length > 50 ? Promise.reject(new Error("waits forever")) : Promise.resolve();
    },
  });
  return { result, waits, asked: () => asked };
};

const OPEN = { isClosed: false, isPersonHere: true };
const CLOSED = { isClosed: true, isPersonHere: true };
/** What a window looks like that a provider has cut off: closed, and the person is in it. */
const CUT_OFF = { isClosed: true, isPersonHere: false };

describe("[LINK-08] a window that looks closed", () => {
  test("[LINK-19] leads to the login after half a second", async () => {
    const { result, waits } = watched([OPEN, OPEN, CLOSED], [null]);
    expect(await result).toBeNull();
    expect(waits.at(-1)).toBe(POPUP_CLOSED_REDIRECT_MS);
    expect(waits).toHaveLength(3);
  });

  test("is not believed while the person is elsewhere", async () => {
    const { result, asked } = watched([OPEN, CUT_OFF], [null]);
    expect(await rejectionOf(result)).toMatchObject({ message: "waits forever" });
    expect(asked()).toBe(0);
  });

  test("is not believed when the person leaves again within the half second", async () => {
    const { result, asked } = watched([CLOSED, CUT_OFF, CUT_OFF, CLOSED], [null]);
    expect(await result).toBeNull();
    expect(asked()).toBe(2);
  });

  test("counts for nothing where the server knows a proof", async () => {
    const { result, waits } = watched([CLOSED], [ADA]);
    expect(await result).toEqual(ADA);
    expect(waits).toEqual([]);
  });

  test("sends nobody away while the server does not answer", async () => {
    const { result, asked } = watched([CLOSED], [new Error("down"), new Error("down"), ADA]);
    expect(await result).toEqual(ADA);
    expect(asked()).toBe(3);
  });
});
