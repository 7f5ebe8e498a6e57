import { describe, expect, test } from "bun:test";
import { renderHere } from "#server/http/render-site.ts";
import type { NewsDraft } from "#shared/schemas/news.ts";
import { PUBLIC_URL, type TestApp } from "#tests/support/app.ts";
import { appWithPeople } from "#tests/support/people.ts";

const POST: NewsDraft = {
  id: null,
  revision: 0,
  title: 'Rain & "<sun>" for $slug',
  summary: "It's <b>wet</b>, $title.",
  text: "Wait.\n\n## Then\n\nDry.",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};

const setUp = async () => {
  const world = await appWithPeople({ render: renderHere() });
  await world.app.prepare();
  return world;
};

const pageAt = async (app: TestApp, path: string) => {
  const response = await app.request(path);
  return { status: response.status, html: await response.text() };
};

/** What a page takes along for the browser. */
const dataIn = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">([^]*?)</script>`).exec(html)?.[1] ?? "null");

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe("the page of a post", () => {
  test("is called what the post is called, for whoever is sent a link, and brings the post along", async () => {
    const { app, admin } = await setUp();
    const { slug } = await admin.news.save.mutate(POST);
    const { status, html } = await pageAt(app, `/news/${slug}`);
    expect(status).toBe(200);
    const title = "Rain &amp; &quot;&lt;sun&gt;&quot; for $slug · Lynxden";
    const summary = "It&#39;s &lt;b&gt;wet&lt;/b&gt;, $title.";
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/news/${slug}">`);
    expect(contentOf(html, "og:title")).toBe(title);
    expect(contentOf(html, "description")).toBe(summary);
    expect(contentOf(html, "og:description")).toBe(summary);
    expect(contentOf(html, "og:url")).toBe(`${PUBLIC_URL}/news/${slug}`);
    expect(dataIn(html, "post")).toMatchObject({ slug, title: POST.title, sections: [{}] });
    // Its picture is that of the news.
    const list = await pageAt(app, "/news");
    expect(contentOf(html, "og:image")).toBe(contentOf(list.html, "og:image") ?? "missing");
    const picture = new URL(contentOf(html, "og:image") ?? "").pathname;
    expect((await app.request(picture)).status).toBe(200);
  });

  test("follows the post, and is 304 while that stays", async () => {
    const { app, admin } = await setUp();
    const { id, slug } = await admin.news.save.mutate(POST);
    const first = await app.request(`/news/${slug}`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await app.request(`/news/${slug}`, { headers })).status).toBe(304);
    await admin.news.save.mutate({ ...POST, id, revision: 1, title: "All dry", text: "Sun." });
    const changed = await app.request(`/news/${slug}`, { headers });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain("<title>All dry · Lynxden</title>");
    await admin.news.remove.mutate({ id });
    expect((await pageAt(app, `/news/${slug}`)).status).toBe(404);
  });

  test("is 404 while nothing has appeared there", async () => {
    const { app, admin, clock } = await setUp();
    const publishAt = new Date(+clock.now() + 3_600_000).toISOString();
    const { slug } = await admin.news.save.mutate({ ...POST, publishAt });
    const long = "a".repeat(500);
    for (const path of [slug, "none", "$slug", "%3Cb%3E", "None", long]) {
      const { status, html } = await pageAt(app, `/news/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain("<title>Not found · Lynxden</title>");
      expect(html).not.toContain("sun");
    }
    expect((await pageAt(app, "/news/none/more")).status).toBe(404);
  });

  test("nothing of it can leave its script or a tag", async () => {
    const { app, admin } = await setUp();
    const title = '</script><script>alert(1)</script><!-- "><img src=x>';
    const { slug } = await admin.news.save.mutate({ ...POST, title, summary: title });
    const { html } = await pageAt(app, `/news/${slug}`);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    expect(html.match(/<script/g)).toHaveLength(
      ((await pageAt(app, "/news")).html.match(/<script/g) ?? []).length,
    );
  });
});

test("the page of the news brings the newest along, and leads to the feeds", async () => {
  const { app, admin } = await setUp();
  expect(dataIn((await pageAt(app, "/news")).html, "news")).toMatchObject({ items: [] });
  const { slug } = await admin.news.save.mutate(POST);
  const { status, html } = await pageAt(app, "/news");
  expect(status).toBe(200);
  expect(html).toContain("<title>News · Lynxden</title>");
  expect(dataIn(html, "news")).toMatchObject({ items: [{ slug }], nextCursor: null });
  const feeds = [...html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)">/g)];
  expect(feeds.map(([, type, href]) => [type, href])).toEqual([
    ["application/atom+xml", "/news.atom"],
    ["application/feed+json", "/news.json"],
  ]);
  for (const [, type = "", href = ""] of feeds)
    expect((await app.request(href)).headers.get("content-type")).toContain(type);
  expect((await pageAt(app, "/")).html).not.toContain('rel="alternate"');
});

test("the site map has what has appeared, and the news with the first of it", async () => {
  const { app, admin, clock } = await setUp();
  const map = async () => await (await app.request("/sitemap.xml")).text();
  expect(await map()).not.toContain("/news");
  const { slug } = await admin.news.save.mutate(POST);
  const publishAt = new Date(+clock.now() + 3_600_000).toISOString();
  await admin.news.save.mutate({ ...POST, title: "Later", publishAt });
  expect(await map()).toContain(`<loc>${PUBLIC_URL}/news</loc>`);
  expect(await map()).toContain(`<loc>${PUBLIC_URL}/news/${slug}</loc>`);
  expect(await map()).not.toContain("later");
});
