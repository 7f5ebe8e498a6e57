import { describe, expect, test } from "bun:test";
import type { Page } from "@playwright/test";
import { LOGIN, PASSWORD_RESET, VERIFICATION } from "#shared/account-messages.ts";
import { RESET_REDIRECT_MS, VERIFIED_REDIRECT_MS } from "#shared/constants/time.ts";
import { openPage, see } from "#tests/support/browser.ts";
import { holdTimers } from "#tests/support/held-timers.ts";
import { inbox } from "#tests/support/inbox.ts";
import { long } from "#tests/support/long.ts";
import { chooseNewPassword, join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";

const PASSWORD = "Lynx!2026other";

/** What the tab's history carries for the present page. */
const historyOf = (page: Page) => page.evaluate(() => JSON.stringify(window.history.state));

/** Everything that leaves the browser once the page is there. */
const listenFor = (page: Page) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() !== "document")
      sent.push(`${request.url()} ${request.headers()["referer"] ?? ""}`);
  });
  return sent;
};

describe("whoever looks at the address, the history or a Referer", () => {
  test("cannot learn the token of a reset, and a reload does not lose it", async () => {
    const { url } = await site();
    const member = await join();
    const { page } = await openPage(url, "desktop");
    const sent = listenFor(page);
    // Nobody is led on from what is said.
    await holdTimers(page, RESET_REDIRECT_MS);
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(member.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    const link = await inbox.linkFor(member.email, "/reset-password");
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(20);

    const response = await page.goto(link);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    await see(page).toHaveURL(`${url}/reset-password`);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(PASSWORD_RESET.title);
    expect(await page.evaluate(() => document.referrer)).toBe("");

    await page.reload();
    await see(page.getByRole("heading", { level: 1 })).toHaveText(PASSWORD_RESET.title);
    await see(page.getByText(PASSWORD_RESET.tokenMissing)).toBeHidden();
    await page.getByRole("link", { name: "Ask for a new one" }).click();
    await see(page).toHaveURL(`${url}/forgot-password`);
    await page.goBack();
    await see(page).toHaveURL(`${url}/reset-password`);
    await chooseNewPassword(page, PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await see(page.getByText(PASSWORD_RESET.done)).toBeVisible();
    await see.poll(() => historyOf(page)).not.toContain(token);
    // What the page has loaded before its script has read the address knows it from there alone.
    expect(sent.filter((line) => line.includes(token))).toEqual([]);
  });

  test("cannot learn the token of a reset that was refused", async () => {
    const { url } = await site();
    const { page, expectNoise } = await openPage(url, "desktop");
    expectNoise(/400/);
    const token = "token-of-a-mail-that-has-run-out";
    await page.goto(`/reset-password?token=${token}`);
    await see.poll(() => historyOf(page)).toContain(token);
    await chooseNewPassword(page, PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await see(page.getByText(PASSWORD_RESET.tokenInvalid)).toBeVisible();
    await see.poll(() => historyOf(page)).not.toContain(token);
    await see(page.getByText(PASSWORD_RESET.tokenInvalid)).toBeVisible();
  });

  long(
    "cannot learn the code of a verification, which a reload does not spend twice unseen",
    async () => {
      const { url } = await site();
      const member = await join({ isVerified: false });
      const link = await inbox.linkFor(member.email, "/verify-email");
      const { page, expectNoise } = await openPage(url, "desktop");
      await holdTimers(page, VERIFIED_REDIRECT_MS);
      const response = await page.goto(link);
      expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
      await see(page.getByText(VERIFICATION.verified)).toBeVisible();
      await see(page).toHaveURL(`${url}/verify-email`);
      expectNoise(/400/);
      await page.reload();
      await see(page.getByRole("alert")).toHaveText(VERIFICATION.codeUsed);
    },
  );

  test("cannot learn the code that lets a browser in, and a reload does not lose it", async () => {
    const { url } = await site();
    const { page, expectNoise } = await openPage(url, "desktop");
    expectNoise(/400/);
    const sent = listenFor(page);
    const code = "code-of-a-mail-that-nobody-may-see";
    const response = await page.goto(`/confirm-browser?code=${code}`);
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    await see(page).toHaveURL(`${url}/confirm-browser`);
    const confirm = page.getByRole("button", { name: LOGIN.confirmBrowser });
    await see(confirm).toBeVisible();
    await page.reload();
    await see(confirm).toBeVisible();
    await see.poll(() => historyOf(page)).toContain(code);
    await confirm.click();
    await see(page.getByRole("alert")).toHaveText(LOGIN.browserCodeInvalid);
    await see.poll(() => historyOf(page)).not.toContain(code);
    expect(sent.filter((line) => line.includes(code))).toEqual([]);
  });

  test("cannot learn what a provider has sent a window back with", async () => {
    const { url, sandbox } = await site();
    const { page, expectNoise } = await openPage(url, "desktop", { outside: sandbox.url });
    // Both pages close their window, which this tab is not: the browser may mention it.
    expectNoise(/Scripts may close only/);
    const callback = page.waitForResponse((response) =>
      response.url().includes("/auth/discord/callback?"),
    );
    await page.goto("/auth/discord/start?purpose=register");
    await page.locator('button[name="persona"][value="deny"]').click();
    expect((await callback).headers()["referrer-policy"]).toBe("no-referrer");
    await see(page).toHaveURL(`${url}/auth/discord/callback`);
    await page.goto("/auth/tebex/return?secret=1");
    await see(page).toHaveURL(`${url}/auth/tebex/return`);
  });
});

/** What a script that got into the page could try, and whether it came through. */
const tryEverything = (page: Page) =>
  page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      markup: () => (document.createElement("div").innerHTML = "<img src=x>"),
      "markup beside": () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
      "a fragment": () => document.createRange().createContextualFragment("<b>x</b>"),
      "a parsed document": () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
      "a written document": () => document.write("<b>x</b>"),
      "a frame's document": () => (document.createElement("iframe").srcdoc = "<b>x</b>"),
      "a script's address": () => (document.createElement("script").src = "/assets/x.js"),
      "a script's text": () => (document.createElement("script").textContent = "1"),
      "a handler": () => document.body.setAttribute("onclick", "1"),
      "a worker": () => new Worker("/assets/x.js"),
      "a policy of its own": () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (...all: unknown[]) => unknown } }
        ).trustedTypes.createPolicy("evil", {}),
      "the default policy": () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (...all: unknown[]) => unknown } }
        ).trustedTypes.createPolicy("default", {}),
      "the start's policy again": () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (...all: unknown[]) => unknown } }
        ).trustedTypes.createPolicy("start", {}),
    };
    return Object.entries(tries)
      .filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch {
          return false;
        }
      })
      .map(([name]) => name);
  });

describe("a script that got into a page", () => {
  for (const path of [
    "/",
    "/login",
    "/verify-email",
    "/nothing-here",
    "/epic-auth.html",
    "/api/docs",
  ])
    long(`cannot make markup, scripts or policies of texts: ${path}`, async () => {
      const { page, expectNoise } = await openPage((await site()).url, "desktop");
      expectNoise(/./);
      await page.goto(path);
      expect(await tryEverything(page)).toEqual([]);
    });

  test("cannot use what the site does not use, while copying and passkeys stay", async () => {
    const { page } = await openPage((await site()).url, "desktop");
    const response = await page.goto("/");
    const stated = (response?.headers()["permissions-policy"] ?? "")
      .split(", ")
      .map((entry) => entry.split("="));
    const allowed = await page.evaluate(() =>
      (
        document as unknown as { featurePolicy: { allowedFeatures: () => string[] } }
      ).featurePolicy.allowedFeatures(),
    );
    for (const [feature = "", origins] of stated)
      expect([feature, allowed.includes(feature)]).toEqual([feature, origins !== "()"]);
    expect(allowed).toEqual(
      expect.arrayContaining([
        "clipboard-write",
        "publickey-credentials-create",
        "publickey-credentials-get",
        "payment",
      ]),
    );
    for (const feature of ["camera", "microphone", "geolocation", "usb", "clipboard-read"])
      expect(allowed).not.toContain(feature);
  });
});

test("what the shop says of a package cannot take the place of anything on the page", async () => {
  const { page, context } = await openMemberPage(sampleMember("member"), "desktop");
  const evil = `<p id="app" name="cookie">one</p><a id="getElementById" href="https://a.example/">two</a><form name="body"><input name="innerHTML"></form><img name="trustedTypes" src="x" onerror="document.title='evil'"><iframe name="opener"></iframe><b class="fixed" style="position:fixed" onclick="1">three</b>`;
  await context.route("**/api/trpc/*shop.packages**", async (route) => {
    // As if the server's own cleaning had failed.
    const answer = await route.fetch();
    const body = await answer.text();
    const put = body.replaceAll(
      /"description":"(?:[^"\\]|\\.)*"/g,
      () => `"description":${JSON.stringify(evil)}`,
    );
    expect(put).not.toBe(body);
    await route.fulfill({ response: answer, body: put });
  });
  await page.goto("/shop");
  const text = page.locator(".package-text").first();
  await see(text).toContainText('id="getElementById"');
  const clobbered = await page.evaluate(() => ({
    inside: [...document.querySelectorAll(".package-text *")].flatMap((element) =>
      element.getAttributeNames().map((name) => `${element.localName} ${name}`),
    ),
    cookie: typeof document.cookie,
    body: document.body.localName,
    opener: window.opener === null,
    find: typeof document.getElementById,
    root: document.querySelectorAll("#app").length,
    title: document.title,
  }));
  expect(clobbered).toMatchObject({
    inside: [],
    cookie: "string",
    body: "body",
    opener: true,
    find: "function",
    root: 1,
  });
  expect(clobbered.title).not.toContain("evil");
});
