import { describe, expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { createThemeFile } from "#server/http/site-files.ts";
import { themeOf } from "#server/modules/community/index.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { mediaAddress } from "#shared/rules/community.ts";
import { NO_TIME_ZONE } from "#shared/rules/local-time.ts";
import { hexOf, paletteOf } from "#shared/rules/palette.ts";
import { MAIL_NAMES } from "#shared/schemas/community/brand.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { PUBLIC_URL, type TestApp, testConfig } from "#tests/support/app.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import { EXAMPLE } from "#tests/support/example.ts";
import { appWithPeople, type TestPerson } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

type Part = Record<string, unknown>;

const draft = async (
  { site }: TestPerson,
  section: SiteSection,
  edit: (content: Part) => unknown,
): Promise<void> => {
  const state = await site.section.query({ section });
  const content = edit((state.draft ?? state.published) as Part);
  const { basedOn, draftRevision: revision } = state;
  await site.saveDraft.mutate({ section, content, basedOn, revision });
};

test("the time zone of the brand is that of the site, and a name of none is refused", async () => {
  const { admin } = await appWithPeople();
  expect((await admin.site.previewConfig.query()).timezone).toBe("America/Chicago");
  await draft(admin, "brand", (brand) => ({ ...brand, timezone: "Europe/Berlin" }));
  expect((await admin.site.previewConfig.query()).timezone).toBe("Europe/Berlin");
  await draft(admin, "brand", (brand) => ({ ...brand, timezone: "Berlin" }));
  expect((await admin.site.check.query()).filter(({ level }) => level === "error")).toEqual([
    expect.objectContaining({ section: "brand", path: ["timezone"], message: NO_TIME_ZONE }),
  ]);
});

describe("[SITE-12] the preview of a mail", () => {
  test("has every mail as it would be sent, with the draft's words, colours and sample values", async () => {
    const { admin } = await appWithPeople();
    const chosen = { accent: "oklch(0.42 0.13 252)", background: "#eef3f7" };
    await draft(admin, "brand", (brand) => ({
      ...brand,
      ...chosen,
      scene: undefined,
      name: "Frostkeep",
    }));
    expect((await admin.site.check.query()).filter(({ level }) => level === "error")).toEqual([]);
    await draft(admin, "mails", (mails) => ({
      ...mails,
      reset: { subject: "Neues Kennwort", intro: "Hallo {username}," },
    }));
    for (const mail of MAIL_NAMES) {
      const { subject, text, html } = await admin.site.previewMail.query({ mail });
      const all = subject + text + html;
      expect([mail, all.includes("Frostkeep"), /[{}]\w+\}|Lynxden/.test(all)]).toEqual([
        mail,
        true,
        false,
      ]);
      // Both forms say the same, in the draft's colours.
      const { colours } = paletteOf({ ...chosen, accent: hexOf(chosen.accent) ?? "" });
      expect(html).toContain(`background:${colours["ground-950"]}`);
      expect(html).toContain(`bgcolor="${colours.accent}"`);
      expect(text).toContain("Questions?");
    }
    const reset = await admin.site.previewMail.query({ mail: "reset" });
    expect(reset.subject).toBe("Neues Kennwort");
    expect(reset.text).toContain("Hallo Root,");
    expect(reset.html).toContain("Hallo Root,");
  });

  test("has the community's own logo, at an address from which pages of mail may show it", async () => {
    const { admin, app } = await appWithPeople();
    const body = new Uint8Array(encodePng(900, (x, y) => [x % 256, y % 256, 40, 255]));
    const { headers } = await signedIn(app, { role: "Admin" });
    const given = await app.request("/api/site/pictures", { method: "POST", headers, body });
    const { key } = (await given.json()) as { key: string };
    await draft(admin, "brand", (brand) => ({ ...brand, logo: { picture: mediaAddress(key) } }));
    const { html } = await admin.site.previewMail.query({ mail: "reset" });
    const [, address = "", size] =
      /<img src="([^"]+)" alt="Logo of Lynxden" ([^>]*?) style/.exec(html) ?? [];
    expect(size).toBe('width="40" height="40"');
    expect(address).toStartWith(`${PUBLIC_URL}/media/`);
    const shown = await app.request(new URL(address).pathname);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(shown.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test("shows what is published of a section in which something is wrong, and opens nothing", async () => {
    const { admin, app } = await appWithPeople();
    const before = await admin.site.previewMail.query({ mail: "reset" });
    expect((await admin.site.check.query()).filter(({ level }) => level === "error")).toEqual([]);
    await draft(admin, "mails", (mails) => ({
      ...mails,
      reset: { subject: "{nobody}", intro: "" },
    }));
    expect(await admin.site.previewMail.query({ mail: "reset" })).toEqual(before);
    const [, code = ""] = /reset-password\?token=(\w+)/.exec(before.text) ?? [];
    const body = JSON.stringify({ token: code, newPassword: "Lynx!2026story" });
    const headers = { "content-type": "application/json" };
    const answer = await app.request("/api/Auth/reset-password", { method: "POST", headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

test("the typeface of a draft comes with the names of the files that browsers load", async () => {
  const { admin } = await appWithPeople();
  const { css } = await admin.site.previewFont.query({ font: "oswald" });
  expect(css).toContain('--font-display:"Oswald"');
});

test("[SITE-11] an open tab gets the look that is published, before the pages have it", async () => {
  const { community } = await testConfig();
  let { brand } = community;
  const themeFile = createThemeFile(() => brand, []);
  const ask = async (path: string) => {
    const answer = await themeFile(path, new Request(`http://den.example${path}`));
    return [await answer?.text(), answer?.headers.get("cache-control")] as const;
  };
  const before = themeOf(brand);
  expect((await ask(before.shown.path))[0]).toBe(before.css);
  brand = { ...brand, accent: "#7fc8ff", font: "oswald" };
  const after = themeOf(brand);
  const [css, cacheControl] = await ask(after.shown.path);
  expect(css).toBe(after.css);
  expect(cacheControl).toContain("immutable");
  // A page of before asks by the name that it knows.
  expect(await ask(before.shown.path)).toEqual([after.css, "no-cache"]);
});

/** Asks what stands below the title of the login. */
const loginSeenAt =
  (app: TestApp) =>
  async (headers: HeadersInit): Promise<string> => {
    const response = await askTrpc(app, "community.site", undefined, headers);
    const answer = (await response.json()) as { result: { data: { texts: { login: string } } } };
    return answer.result.data.texts.login;
  };

test("[SITE-07] an Admin sees the drafts where they ask for them, and nobody else does", async () => {
  const { app, admin } = await appWithPeople();
  await draft(admin, "texts", (texts) => ({ ...texts, login: "Come in." }));
  await draft(admin, "rewards", () => ({ votePoints: -1 }));
  const member = await signedIn(app);
  const anAdmin = await signedIn(app, { role: "Admin" });
  const loginFor = loginSeenAt(app);
  const asDraft = { "x-site-draft": "1" };
  expect(await loginFor({ ...anAdmin.headers, ...asDraft })).toBe("Come in.");
  expect((await admin.site.previewConfig.query()).texts.login).toBe("Come in.");
  for (const headers of [asDraft, { ...member.headers, ...asDraft }, { ...anAdmin.headers }])
    expect(await loginFor(headers)).toBe(EXAMPLE.texts.login);
});

test("[SITE-04] an Admin sees the site as a version had it, and nobody else does", async () => {
  const { app, admin } = await appWithPeople();
  const writeLogin = (login: string) => draft(admin, "texts", (texts) => ({ ...texts, login }));
  await writeLogin("Come in.");
  const publishDraft = async () =>
    (
      await admin.site.publish.mutate({
        sections: ["texts"],
        note: "",
        version: (await admin.site.overview.query()).version.id,
      })
    ).id;
  const first = await publishDraft();
  await writeLogin("Welcome.");
  await publishDraft();
  await writeLogin("Not yet.");

  const member = await signedIn(app);
  const anAdmin = await signedIn(app, { role: "Admin" });
  const loginFor = loginSeenAt(app);
  const present = await loginFor({});
  const ofFirst = { "x-site-version": String(first) };
  expect(await loginFor({ ...anAdmin.headers, ...ofFirst })).toBe("Come in.");
  expect(await loginFor({ ...anAdmin.headers, "x-site-version": String(first + 1) })).toBe(
    "Welcome.",
  );
  for (const headers of [ofFirst, { ...member.headers, ...ofFirst }])
    expect(await loginFor(headers)).toBe(present);
  for (const unknown of ["999", "-1", "1.5", "one"])
    expect(await loginFor({ ...anAdmin.headers, "x-site-version": unknown })).toBe(present);

  const { site, look } = await admin.site.previewVersion.query({ id: first });
  expect([site.texts.login, site.version]).toEqual(["Come in.", first]);
  const { accent, background, font } = EXAMPLE.brand;
  expect(look).toEqual({ accent, background, font });
  const gone = await rejectionOf(admin.site.previewVersion.query({ id: 999 }));
  expect(gone).toMatchObject({ message: SITE_VERSIONS.notShown });
});
