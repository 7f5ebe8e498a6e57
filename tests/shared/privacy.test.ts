import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SLASH_KEY } from "#client/components/filter-bar.tsx";
import { CLOSED_NEWS_KEY } from "#client/components/shell/site-layout.tsx";
import { WAY_BACK_KEY } from "#client/lib/history-state.ts";
import { CLOCK_KEY } from "#client/lib/session/token-store.ts";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import { COOKIES, STORAGE_KEYS } from "#server/config/policy-blocks.ts";
import type { DocumentBlock } from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";

const FOXHOLT = {
  name: "Foxholt",
  tagline: "Nights",
  description: "Servers",
  currency: "FX",
  contact_email: "hello@foxholt.example",
  operator: "The Foxholt crew",
  jurisdiction: "the Free State of Example",
};
const HOSTS = ["pictures.example", "i.pictures.example"];
const example = Bun.TOML.parse(exampleCommunity) as Record<string, object>;

/** The example's policy as another community shows it. */
const policyWith = (privacy: object = {}, hosts: readonly string[] = HOSTS) =>
  communitySchema.parse({
    ...example,
    brand: { ...example["brand"], ...FOXHOLT },
    pictures: { hosts },
    privacy: { ...example["privacy"], ...privacy },
  }).privacy;
const policy = policyWith();

const run = (line: RichLine) =>
  line.map((part) => (typeof part === "string" ? part : part.text)).join("");
const linesOf = (block: DocumentBlock): readonly string[] => {
  if (block.kind === "heading") return [block.title];
  if (block.kind === "paragraph") return [run(block.text)];
  if (block.kind === "terms")
    return block.items.map(({ term, text }) => `${run(term)}: ${run(text)}`);
  return block.items.map(run);
};
const section = (id: string) =>
  (policy.sections.find((one) => one.id === id)?.blocks ?? []).flatMap(linesOf).join("\n");
const whole = [
  policy.intro,
  ...policy.summary,
  ...policy.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(linesOf)]),
].join("\n");

describe("the privacy policy", () => {
  test("[TEXT-08] has its twelve sections in order", () => {
    expect(policy.sections.map(({ id }) => id)).toEqual([
      "definitions",
      "data",
      "use",
      "retention",
      "transfer",
      "deletion",
      "disclosure",
      "security",
      "children",
      "other-sites",
      "changes",
      "contact",
    ]);
    expect(policy.sections.map(({ number }) => Number(number))).toEqual(
      policy.sections.map((_, index) => index + 1),
    );
  });

  test("anchors exist once", () => {
    const anchors = policy.sections.flatMap(({ id, blocks }) => [
      id,
      ...blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : [])),
    ]);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test("[TEXT-08] says when it was last updated", () => {
    expect(policy.updated).toBe("2025-02-18");
    expect(policyWith({ updated: "2026-12-31" }).updated).toBe("2026-12-31");
    expect(section("changes")).toContain("{updated}");
  });

  test("[TEXT-01] names the configured community, and no other", () => {
    for (const named of ["Foxholt", "FX", "The Foxholt crew", "the Free State of Example"])
      expect(whole).toContain(named);
    expect(whole).not.toMatch(/lynx/i);
  });

  const required: readonly (readonly [title: string, sectionId: string, ...patterns: RegExp[]])[] =
    [
      ["collects email and names", "data", /email address/, /first and last name/],
      [
        "describes usage data",
        "data",
        /log: the time.*path.*without.*question mark.*shortened form of your network address/,
      ],
      [
        "names the four sign-in providers",
        "definitions",
        /Discord, Steam, Epic Games or Microsoft/,
      ],
      [
        "says what each provider gives",
        "data",
        /Discord: .*picture/,
        /Steam: .*id/,
        /Epic Games: .*id/,
        /Microsoft \(for Minecraft\): .*Minecraft id/,
      ],
      [
        "[MSG-05] says from where messages load pictures, and who learns of it",
        "data",
        /from these hosts alone: pictures\.example, i\.pictures\.example\..*sees your network address/,
      ],
      ["[SESS-20] sets no cookies on public pages", "data", /public pages set no cookies at all/],
      [
        "[SESS-20] sets cookies only for signing in",
        "data",
        /Cookies are set only when you connect an account elsewhere or sign in\..*cannot be forged/,
      ],
      [
        "[ACC-21] marketing is opt-in",
        "data",
        /marketing mail\. You do not get any unless you say yes/,
      ],
      ["[ACC-21] marketing can be stopped", "use", /change your mind at any time/],
      [
        "[ACC-20] an unconfirmed registration goes after 7 days",
        "retention",
        /Unconfirmed registration: Removed after 7 days/,
      ],
      ["[ACC-09] codes live for an hour", "retention", /Codes.*once.*one hour.*hash/],
      [
        "a code is made when its mail is sent",
        "retention",
        /Codes.*made when its mail is sent.*only a hash.*for a week/,
      ],
      [
        "an open page keeps a connection open",
        "data",
        /While a page of the site is open, .*connection open/,
      ],
      [
        "[LIMIT-03] attempts are counted by more than the network address",
        "data",
        /per network address, account, browser and mailbox, each under a hash.*unless we have set another time/,
      ],
      [
        "the record of security events outlasts an account",
        "retention",
        /Record of security events: .*also when an account is gone/,
      ],
      [
        "[PIC-01] pictures are shown from this site",
        "data",
        /small copy, which is shown from this site/,
      ],
      [
        "[PIC-02] pictures go with the account",
        "retention",
        /Pictures: .*removed within two days afterwards/,
      ],
      [
        "[ACC-19] what outlasts an account is all named",
        "deletion",
        /outlasts it[\s\S]*tickets[\s\S]*which subscription[\s\S]*security events[\s\S]*keyed hash/,
      ],
      [
        "[SESS-04, SESS-07] sessions end",
        "retention",
        /24 hours without use.*30 days after you signed in/,
      ],
      [
        "logs are kept as long as the operator keeps them",
        "retention",
        /Server log: .*as long as our log retention says/,
      ],
      ["covers transfer", "transfer", /Free State of Example/, /outside the place or country/],
      [
        "[ACC-17] deletes through the account settings",
        "deletion",
        /account settings.*General tab.*Deactivate/,
      ],
      [
        "[ACC-17] a closed account comes back for 30 days",
        "deletion",
        /For 30 days: You can bring the account back: ask for a password reset/,
      ],
      [
        "[ACC-19] then personal data is erased",
        "deletion",
        /After 30 days: Your personal data is erased/,
      ],
      ["[LINK-06] a keyed hash stays", "deletion", /keyed hash of the id of each game account/],
      [
        "[ACC-19] tickets and ledger stay without a name",
        "deletion",
        /tickets.*points.*“Deleted member”/,
      ],
      [
        "[ACC-18] an Admin's deactivation is not erased by the clock",
        "deletion",
        /deactivated is brought back by an administrator alone, and is not erased by the passing of time/,
      ],
      [
        "[LINK-06] unlinking loses eligibility",
        "deletion",
        /unlinked account is no longer eligible for points/,
      ],
      [
        "Tebex handles payments",
        "disclosure",
        /Tebex handles.*payments.*no personal information during checkout.*stored without the part that describes the customer/,
      ],
      [
        "game servers learn about players what is said",
        "disclosure",
        /The game servers of .*: .*number of your account.*ids of your game accounts.*tier.*points/,
      ],
      [
        "rewards are counted too, the longest for a day",
        "data",
        /rewarded votes.*runs for a day at most/,
      ],
      ["[TEXT-09] children under 13 are not served", "children", /not serve children under 13/],
      [
        "covers links to other sites",
        "other-sites",
        /links to others/,
        /rules of the other side apply/,
      ],
      ["[TEXT-01] gives the contact", "contact", /hello@foxholt\.example/],
    ];
  test.each(required)("%s", (_, id, ...patterns) => {
    for (const pattern of patterns) expect(section(id)).toMatch(pattern);
  });

  test("[TEXT-07] names every storage key", () => {
    expect(STORAGE_KEYS.map(({ key }) => key)).toEqual([
      "authToken",
      "zlgCart",
      "zlgNotificationsUpdated",
      "zlgPointsUpdated",
      CLOCK_KEY,
      WAY_BACK_KEY,
      SLASH_KEY,
      CLOSED_NEWS_KEY,
      "pushOwner",
    ]);
    for (const { key } of STORAGE_KEYS) expect(section("data")).toContain(key);
  });

  test("[TEXT-07] names every cookie that the server sets", async () => {
    const named = COOKIES.map(({ name }) => name);
    for (const name of named) expect(section("data")).toContain(name);
    const folder = join(import.meta.dir, "../../src/server/http");
    const files = await Array.fromAsync(new Bun.Glob("*.ts").scan({ cwd: folder, absolute: true }));
    const source = await Promise.all(files.map((file) => Bun.file(file).text()));
    const written = /_COOKIE = "([\w-]+)"|"([\w-]+-flow)"/g;
    const set = [...source.join("\n").matchAll(written)].map(([, one, other]) => one ?? other);
    expect(new Set(set)).toEqual(new Set(named));
  });

  test("[MSG-05] speaks of no pictures in messages where no host is configured", () => {
    const { sections } = policyWith({}, []);
    const text = sections.flatMap(({ blocks }) => blocks.flatMap(linesOf)).join("\n");
    expect(text).not.toMatch(/pictures, from these hosts/);
  });

  test("speaks of accounts only from the moment there is one", () => {
    expect(section("definitions")).toContain("before that, none of it is collected");
    for (const line of section("data").split("\n"))
      if (/we (ask|also keep)|the provider tells|local storage/.test(line))
        expect(line).toMatch(/^(When|While) you |^You sign in .* When you connect /);
  });

  test("claims nothing that this software does not do", () => {
    for (const claim of [
      // The push service of a browser is its maker's.
      /google(?! for Chrome)|facebook|cloudflare/i,
      /GDPR|CCPA|ISO ?27001|SOC ?2/,
      /end-to-end|encrypted at rest|military/i,
      /web beacons?|remarketing|third-party cookies/i,
      /we (may )?(sell|rent|share) your/i,
      /credit card|phone number|postal address|date of birth/i,
    ])
      expect(whole).not.toMatch(claim);
  });

  test("links lead to secure pages or to the contact", () => {
    const links = policy.sections
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) =>
        block.kind === "paragraph"
          ? block.text
          : block.kind === "list"
            ? block.items.flat()
            : block.kind === "terms"
              ? block.items.flatMap(({ text }) => text)
              : [],
      )
      .flatMap((part) => (typeof part === "object" && part.to !== null ? [part.to] : []));
    expect(links.length).toBeGreaterThan(5);
    for (const href of links) expect(href).toMatch(/^(https:\/\/|mailto:hello@foxholt\.example$)/);
  });
});
