import { describe, expect, test } from "bun:test";
import { createMemoryHistory } from "@tanstack/react-router";
import { prerender } from "#client/prerender.tsx";
import { createAppRouter } from "#client/router.tsx";
import exampleCommunity from "#community.toml" with { type: "text" };
import { readDocument } from "#server/config/read-community.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { readVersion } from "#server/modules/site/index.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { problemsOfFile } from "#tests/support/community.ts";
import { appWithPeople, type TestPerson } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

type Part = Record<string, unknown>;
type Edit = (content: Part & Part[]) => unknown;

/** Saves a draft made of what is published. @returns what keeps it from being published. */
const draft = async ({ site }: TestPerson, section: SiteSection, edit: Edit) => {
  const { published, basedOn, draftRevision: revision } = await site.section.query({ section });
  const content = edit(structuredClone(published) as Part & Part[]);
  const { problems } = await site.saveDraft.mutate({ section, content, basedOn, revision });
  return problems.filter(({ level }) => level === "error");
};

const publish = async ({ site }: TestPerson, ...sections: SiteSection[]) => {
  const { version } = await site.overview.query();
  return await site.publish.mutate({ sections, note: "", version: version.id });
};

const page = (text: string, key = "team"): Edit => {
  const written = { key, title: "Team", description: "Who we are.", text };
  return () => [written];
};
const rulesOf = (line: string): Edit => {
  const tab = { key: "Den", name: "Den", text: `## A\n\n1. ${line}` };
  return () => ({ tabs: [tab] });
};
const policyOf = (text: string): Edit => {
  const policy = { updated: "2026-01-02", text: `## A\n\n${text}` };
  return () => policy;
};
const changed = (name: string, value: unknown): Edit => {
  return (content) => Object.assign(content, { [name]: value });
};
const firstWith = (name: string, value: unknown): Edit => {
  return ([first, ...others]) => [{ ...first, [name]: value }, ...others];
};

const SCRIPT = "javascript:alert(1)";
const FOREIGN = "https://evil.example/x.png";
const DRAWING = "data:image/svg+xml,<svg onload=alert(1)>";
const NOT_OURS = "must be the address of a PNG, JPEG or WebP picture below /media/";

/** A section, what somebody makes of it, at which field that is refused, and with which words. */
type Bad = readonly [string, SiteSection, Edit, string, string];

const BAD: Readonly<Record<string, readonly Bad[]>> = {
  HTML: [
    ["HTML in a page", "pages", page("<b>x</b>"), "pages.0.text", "must not contain HTML"],
    ["HTML in a rule", "rules", rulesOf("<b>x</b>"), "rules.tabs.0.text", "must not contain HTML"],
    [
      "HTML in the policy",
      "privacy",
      policyOf("<b>x</b>"),
      "privacy.text",
      "must not contain HTML",
    ],
  ],
  "links with a script": [
    ["a script in a page", "pages", page(`[x](${SCRIPT})`), "pages.0.text", "must not lead to"],
    ["one in a rule", "rules", rulesOf(`[x](${SCRIPT})`), "rules.tabs.0.text", "must not lead to"],
    [
      "one in the policy",
      "privacy",
      policyOf(`[x](${SCRIPT})`),
      "privacy.text",
      "must not lead to",
    ],
    [
      "one in a link",
      "links",
      changed("discord", SCRIPT),
      "links.discord",
      "must be an http(s) address",
    ],
    [
      "one in a donation",
      "links",
      changed("donations", [{ name: "x", url: SCRIPT }]),
      "links.donations.0.url",
      "must be an http(s) address",
    ],
    [
      "one in a menu",
      "menu",
      changed("footer", [{ title: "x", link: SCRIPT }]),
      "menu.footer.0.link",
      "must be an https address",
    ],
    [
      "one in a notification",
      "welcome",
      () => [{ title: "x", text: "x", link: SCRIPT }],
      "welcome.0.link",
      "must be a path of this site or an https address",
    ],
    [
      "one in a server",
      "servers",
      firstWith("voteUrl", SCRIPT),
      "servers.0.voteUrl",
      "must be an http(s) address",
    ],
  ],
  addresses: [
    ...["x.example:80", "..", "-a", "1.2.3.4.5", "x..example"].map((host): Bad => [
      `${host} as a host`,
      "servers",
      firstWith("host", host),
      "servers.0.host",
      SITE_VERSIONS.noHost,
    ]),
    [
      "a host for queries",
      "servers",
      firstWith("queryHost", "x.example:80"),
      "servers.0.queryHost",
      SITE_VERSIONS.noHost,
    ],
    [
      "a password in a link",
      "links",
      changed("discord", "https://somebody:secret@discord.example/"),
      "links.discord",
      SITE_VERSIONS.passwordInLink,
    ],
    [
      "a password in a menu",
      "menu",
      changed("footer", [{ title: "x", link: "https://somebody:secret@x.example/" }]),
      "menu.footer.0.link",
      SITE_VERSIONS.passwordInLink,
    ],
  ],
  "pictures from elsewhere": [
    [
      "a foreign picture",
      "pages",
      page(`![x](${FOREIGN})`),
      "pages.0.text",
      "must not show the pi",
    ],
    [
      "one in a rule",
      "rules",
      rulesOf(`![x](${FOREIGN})`),
      "rules.tabs.0.text",
      "must not show the",
    ],
    ["one as logo", "brand", changed("logo", { picture: FOREIGN }), "brand.logo.picture", NOT_OURS],
    ["one in links", "brand", changed("socialImage", FOREIGN), "brand.socialImage", NOT_OURS],
    ["one of a game", "games", firstWith("picture", FOREIGN), "games.0.picture", NOT_OURS],
  ],
  drawings: [
    [
      "a drawing with a script",
      "brand",
      changed("icon", { picture: DRAWING }),
      "brand.icon.picture",
      NOT_OURS,
    ],
    [
      "a drawing by its address",
      "games",
      firstWith("picture", "/media/x.svg"),
      "games.0.picture",
      NOT_OURS,
    ],
    [
      "a drawing in a text",
      "pages",
      page(`![x](${DRAWING.replaceAll(" ", "%20")})`),
      "pages.0.text",
      "must not",
    ],
  ],
  "addresses of the site, and texts that are too long": [
    ...["login", "member", "rules", "api", "media", "setup"].map(
      (key) =>
        [
          `a page at /${key}`,
          "pages",
          page("x", key),
          "pages.0.key",
          `"${key}" is an address of the site's own`,
        ] as const,
    ),
    [
      "a page below Admin",
      "pages",
      page("x", "member/admin"),
      "pages.0.key",
      "must be lower-case words joined by hyphens",
    ],
    [
      "too long a name",
      "brand",
      changed("name", "x".repeat(61)),
      "brand.name",
      "must have at most 60 characters",
    ],
  ],
};

describe("[SITE-03] refused at its field, with nothing published beside it, are", () => {
  test.each(Object.entries(BAD))("%s", async (_, cases) => {
    const { app, store, admin } = await appWithPeople();
    const shown = JSON.stringify(app.deps.config.community);
    // What is right goes out with what is wrong, or not at all.
    expect(await draft(admin, "texts", changed("login", "Come in."))).toEqual([]);
    for (const [name, section, edit, field, words] of cases) {
      const problems = (await draft(admin, section, edit)).map(({ section, path, message }) => ({
        field: [section, ...path].join("."),
        message,
      }));
      expect([name, problems]).toEqual([
        name,
        [{ field, message: expect.stringContaining(words) as string }],
      ]);
      const sections: SiteSection[] = ["texts", section];
      const refused = rejectionOf(admin.site.publish.mutate({ sections, note: "", version: 0 }));
      expect(await refused).toMatchObject({
        message: SITE_VERSIONS.invalid(1),
        data: { code: "invalid_document", fields: { [field]: problems[0]?.message } },
      });
      expect((await admin.site.section.query({ section })).draft).not.toBeNull();
      await admin.site.discardDraft.mutate({ section });
    }
    const { siteVersions, audit } = store.tables;
    expect(await store.read.select().from(siteVersions)).toEqual([]);
    const entries = await store.read.select({ action: audit.action }).from(audit);
    expect(entries.filter(({ action }) => action === "site.published")).toEqual([]);
    expect(JSON.stringify(app.deps.config.community)).toBe(shown);
    // Without it the same draft goes out.
    expect(await publish(admin, "texts")).toEqual({ id: 1 });
  });
});

/** Of every section as little as it may say. */
const BAREST: Partial<Record<SiteSection, unknown>> = {
  links: {},
  menu: { bar: [], phone: [], footer: [] },
  home: { sections: [] },
  games: [],
  servers: [],
  tiers: [],
  shop: {},
  rules: {},
  pages: [],
  welcome: [],
  texts: {},
  pictures: {},
};

test("no document leaves an Admin without the screens of the administration", async () => {
  const { app, store, admin } = await appWithPeople();
  const drafted: SiteSection[] = [];
  for (const section of Object.keys(BAREST) as SiteSection[]) {
    await draft(admin, section, () => BAREST[section]);
    const { draft: kept } = await admin.site.section.query({ section });
    if (kept !== null) drafted.push(section);
  }
  expect(drafted).toContain("menu");
  const { id } = await publish(admin, ...drafted);
  const { config } = app.deps;
  const document = await readVersion({ ...store.read, config }, id);
  const { community } = readDocument(config.communityFile.machine, document ?? { format: 0 });
  if (community === null) throw new Error("What was published is not understood.");
  const site = siteOf({ ...config, community }, "build-1");
  expect([site.menu.bar, site.menu.phone, site.menu.footer]).toEqual([[], [], []]);
  const router = createAppRouter(site, createMemoryHistory({ initialEntries: ["/"] }));
  const screens = Object.keys(router.routesByPath).filter(
    (path) => path.startsWith("/member/admin") && !path.includes("$"),
  );
  expect(screens).toContain("/member/admin/site");
  for (const path of [...screens, "/member/admin/site/menu", "/member", "/login"])
    expect([path, (await prerender(path, site)).status]).toEqual([path, 200]);
  // Whoever published it takes it back.
  await draft(admin, "menu", () => ({}));
  expect(await publish(admin, "menu")).toEqual({ id: id + 1 });
});

describe("[CONF-01] a file with several mistakes names each of them, at its place", () => {
  const SERVER =
    '[[servers]]\nkey = "x"\ngame = "nothing"\nname = "x"\nhost = "x.example"\nport = 1\n';
  const wrong = `${exampleCommunity
    .replace(/^accent = .*$/m, 'accent = "bluish"')
    .replace(/^protocol = .*$/m, 'protocol = "telnet"')}\n${SERVER}`;

  test("also where one of them is that a part names another which is not there", async () => {
    expect(await problemsOfFile(wrong)).toEqual([
      expect.stringMatching(/^community\.toml: brand\.accent: must be a colour such as/),
      expect.stringMatching(/^community\.toml: games\[0\]\.protocol: must be one of/),
      expect.stringMatching(
        /^community\.toml: servers\[\d+\]\.game: "nothing" is the key of no game$/,
      ),
    ]);
  });

  test("and none where what it names is what could not be read", async () => {
    const unread = exampleCommunity
      .replace(/^\[\[games\]\]\nkey = .*$/m, "[[games]]\nkey = 5")
      .replace(/^name = .*$/m, 'name = ""');
    expect(await problemsOfFile(`${unread}\n${SERVER}`)).toEqual([
      expect.stringMatching(/^community\.toml: brand\.name: must not be empty/),
      expect.stringMatching(/^community\.toml: games\[0\]\.key: must be text/),
    ]);
  });
});
