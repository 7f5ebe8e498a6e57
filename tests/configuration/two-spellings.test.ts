import { expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { readCommunityFile } from "#server/config/read-community.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";

const problemsOf = (text: string): string[] => {
  const problems: string[] = [];
  const read = readCommunityFile("den.toml", text, problems);
  expect(read === null).toBe(problems.length > 0);
  return problems;
};

const withLine = (before: RegExp, line: string) => {
  expect(exampleCommunity).toMatch(before);
  return exampleCommunity.replace(before, `$&\n${line}`);
};

test.each<[name: string, text: string, place: string, first: string, second: string]>([
  [
    "of a section",
    withLine(/^contact_email = .*$/m, 'contactEmail = "other@lynxden.example"'),
    "brand: ",
    "contact_email",
    "contactEmail",
  ],
  [
    "of an entry of a list",
    withLine(/^\[\[servers\]\]$/m, "queryPort = 27016"),
    "servers[0]: ",
    "queryPort",
    "query_port",
  ],
  [
    "of the machine's part",
    withLine(/^idle_hours = .*$/m, "idleHours = 12"),
    "sessions: ",
    "idle_hours",
    "idleHours",
  ],
  ["of the whole file", `${exampleCommunity}\n[a_b]\n[aB]\n`, "", "a_b", "aB"],
])("[CONF-01] two spellings of one name %s are a mistake", (_name, text, place, first, second) => {
  expect(problemsOf(text)).toContain(
    `den.toml: ${place}${SITE_VERSIONS.twoSpellings(first, second)}`,
  );
});

test("[CONF-01] either spelling alone is none, and the same name may stand in several tables", () => {
  expect(problemsOf(exampleCommunity)).toEqual([]);
  expect(problemsOf(exampleCommunity.replace(/^contact_email =/m, "contactEmail ="))).toEqual([]);
});
