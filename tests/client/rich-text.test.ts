import { describe, expect, test } from "bun:test";
import { type RichPart, richText } from "#client/components/rich-text-view.tsx";

const link = (text: string, host: string, part: Partial<RichPart & { kind: "link" }> = {}) => ({
  kind: "link" as const,
  text,
  href: text,
  host,
  isPlain: true,
  ...part,
});
const text = (words: string) => ({ kind: "text" as const, text: words });
const linksOf = (words: string) => richText(words).filter((part) => part.kind === "link");

describe("an address becomes a link", () => {
  test("and what ends the sentence is none of it", () => {
    expect(richText("See https://wiki.example.com/a_(b)?x=1#y. Bye")).toEqual([
      text("See "),
      link("https://wiki.example.com/a_(b)?x=1#y", "wiki.example.com"),
      text(". Bye"),
    ]);
    expect(richText("(http://a.example.com/)!")).toEqual([
      text("("),
      link("http://a.example.com/", "a.example.com"),
      text(")!"),
    ]);
  });

  test("and two of them stay two", () => {
    expect(
      linksOf("https://a.example.com/ https://b.example.com:8080/").map((part) => part.host),
    ).toEqual(["a.example.com", "b.example.com:8080"]);
  });
});

describe("no link", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.com/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.com/",
    "//example.com/",
    "mailto:ada@example.com",
    "www.example.com",
    "https://",
  ])("comes of %s", (words) => {
    expect(richText(words)).toEqual([text(words)]);
  });
});

describe("markup", () => {
  test.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<b>bold</b> & &lt;",
    "[text](javascript:alert(1))",
  ])("stays the text that it is: %s", (words) => {
    expect(richText(words)).toEqual([text(words)]);
  });
});

describe("an address that poses as another says where it leads", () => {
  test("with letters of another script", () => {
    const posing = "https://раураl.com/login";
    expect(richText(posing)).toEqual([
      link(posing, "xn--l-7sba6dbr.com", {
        href: "https://xn--l-7sba6dbr.com/login",
        isPlain: false,
      }),
    ]);
  });

  test("with a name before an @, which is not sent along", () => {
    const posing = "https://lynxden.example:secret@evil.example.com/";
    expect(richText(posing)).toEqual([
      link(posing, "evil.example.com", { href: "https://evil.example.com/", isPlain: false }),
    ]);
  });

  test("also with a name before an @ that begins as the host does", () => {
    for (const posing of ["https://good.example.com@good.example.co/", "https://e.co.uk@e.co/"])
      expect(linksOf(posing)).toEqual([
        link(posing, new URL(posing).host, {
          href: posing.replace(/\/\/.*@/, "//"),
          isPlain: false,
        }),
      ]);
  });

  test("with characters that nobody sees", () => {
    const posing = "https://good.example\u200b.evil.example.com/";
    expect(linksOf(posing)).toEqual([
      link(posing, "good.example.evil.example.com", {
        href: "https://good.example.evil.example.com/",
        isPlain: false,
      }),
    ]);
  });

  test("and one that turns its letters around is none", () => {
    expect(linksOf("https://exa\u202emple.com/")).toEqual([]);
  });
});

describe("code", () => {
  test("stands between backticks, whatever is in it", () => {
    expect(richText("type `/home https://a.example.com` now")).toEqual([
      text("type "),
      { kind: "code", text: "/home https://a.example.com" },
      text(" now"),
    ]);
  });

  test("of several lines keeps them, without the fence and the language", () => {
    expect(richText("log:\n```json\n{\n  `a`: 1\n}\n```\nthanks")).toEqual([
      text("log:"),
      { kind: "block", text: "{\n  `a`: 1\n}" },
      text("thanks"),
    ]);
  });

  test.each(["a ` b", "```", "``` never closed", "``", "`one\ntwo`"])("is not %j", (words) => {
    expect(richText(words)).toEqual([text(words)]);
  });
});

test("nothing of a text is lost, and lines stay lines", () => {
  const words = "  one\n\n two\thttps://a.example.com/x, `three`\nfour ";
  expect(
    richText(words)
      .map((part) => (part.kind === "code" ? `\`${part.text}\`` : part.text))
      .join(""),
  ).toBe(words);
  expect(richText("")).toEqual([]);
});

test("a long text of nothing but fences is read in no time", () => {
  const startedAt = performance.now();
  richText("`".repeat(4000));
  richText("```a\n".repeat(800));
  richText("https://".repeat(500));
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
