import { describe, expect, test } from "bun:test";
import { messageHtml } from "#server/modules/tickets/mention.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { onlyMessageTags } from "#shared/rules/written-text.ts";

const html = (content: string, ...names: string[]) => messageHtml(content, names);
const REL = 'rel="noopener noreferrer nofollow ugc" target="_blank"';

describe("[WRITE-01] light Markdown", () => {
  test.each([
    [
      "**bold** and *italics* and _too_",
      "<p><strong>bold</strong> and <em>italics</em> and <em>too</em></p>",
    ],
    ["`a < b`", "<p><code>a &lt; b</code></p>"],
    ["```ts\nif (a) {\n\n}\n```", "<pre>if (a) {\n\n}</pre>"],
    ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["3. c\n4. d", '<ol start="3"><li>c</li><li>d</li></ol>'],
    ["> said\n> so\n\nyes", "<blockquote><p>said<br>so</p></blockquote><p>yes</p>"],
    ["one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"],
    ["-450 64 snake_case_name", "<p>-450 64 snake_case_name</p>"],
  ])("%j is what it looks like", (content, expected) => {
    expect(html(content)).toBe(expected);
  });

  test.each([
    ["# Heading", "<p># Heading</p>"],
    ["Title\n===", "<p>Title<br>===</p>"],
    ["Title\n---", "<p>Title<br>---</p>"],
    ["> Title\n> ---", "<blockquote><p>Title<br>---</p></blockquote>"],
    ["- # Heading", "<ul><li># Heading</li></ul>"],
    ["***", "<p>***</p>"],
    ["~~gone~~", "<p>~~gone~~</p>"],
    ["| a | b |\n|---|---|\n| c | d |", "<p>| a | b |<br>|---|---|<br>| c | d |</p>"],
    ["<b onclick=x()>b</b><!-- c -->", "<p>&lt;b onclick=x()&gt;b&lt;/b&gt;&lt;!-- c --&gt;</p>"],
  ])("%j stays text", (content, expected) => {
    expect(html(content)).toBe(expected);
  });

  test("what a block of code says is not touched", () => {
    expect(html("```\n# a\n---\n@Ada\n```\n# b", "Ada")).toBe(
      "<pre># a\n---\n@Ada</pre><p># b</p>",
    );
  });
});

describe("[WRITE-02] links", () => {
  test("lead where they say, in a tab of their own", () => {
    expect(html("see https://example.com/a?b=1&c=2.")).toBe(
      `<p>see <a href="https://example.com/a?b=1&amp;c=2" ${REL}>https://example.com/a?b=1&amp;c=2</a>.</p>`,
    );
  });

  test.each([
    ["**https://a.example/x_y_z**", "https://a.example/x_y_z"],
    ["(https://a.example/b_(c))", "https://a.example/b_(c)"],
    ["<https://a.example/b>", "https://a.example/b"],
    ["http://localhost:3000/a.", "http://localhost:3000/a"],
    ['"https://a.example/@Ada",', "https://a.example/@Ada"],
  ])("in %j the address is found", (content, address) => {
    expect(html(content, "Ada")).toContain(`<a href="${address}" ${REL}>${address}</a>`);
  });

  test("in code they stay text", () => {
    expect(html("`https://a.example`")).toBe("<p><code>https://a.example</code></p>");
  });

  test("say their host where their words do not, and lose credentials", () => {
    expect(html("[log in](https://lynxden.example@evil.example/)")).toBe(
      `<p><a href="https://evil.example/" ${REL}>log in</a><span class="leads"> (leads to evil.example)</span></p>`,
    );
    expect(html("![map](https://evil.example/a.png)")).toBe(
      `<p><a href="https://evil.example/a.png" ${REL}>map</a><span class="leads"> (leads to evil.example)</span></p>`,
    );
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,a",
    "vbscript:a",
    "//evil.example",
    "/path",
    "mailto:a@b.c",
  ])("none leads to %s", (href) => {
    expect(html(`[a](${href})`)).toBe("<p>a</p>");
  });
});

describe("[WRITE-04] mentions", () => {
  test("are marked where the name stands by itself, the longest name first", () => {
    expect(html("@Ada Lynx, @Ada: x@Ada @Adam https://a.example/@Ada", "Ada", "Ada Lynx")).toBe(
      `<p><span class="mention">@Ada Lynx</span>, <span class="mention">@Ada</span>: x@Ada @Adam <a href="https://a.example/@Ada" ${REL}>https://a.example/@Ada</a></p>`,
    );
  });

  test("names are text, whatever they are made of", () => {
    expect(html("hi @*<b>*", "*<b>*")).toBe('<p>hi <span class="mention">@*&lt;b&gt;*</span></p>');
  });
});

describe("whatever is typed", () => {
  const PARTS = [
    "<script>",
    "</p>",
    "<a href=x>",
    "**",
    "_",
    "`",
    "```\n",
    "> ",
    "- ",
    "1. ",
    "\n",
    "\n\n",
    "[a](",
    ")",
    "](https://e.example/\"'<>)",
    "![",
    "&lt;",
    "&#x3c;img src=x onerror=a&gt;",
    "<img src=x onerror=alert(1)>",
    "@Ada",
    "\\",
    "# ",
    "---",
    "https://x.example/<b>",
    "<https://y.example>",
    "\t",
    "ä🐾",
    "\uFDD00\uFDD1",
    "\uFDD0",
  ];
  test("only the tags of messages come of it, and the browser lets all of them through", () => {
    let seed = 7;
    const next = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    for (let round = 0; round < 3000; round += 1) {
      const content = Array.from({ length: 1 + next(20) }, () => PARTS[next(PARTS.length)]).join(
        "",
      );
      const made = html(content, "Ada") ?? "";
      expect(onlyMessageTags(made)).toBe(made);
      expect(made).not.toMatch(
        /<(?!\/?(?:p|br|strong|em|code|pre|ul|ol|li|blockquote|a|span)[ >])/,
      );
      expect(made).not.toMatch(/<[^>]*\son\w+=/);
    }
  });

  test("the browser lets nothing else through", () => {
    for (const tag of [
      "<img src=x>",
      "<p class=a>",
      '<span class="fixed">',
      '<a href="javascript:x" rel="noopener noreferrer nofollow ugc" target="_blank">',
      '<a href="https://a.example">',
      '<ol start="1" onclick="a">',
      "<script>",
      "<p",
    ])
      expect(onlyMessageTags(tag)).not.toContain("<");
  });

  test.each([">", "- ", "*", "[", "`", "a*b_", "<", "@Ada ", "[a](https://b.example) ", "&"])(
    "a whole message of %j is rendered at once, or shown as plain text",
    (part) => {
      const content = part.repeat(LENGTHS.message).slice(0, LENGTHS.message);
      expect((html(content, "Ada") ?? "").length).toBeLessThanOrEqual(60_000);
    },
  );
});
