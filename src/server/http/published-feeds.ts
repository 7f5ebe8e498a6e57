import { Feed } from "feed";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { AppError } from "#server/core/errors.ts";
import { etagOf } from "#server/core/version.ts";
import { CALENDAR_RANGE_DAYS, readOccurrences } from "#server/modules/calendar/index.ts";
import { listNews } from "#server/modules/news/index.ts";
import { CALENDAR, KIND_NAMES } from "#shared/calendar-messages.ts";
import { NEWS_FEEDS } from "#shared/constants/lists.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { Occurrence } from "#shared/schemas/calendar.ts";
import type { HttpContext } from "./http-context.ts";
import { readHeader } from "./request.ts";
import { isNotModified } from "./static.ts";

/**
 * A text that programs ask for again and again, with a tag that follows from it.
 * @param type its content type, with the charset. @param maxAge in seconds.
 * @returns 304 where the client has it already.
 */
const taggedFile = (
  request: Request,
  { body, type, maxAge }: { body: string; type: string; maxAge: number },
): Response => {
  const headers = {
    "content-type": type,
    "cache-control": `public, max-age=${maxAge}`,
    etag: etagOf(body),
  };
  return isNotModified(readHeader(request, "if-none-match"), headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
};

/** As many times as the file names at most, but for the next of each entry. */
const MAX = 5000;
/** The longest line in bytes, without its end (RFC 5545, section 3.1). */
const LINE_MAX = 75;

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll("\n", "\\n");

/** A line in pieces that are short enough, none of which ends within a character. */
const folded = (line: string): string => {
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > LINE_MAX) {
      pieces.push(piece);
      // The space at the beginning counts, too.
      [piece, bytes] = ["", 1];
    }
    piece += sign;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
};

const stamp = (at: string): string =>
  `${at.slice(0, "2026-11-24T18:30:00".length).replaceAll(/[-:]/g, "")}Z`;

/** Stands where there is no event: every time is in UTC. */
const NO_EVENTS = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

type Named = { host: string; nameOf: (server: string) => string };

const eventOf = (
  { id, kind, title, text, servers, begins, ends, rates }: Occurrence,
  { host, nameOf }: Named,
): string[] => {
  const said = [
    text,
    rates.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    servers.map(nameOf).join(", "),
  ].filter((part) => part !== "");
  return [
    "BEGIN:VEVENT",
    `UID:${id}-${stamp(begins)}@${host}`,
    // The same each time, so that what has not changed has the same ETag.
    `DTSTAMP:${stamp(begins)}`,
    `DTSTART:${stamp(begins)}`,
    ...(ends === null ? [] : [`DTEND:${stamp(ends)}`]),
    `SUMMARY:${escaped(title)}`,
    `CATEGORIES:${escaped(KIND_NAMES[kind])}`,
    ...(said.length > 0 ? [`DESCRIPTION:${escaped(said.join("\n\n"))}`] : []),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
};

/**
 * The calendar as a file that calendar programs subscribe to (RFC 5545), each time by itself and in UTC.
 * `?server=KEY` is that of one server, with what is about the whole community.
 */
export const calendarFileHandler =
  (services: Services) =>
  async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const { publicUrl, community } = services.config;
    const server = new URL(request.url).searchParams.get("server") ?? undefined;
    const nameOf = (key: string) => community.servers.find((one) => one.key === key)?.name ?? key;
    if (server !== undefined && community.servers.every(({ key }) => key !== server))
      throw new AppError("not_found", CALENDAR.noSuchServer(server.slice(0, 100)));
    const { read, clock } = systemContext(services, "calendar file");
    const now = clock.now().getTime();
    const range = {
      from: new Date(now - CALENDAR_RANGE_DAYS.back * DAY_MS),
      to: new Date(now + CALENDAR_RANGE_DAYS.ahead * DAY_MS),
    };
    const asked = { ...range, server, max: MAX };
    const found = await readOccurrences(read, community.timezone, asked);
    const { brand } = community;
    const name = server === undefined ? brand.name : `${brand.name}: ${nameOf(server)}`;
    const { host } = new URL(publicUrl);
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      `PRODID:-//${host}//Calendar//EN`,
      `X-WR-CALNAME:${escaped(name)}`,
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      // Without any it would be no calendar (RFC 5545, section 3.6).
      ...(found.length === 0 ? NO_EVENTS : found.flatMap((one) => eventOf(one, { host, nameOf }))),
      "END:VCALENDAR",
    ];
    const body = lines.map((line) => `${folded(line)}\r\n`).join("");
    return taggedFile(request, { body, type: "text/calendar; charset=utf-8", maxAge: 900 });
  };

/** As many posts as a feed has, the newest. */
const POSTS = 20;

/** The library writes version 1, which has one author and no language. */
const asJsonFeed = (feed: Feed, language: string): string => {
  const { author, ...rest } = JSON.parse(feed.json1()) as Record<string, unknown>;
  const version = "https://jsonfeed.org/version/1.1";
  return JSON.stringify({ ...rest, version, language, authors: [author] }, null, 4);
};

/**
 * The newest posts for feed readers, as Atom (RFC 4287) or JSON Feed 1.1.
 * @param kind which of the two.
 */
export const newsFeedHandler =
  (services: Services, kind: keyof typeof NEWS_FEEDS) =>
  async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const { publicUrl, community } = services.config;
    const { brand } = community;
    const { items } = await listNews(systemContext(services, "news feed"), { limit: POSTS });
    const isAtom = kind === "atom";
    // Of a post Atom's texts are HTML here; of the feed they are plain, and an ampersand is to be written as XML.
    const said = isAtom ? escapeHtml : String;
    const plain = (text: string) => (isAtom ? text.replaceAll("&", "&amp;") : text);
    const feed = new Feed({
      id: `${publicUrl}/news`,
      title: plain(brand.name),
      description: plain(brand.description),
      author: { name: plain(brand.name), link: publicUrl },
      link: `${publicUrl}/news`,
      generator: false,
      // A feed without posts is as old as the world, so that it is the same each time.
      updated: new Date(items[0]?.publishedAt ?? 0),
      feedLinks: { atom: publicUrl + NEWS_FEEDS.atom.path, json: publicUrl + NEWS_FEEDS.json.path },
    });
    for (const { slug, title, summary, publishedAt } of items) {
      const link = `${publicUrl}/news/${slug}`;
      const date = new Date(publishedAt);
      feed.addItem({
        id: link,
        link,
        title: said(title),
        description: said(summary),
        content: escapeHtml(summary),
        date,
        published: date,
      });
    }
    const body = isAtom ? feed.atom1() : asJsonFeed(feed, brand.language);
    return taggedFile(request, {
      body,
      type: `${NEWS_FEEDS[kind].type}; charset=utf-8`,
      maxAge: 300,
    });
  };
