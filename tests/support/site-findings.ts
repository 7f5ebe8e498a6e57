import exampleCommunity from "#community.toml" with { type: "text" };
import type { TebexConfig } from "#server/config/config.ts";
import { readCommunityFile, readDocument } from "#server/config/read-community.ts";
import type { Catalogue, ShownPackage } from "#server/modules/catalogue/index.ts";
import { findingsOf } from "#server/modules/site/checks.ts";
import type { ProblemCode, SiteSection } from "#shared/constants/site.ts";
import type { SiteProblem } from "#shared/schemas/site-document.ts";

export type Part = Record<string, unknown>;
export type Parts = Record<SiteSection, Part & Part[]>;

export const TEBEX: TebexConfig = {
  apiBase: "https://tebex.example/api",
  checkoutUrl: "https://pay.example",
  picturesBase: "https://pictures.example",
  publicToken: "den-1",
  privateKey: null,
  webhookSecret: "secret",
};
export const PUBLIC_URL = "https://den.example";
export const NOW = new Date("2026-11-24T12:00:00Z");

const fileOf = (text: string) => {
  const problems: string[] = [];
  const read = readCommunityFile("community.toml", text, problems);
  if (read === null) throw new Error(problems.join("\n"));
  return read.file;
};
export const EXAMPLE_FILE = fileOf(exampleCommunity);
export const FROSTKEEP_FILE = fileOf(
  await Bun.file(new URL("../communities/frostkeep.toml", import.meta.url)).text(),
);

export const sold = (id: number, expiresAt: string | null = null): ShownPackage => ({
  id,
  name: `Package ${id}`,
  type: "single",
  totalPrice: 1,
  netPrice: 1,
  currency: "USD",
  description: "",
  image: null,
  imageSource: null,
  imageAt: null,
  expiresAt,
  userLimit: null,
});

type Given = {
  file?: typeof EXAMPLE_FILE;
  tebex?: TebexConfig | null;
  /** Ids; null where Tebex has said nothing yet. */
  sells?: readonly number[] | null;
  isStale?: boolean;
  packages?: readonly ShownPackage[];
  calendar?: readonly { title: string; servers: string[] }[];
};

/** What is found in the example after a change. */
export const found = (
  code: ProblemCode,
  edit: (document: Parts) => void = () => {},
  {
    file = EXAMPLE_FILE,
    tebex = TEBEX,
    sells = null,
    isStale = false,
    packages,
    calendar = [],
  }: Given = {},
): Omit<SiteProblem, "code">[] => {
  const document = structuredClone(file.document);
  edit(document as unknown as Parts);
  const { community, problems } = readDocument(file.machine, document);
  if (community === null) throw new Error(JSON.stringify(problems));
  const shown = packages ?? sells?.map((id) => sold(id));
  const catalogue: Catalogue | null =
    shown === undefined ? null : { isStale, fetchedAt: NOW.toISOString(), packages: [...shown] };
  const config = {
    community,
    siteVersion: 1,
    publicUrl: PUBLIC_URL,
    discord: null,
    mail: null,
    tebex,
    maintenance: null,
  };
  return findingsOf({ document, config, catalogue, calendar, now: NOW }).flatMap(
    ({ code: own, ...one }) => (own === code ? [one] : []),
  );
};
