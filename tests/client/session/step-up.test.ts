import { describe, expect, test } from "bun:test";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { noteTouch } from "#client/lib/session/cause.ts";
import { onStepUp } from "#client/lib/session/link.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { openBrowser } from "./browser.ts";

const LATER_MS = 11 * MINUTE_MS;

/** A browser whose member has proven long ago who they are. */
const setUp = async () => {
  const opened = await openBrowser({ isMember: false });
  const { id } = await addMember(opened.app.deps);
  const { token } = await signedIn(opened.app, id);
  opened.tokens.put(token);
  opened.pass(LATER_MS);
  noteTouch();
  let asked = 0;
  const answer = (work: () => Promise<string | null>) => {
    onStepUp(() => {
      asked += 1;
      return work();
    });
    afterThisTest(() => onStepUp(async () => STEP_UP.cancelled));
  };
  const confirm = async () => {
    await opened.client.accounts.confirm.mutate({ password: PASSWORD });
    return null;
  };
  return { ...opened, answer, confirm, timesAsked: () => asked };
};

describe("[STEP-04] a call that is refused until the person confirms that it is them", () => {
  test("goes on with the same input once they have, and several ask once", async () => {
    const { client, answer, confirm, timesAsked } = await setUp();
    answer(confirm);
    await Promise.all([
      client.accounts.requireConfirmed.mutate(),
      client.accounts.requireConfirmed.mutate(),
    ]);
    expect(timesAsked()).toBe(1);
    expect(await client.accounts.deactivate.mutate({})).toContain("closed");
    expect(timesAsked()).toBe(1);
  });

  test("is refused with a sentence where they would rather not, and can be tried again", async () => {
    const { client, answer, confirm, timesAsked } = await setUp();
    answer(async () => STEP_UP.cancelled);
    const error = await rejectionOf(client.accounts.requireConfirmed.mutate());
    expect([codeOf(error), messageOf(error)]).toEqual(["step_up", STEP_UP.cancelled]);
    answer(confirm);
    await client.accounts.requireConfirmed.mutate();
    expect(timesAsked()).toBe(2);
  });

  test("is tried again without a question where they have confirmed while it was on its way", async () => {
    const { client, answer, confirm, timesAsked, network } = await setUp();
    answer(confirm);
    const held = Promise.withResolvers<void>();
    network.beforeAnswer = () => {
      network.way = held.promise;
      network.beforeAnswer = () => {};
    };
    const first = client.accounts.requireConfirmed.mutate();
    await Bun.sleep(0);
    const second = client.accounts.requireConfirmed.mutate();
    held.resolve();
    await Promise.all([first, second]);
    expect(timesAsked()).toBe(1);
  });

  test("is not made in the name of whoever signs in meanwhile", async () => {
    const { app, client, tokens, answer, sent } = await setUp();
    const next = await signedIn(app);
    answer(async () => {
      tokens.put(next.token);
      return null;
    });
    expect(codeOf(await rejectionOf(client.accounts.deactivate.mutate({})))).toBe("unauthorized");
    expect(sent.map(({ bearer }) => bearer)).not.toContain(next.token);
  });

  test("asks nobody where no person has caused it", async () => {
    const { client, answer, confirm, timesAsked } = await setUp();
    answer(confirm);
    const error = await rejectionOf(
      client.accounts.requireConfirmed.mutate(undefined, { context: { background: true } }),
    );
    expect([codeOf(error), timesAsked()]).toEqual(["step_up", 0]);
  });
});
