import { expect, test } from "bun:test";
import { createShopfront } from "#server/providers/shop/tebex.ts";

const { cleanHtml, cleanName } = createShopfront();

/** Everything that the result may consist of: plain tags, and links of one exact form. */
const TAG =
  /^<(?:\/?(?:p|strong|b|em|i|u|s|small|sub|sup|code|span|h4|ul|ol|li|blockquote|table|thead|tbody|tr|th|td)|br \/|hr \/|\/a|a href="https:\/\/[^"<>\s]+" rel="noopener nofollow ugc" target="_blank")>$/u;

const tagsOf = (html: string) => html.match(/<[^>]*>?/gu) ?? [];

test("text, lists, tables and links are shown as they were written", async () => {
  expect(
    await cleanHtml(
      `<h2>What you get</h2><p><strong>500 ZP</strong> &amp; <em>more</em><br>soon</p><ul><li>One</li></ul><table><tbody><tr><td>1</td></tr></tbody></table>`,
    ),
  ).toBe(
    "<h4>What you get</h4><p><strong>500 ZP</strong> &amp; <em>more</em><br />soon</p><ul><li>One</li></ul><table><tbody><tr><td>1</td></tr></tbody></table>",
  );
  expect(
    await cleanHtml(`<a href="https://wiki.example/points?a=1&amp;b=2" target="_top">wiki</a>`),
  ).toBe(
    `<a href="https://wiki.example/points?a=1&amp;b=2" rel="noopener nofollow ugc" target="_blank">wiki</a>`,
  );
});

const ATTACKS: readonly [string, string, string][] = [
  ["a script", "<script>alert(1)</script>", ""],
  ["a script in pieces", "<scr<script>ipt>alert(1)</scr</script>ipt>", "ipt&gt;alert(1)ipt&gt;"],
  ["an open script", "<script>alert(1)", ""],
  ["a handler", `<p onclick="alert(1)">a</p>`, "<p>a</p>"],
  ["a handler without space", `<p/onmouseover=alert(1)>a</p>`, "<p>a</p>"],
  ["a picture", `<img src=x onerror=alert(1)>a`, "a"],
  [
    "a style",
    `<p style="position:fixed;inset:0;background:url(https://x.example)">a</p>`,
    "<p>a</p>",
  ],
  ["a style sheet", "<style>body{display:none}</style>a", "a"],
  ["a sheet elsewhere", `<link rel=stylesheet href=https://x.example/a.css>a`, "a"],
  ["classes and ids", `<p class="fixed inset-0" id="root" data-x=1>a</p>`, "<p>a</p>"],
  ["javascript:", `<a href="javascript:alert(1)">a</a>`, "<span>a</span>"],
  ["javascript: with a tab", `<a href="java\tscript:alert(1)">a</a>`, "<span>a</span>"],
  ["javascript: in entities", `<a href="&#106;avascript&colon;alert(1)">a</a>`, "<span>a</span>"],
  ["data:", `<a href="data:text/html,<script>alert(1)</script>">a</a>`, "<span>a</span>"],
  ["http:", `<a href="http://x.example">a</a>`, "<span>a</span>"],
  ["no scheme", `<a href="//x.example">a</a>`, "<span>a</span>"],
  ["a path of ours", `<a href="/member/accountsettings">a</a>`, "<span>a</span>"],
  [
    "a name that poses as a host",
    `<a href="https://lynxden.example@x.example/">a</a>`,
    "<span>a</span>",
  ],
  [
    "a bad link before a good one",
    `<a href="javascript:alert(1)">a</a><a href="https://x.example/">b</a>`,
    `<span>a</span><a href="https://x.example/" rel="noopener nofollow ugc" target="_blank">b</a>`,
  ],
  ["a frame", `<iframe src="https://x.example">a</iframe>b`, "b"],
  ["a document in a frame", `<iframe srcdoc="<script>alert(1)</script>"></iframe>b`, "b"],
  ["an object", `<object data="https://x.example">a</object><embed src=x>b`, "b"],
  [
    "a form",
    `<form action="https://x.example"><input name=password><button>Sign in</button></form>`,
    "Sign in",
  ],
  [
    "a drawing",
    `<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:1">a</a></svg>b`,
    "b",
  ],
  [
    "maths",
    `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></mtext></math>b`,
    "b",
  ],
  ["a template", `<template><script>alert(1)</script></template>b`, "b"],
  [
    "a comment",
    `<!-- <script>alert(1)</script> --><!--><img src=x onerror=alert(1)>-->b`,
    "--&gt;b",
  ],
  [
    "another base",
    `<base href="https://x.example/"><meta http-equiv=refresh content="0;url=https://x.example">a`,
    "a",
  ],
  ["what is not HTML", `a < b > c & d`, "a &lt; b &gt; c &amp; d"],
  ["an open tag", `<p>a<img src="x`, "<p>a</p>"],
];

test.each(ATTACKS)("[a shop's HTML comes out harmless] %s", async (_, raw, clean) => {
  const result = await cleanHtml(raw);
  expect(result).toBe(clean);
  for (const tag of tagsOf(result)) expect(tag).toMatch(TAG);
  // Cleaned again it stays as it is: a browser reads what the sanitiser has read.
  expect(await cleanHtml(result)).toBe(result);
});

test("tags without end are cut, however many there are", async () => {
  const result = await cleanHtml("<ul><li>".repeat(20_000));
  expect(result.length).toBeLessThan(20_000);
  for (const tag of tagsOf(result)) expect(tag).toMatch(TAG);
});

test("a name is one line of plain text", () => {
  expect(cleanName("  500\n Points\u202e\u0000 <b> ")).toBe("500 Points <b>");
  expect(cleanName("x".repeat(300))).toHaveLength(100);
});
