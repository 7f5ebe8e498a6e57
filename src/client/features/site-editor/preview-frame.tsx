import { keepPreviousData } from "@tanstack/react-query";
import { ExternalLink, Monitor, RotateCw, Smartphone } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { HtmlMail } from "#client/components/rich-text-view.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { NativeSelect } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import {
  framedAddress,
  NOTHING_TOLD,
  PREVIEW_FRAME,
  PREVIEW_NEWS,
  previewAddress,
} from "#client/lib/preview.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MAIL_NAMES, type MailName } from "#shared/schemas/community/brand.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { PreviewPage } from "#shared/site-forms/fields.ts";
import { MAILS_FORM } from "#shared/site-forms/words.ts";
import { MAIL_PREVIEW, SITE_PREVIEW } from "#shared/site-messages.ts";
import { type PageTitles, usePageTitles } from "./form/context.ts";

const nameOf = (mail: MailName): string =>
  MAILS_FORM.fields.find(({ key }) => key === mail)?.label ?? mail;

const FORMS = ["html", "text"] as const;

/**
 * Each mail as it will be sent, with all drafts and sample values.
 * @param props.edited key of the field that is being written: the mail that is shown first.
 */
export const MailPreview = ({ edited }: { edited: string | null }) => {
  const [chosen, setChosen] = useState<{ beside: string | null; mail: MailName } | null>(null);
  const written = MAIL_NAMES.find((one) => one === edited) ?? MAIL_NAMES[0];
  const mail = chosen?.beside === edited ? chosen.mail : written;
  const [form, setForm] = useState<(typeof FORMS)[number]>("html");
  const { data, isError, isFetching, refetch } = trpc.site.previewMail.useQuery(
    { mail },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  return (
    <section aria-label={MAIL_PREVIEW.title} className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1.5">
        <NativeSelect
          aria-label={MAIL_PREVIEW.which}
          className="min-w-0 flex-1"
          value={mail}
          onChange={({ currentTarget: { value } }) =>
            setChosen({ beside: edited, mail: MAIL_NAMES.find((one) => one === value) ?? mail })
          }
        >
          {MAIL_NAMES.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </NativeSelect>
        <fieldset
          aria-label={MAIL_PREVIEW.form}
          className="flex shrink-0 rounded-lg border border-ground-600 p-0.5"
        >
          {FORMS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={form === one}
              onClick={() => setForm(one)}
              className="h-10 rounded-md px-3 text-sm font-semibold text-muted hover:text-ink aria-pressed:bg-ground-700 aria-pressed:text-accent-strong"
            >
              {MAIL_PREVIEW[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-clip rounded-xl border border-ground-600 bg-ground-950">
        {data !== undefined ? (
          <>
            <p className="border-b border-ground-700 px-4 py-3 wrap-anywhere">
              <span className="mr-2 text-sm text-faint">{MAIL_PREVIEW.subject}</span>
              <span className="font-semibold">{data.subject}</span>
            </p>
            <section
              aria-label={MAIL_PREVIEW[form]}
              className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
              // What scrolls can be reached by keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
            >
              {form === "html" ? (
                <HtmlMail html={data.html} title={MAIL_PREVIEW.title} />
              ) : (
                <pre className="p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
                  {data.text}
                </pre>
              )}
            </section>
          </>
        ) : isError ? (
          <div className="p-4">
            <LoadFailed
              message={MAIL_PREVIEW.failed}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        ) : (
          <Skeleton className="h-full" />
        )}
      </div>
      <p className="text-sm text-faint">{MAIL_PREVIEW.sample}</p>
    </section>
  );
};

/** How wide the page believes its screen to be, in CSS pixels. */
const WIDTHS = { desktop: 1280, phone: 390 } as const;
type Width = keyof typeof WIDTHS;

const ADDRESSES: Readonly<Record<Exclude<PreviewPage, "page" | "rules">, string>> = {
  home: "/",
  games: "/#ServerListDisplay",
  servers: "/#ServerStatusDisplay",
  tiers: "/#services-title",
  shop: "/shop",
  privacy: "/privacy-policy",
  tickets: "/member/tickets/new-ticket",
  welcome: "/member/notifications",
  login: "/login",
  member: "/member/stats",
  // Pages of a community stand at addresses of one part.
  missing: "/nothing/here",
  quiet: `/member/notifications#${NOTHING_TOLD}`,
};

const rulesAddress = ({ key }: SiteConfig["ruleTabs"][number]) => `/rules?tab=${key}`;

/** Where a page shows one of a section's entries, or the first of them. */
const addressOf = (
  page: PreviewPage,
  entry: number | null,
  { pages, ruleTabs }: Pick<SiteConfig, "pages" | "ruleTabs">,
): string => {
  const index = entry ?? 0;
  if (page === "page") return `/${pages[index] ?? pages[0] ?? ""}`;
  if (page !== "rules") return ADDRESSES[page];
  const tab = ruleTabs[index] ?? ruleTabs[0];
  return tab === undefined ? ADDRESSES.home : rulesAddress(tab);
};

/** The pages that can be looked at, by their addresses. */
const pagesOf = (
  { pages, ruleTabs, shop }: Pick<SiteConfig, "pages" | "ruleTabs" | "shop">,
  titles: PageTitles,
): Readonly<Record<string, string>> => {
  const { shop: ofShop, ...others } = ADDRESSES;
  const known = Object.entries({ ...others, ...(shop !== null && { shop: ofShop }) });
  return Object.fromEntries([
    ...known.map(([name, address]) => [
      address,
      SITE_PREVIEW.pages[name as keyof typeof SITE_PREVIEW.pages],
    ]),
    ...ruleTabs.map((tab) => [rulesAddress(tab), `${SITE_PREVIEW.pages.rules}: ${tab.name}`]),
    ...pages.map((key) => [`/${key}`, titles[key] ?? `/${key}`]),
  ]);
};

/** The size of an element, as it changes. */
const useSize = () => {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [box, size] as const;
};

type PreviewFrameProps = {
  /** Which page shows best what is edited. */
  page: PreviewPage | null;
  /** Which entry of the section's list is edited; null for none. */
  entry: number | null;
  site: SiteConfig;
  /** Another number whenever there is something new to see. */
  saves: number;
  /** Whether the screen itself is a phone's: then there is no wider one to look at. */
  isNarrow: boolean;
};

/** The real page with all drafts, as wide as on a desktop or a phone. */
export const PreviewFrame = ({ page, entry, site, saves, isNarrow }: PreviewFrameProps) => {
  const pages = pagesOf(site, usePageTitles());
  const first = addressOf(page ?? "home", entry, site);
  /** What was chosen holds until another page shows what is edited. */
  const [chosen, setChosen] = useState({ beside: first, address: first });
  const wanted = chosen.beside === first ? chosen.address : first;
  const address = wanted in pages ? wanted : "/";
  const [width, setWidth] = useState<Width>(isNarrow ? "phone" : "desktop");
  const [loads, setLoads] = useState(0);
  const [box, size] = useSize();
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (saves > 0) frame.current?.contentWindow?.postMessage(PREVIEW_NEWS, window.location.origin);
  }, [saves]);

  const wide = WIDTHS[width];
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / wide);
  const left = Math.max(0, (size.width - wide * scale) / 2);
  return (
    <section aria-label={SITE_PREVIEW.title} className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1.5">
        <NativeSelect
          aria-label={SITE_PREVIEW.page}
          className="min-w-0 flex-1"
          value={address}
          onChange={({ currentTarget }) =>
            setChosen({ beside: first, address: currentTarget.value })
          }
        >
          {Object.entries(pages).map(([path, label]) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <fieldset
          aria-label={SITE_PREVIEW.width}
          className="flex rounded-lg border border-ground-600 p-0.5"
        >
          {(["desktop", "phone"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={width === one}
              aria-label={SITE_PREVIEW[one]}
              title={SITE_PREVIEW[one]}
              onClick={() => setWidth(one)}
              className="grid size-10 place-items-center rounded-md text-muted hover:text-ink aria-pressed:bg-ground-700 aria-pressed:text-accent-strong"
            >
              {one === "desktop" ? (
                <Monitor className="size-5" aria-hidden />
              ) : (
                <Smartphone className="size-5" aria-hidden />
              )}
            </button>
          ))}
        </fieldset>
        <Button
          variant="ghost"
          size="icon"
          className="size-10"
          aria-label={SITE_PREVIEW.reload}
          title={SITE_PREVIEW.reload}
          onClick={() => setLoads(loads + 1)}
        >
          <RotateCw aria-hidden />
        </Button>
        <Button asChild variant="ghost" size="icon" className="size-10 max-sm:hidden">
          <a
            href={previewAddress(address)}
            target="_blank"
            rel="noopener"
            aria-label={SITE_PREVIEW.newTab}
            title={SITE_PREVIEW.newTab}
          >
            <ExternalLink aria-hidden />
          </a>
        </Button>
      </div>
      <div
        ref={box}
        className="relative min-h-96 flex-1 overflow-clip rounded-xl border border-ground-600 bg-ground-950"
      >
        {size.width > 0 && (
          // It is our own page, which may do here what it may anywhere.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          <iframe
            key={`${address} ${loads}`}
            ref={frame}
            name={PREVIEW_FRAME}
            title={SITE_PREVIEW.title}
            src={framedAddress(address)}
            className={cn("absolute top-0 origin-top-left border-0")}
            style={{
              left,
              width: wide,
              height: size.height / scale,
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </section>
  );
};
