import type { Page } from "@playwright/test";
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from "#sandbox/seed/accounts.ts";
import type { Screen } from "#scripts/browser.ts";
import { LOGIN_REDIRECT_MS } from "#shared/constants/time.ts";
import type { DiscordAccount, RegistrationInput } from "#shared/schemas/accounts.ts";
import { from, newAddress, type OpenedPage, openPage, type OpenPageOptions } from "./browser.ts";
import { skipWait } from "./held-timers.ts";
import { inbox } from "./inbox.ts";
import { site } from "./site.ts";

/** Somebody with an account, and what they log in with. */
export type Member = { email: string; password: string; firstName: string; discordName: string };

/** Chrome on Linux, for whoever logs in without a browser. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

/** One of the sample accounts, which all browser tests share: nothing of it may be changed. */
export const sampleMember = (name: "admin" | "member" | "new" | "nodiscord"): Member => {
  const found = SAMPLE_ACCOUNTS.find(({ email }) => email === `${name}@example.test`);
  if (found === undefined) throw new Error(`There is no sample account "${name}".`);
  const { email, firstName, discord } = found;
  const discordName = discord.globalName ?? discord.username;
  return { email, password: SAMPLE_PASSWORD, firstName, discordName };
};

/** A browser without a window: it keeps cookies, and follows no redirect by itself. */
const createCaller = (url: string) => {
  const cookies = new Map<string, string>();
  const headers = { ...from(newAddress()), "user-agent": USER_AGENT };
  return async (address: string, body?: unknown): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(address, url), {
      redirect: "manual",
      headers: { ...headers, cookie, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
};

const whole = async (response: Response): Promise<string> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${text}`);
  return text;
};

const placeOf = (response: Response): URL => {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${response.url} leads nowhere: ${response.status}`);
  return new URL(location);
};

const MESSAGE = /<script type="application\/json" id="message">(.*?)<\/script>/s;

/** Proves that one is somebody whom Discord has never told us of. */
const proveStranger = async (call: ReturnType<typeof createCaller>): Promise<DiscordAccount> => {
  const consent = placeOf(await call("/auth/discord/start?purpose=register"));
  consent.searchParams.set("persona", "stranger");
  const back = placeOf(await fetch(consent, { redirect: "manual" }));
  const [, message = ""] = MESSAGE.exec(await whole(await call(back.href))) ?? [];
  const { discordId, discordName, discordImgUrl } = JSON.parse(message) as DiscordAccount;
  return { discordId, discordName, discordImgUrl };
};

const joinNow = async (isVerified: boolean): Promise<Member> => {
  const { url } = await site();
  const call = createCaller(url);
  const discord = await proveStranger(call);
  const password = "Lynx!2026story";
  const email = `stranger-${discord.discordId}@example.test`;
  const form: RegistrationInput = {
    firstName: "Robin",
    lastName: "Stray",
    email,
    password,
    confirmPassword: password,
    ...discord,
    // Of whatever version is the newest.
    agreesTo: Number.MAX_SAFE_INTEGER,
  };
  await whole(await call("/api/Auth/register", form));
  if (isVerified) {
    const { search } = new URL(await inbox.linkFor(email, "/verify-email"));
    await whole(await call(`/api/Auth/verify-email${search}`, {}));
  }
  return { email, password, firstName: form.firstName, discordName: discord.discordName };
};

let next: Promise<Member | null> = Promise.resolve(null);

/**
 * A new member, who has joined by the routes alone. Since the mail takes seconds, whoever is asked for
 * next joins meanwhile.
 * @param given.isVerified false for somebody who has not followed the link of the mail.
 */
export const join = async ({
  isVerified = true,
}: { isVerified?: boolean } = {}): Promise<Member> => {
  if (!isVerified) return await joinNow(false);
  const present = next;
  // A browser test may have switched off what it takes to join: then it is done when it is asked for.
  next = joinNow(true).catch(() => null);
  return (await present) ?? (await joinNow(true));
};

/** Resolves when nobody joins any more who was not asked for: for tests that look at everybody. */
export const untilAllHaveJoined = async (): Promise<void> => void (await next);

/**
 * The token of a new session.
 * @param url of another site than the one of all browser tests.
 */
export const login = async ({ email, password }: Member, url?: string): Promise<string> => {
  const call = createCaller(url ?? (await site()).url);
  const answer = await whole(await call("/api/Auth/login", { email, password }));
  return (JSON.parse(answer) as { token: string }).token;
};

/** A member with a browser of their own, signed in already. */
export const openMemberPage = async (
  member: Member,
  screen: Screen = "desktop",
  options: OpenPageOptions = {},
): Promise<OpenedPage> => {
  const { url, sandbox } = await site();
  const token = await login(member);
  return openPage(url, screen, { outside: sandbox.url, token, ...options });
};

/** Fills in the login form and sends it. */
export const logInByForm = async (
  page: Page,
  { email, password }: Pick<Member, "email" | "password">,
): Promise<void> => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
};

/** Logs in by the form, and is led on at once: nobody looks at the lynx that runs meanwhile. */
export const logInAndGoOn = (
  page: Page,
  member: Pick<Member, "email" | "password">,
): Promise<void> => skipWait(page, LOGIN_REDIRECT_MS, () => logInByForm(page, member));

/** Fills in a new password twice. */
export const chooseNewPassword = async (
  page: Page,
  password: string,
  label = "Password",
): Promise<void> => {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
};

/** Logs out by the account menu, or by the slide menu of a small screen, until the browser knows of nobody. */
export const logOut = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === "desktop") {
    await page.getByRole("button", { name: /^Account menu of/ }).click();
    await page.getByRole("menuitem", { name: "Log Out" }).click();
  } else {
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log Out" }).click();
  }
  // A page that is left before that takes the token of a session along that has ended.
  await page.waitForFunction(() => localStorage.getItem("authToken") === null);
};

/** The title of a member's page, whatever number of unread notifications stands before it. */
export const titled = (title: string): RegExp =>
  new RegExp(`^(\\(\\d+\\+?\\) )?${title} · Lynxden$`);
