import { expect, test } from "bun:test";
import { join } from "node:path";
import { assetsFromFolder } from "#server/http/static.ts";
import { writeClientBuild } from "#tests/support/client-build.ts";
import { listeningSite, rawRequest } from "#tests/support/http-site.ts";
import { testFolder } from "#tests/support/store.ts";

const SECRET = "what nobody is to read";
const UP = ["..", "%2e%2e", ".%2e", "%2E.", "..%2f..", "..%5c..", "..\\..", "%c0%ae%c0%ae", "..;"];
const UNDER = ["/", "/assets/", "/pictures/", "/api/", "/api/docs/", "/auth/", "/.well-known/"];
/** What lies beside the client's files, or further up. */
const TARGETS = ["secret.txt", "data/lynxden.sqlite", "etc/passwd", "package.json"];

test("nobody reads a file that is none of the site's own, however its path is written", async () => {
  const folder = await testFolder();
  await Bun.write(join(folder, "secret.txt"), SECRET);
  await Bun.write(join(folder, "client/secret.txt"), SECRET);
  await Bun.write(join(folder, "client/.env"), SECRET);
  await writeClientBuild(join(folder, "client"), "build-1");
  const assets = await assetsFromFolder(join(folder, "client"));
  const { url } = await listeningSite({}, { assets });
  const { host } = new URL(url);
  const paths = [
    ...UNDER.flatMap((under) =>
      UP.flatMap((up) =>
        TARGETS.flatMap((target) =>
          [1, 3].map((depth) => `${under}${`${up}/`.repeat(depth)}${target}`),
        ),
      ),
    ),
    "/secret.txt",
    "/.env",
    "/assets/.env",
    "/assets/secret.txt",
    "/manifest.json",
    "/.git/HEAD",
    "//etc/passwd",
    "/assets//etc/passwd",
    "/assets/%00/secret.txt",
    "/assets/secret.txt%00.js",
    `file://${folder}/secret.txt`,
    `/${encodeURIComponent(join(folder, "secret.txt"))}`,
  ];
  const close = `Host: ${host}\r\nConnection: close\r\n\r\n`;
  const reading = async (path: string) => {
    const answer = await rawRequest(url, `GET ${path} HTTP/1.1\r\n${close}`);
    return (
      !/^HTTP\/1.1 (?:400|404) /.test(answer) || answer.includes(SECRET) || answer.includes("root:")
    );
  };
  const found: string[] = [];
  for (let at = 0; at < paths.length; at += 16) {
    const some = paths.slice(at, at + 16);
    const read = await Promise.all(some.map(reading));
    found.push(...some.filter((_, index) => read[index]));
  }
  expect(found).toEqual([]);
});
