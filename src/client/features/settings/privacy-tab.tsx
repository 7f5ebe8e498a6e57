import { Link } from "@tanstack/react-router";
import { ChevronRight, Download, FileArchive, ScrollText, ShieldCheck } from "lucide-react";
import { useId, useRef, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { ConsentLine } from "#client/components/rich-text-view.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { saveFile } from "#client/lib/save-file.ts";
import { useTokens } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { archiveName, ARCHIVES } from "#shared/archive-messages.ts";
import { CONSENT_LIST, CONSENT_NAMES, MARKETING_TEXT } from "#shared/consent-messages.ts";
import { ARCHIVE_POLL_MS } from "#shared/constants/time.ts";
import { PRIVACY_SETTINGS } from "#shared/member-area-messages.ts";
import type { ArchiveStatus } from "#shared/schemas/administration.ts";
import type { MemberConsents } from "#shared/schemas/consents.ts";
import { MergeSection } from "./merge-section.tsx";
import { SettingsSection } from "./section.tsx";

const FILE = "/api/userprofile/export/file";
const FORBIDDEN = 403;

/** Fetches the file and has the browser save it. */
const useDownload = () => {
  const tokens = useTokens();
  const { archives } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const ask = async (): Promise<Response> => {
    const token = tokens.read();
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(FILE, { headers });
    const fresh = response.headers.get("x-auth-token");
    if (token !== null && fresh !== null) tokens.offer(fresh, token);
    return response;
  };
  const download = async (readyAt: string) => {
    setIsBusy(true);
    try {
      let response = await ask();
      if (response.status === FORBIDDEN) {
        // The same as a call, which has the person confirm who they are.
        await archives.open.fetch(undefined, { staleTime: 0, gcTime: 0 });
        response = await ask();
      }
      if (!response.ok) {
        const { message } = (await response.json()) as { message?: string };
        toast("error", message ?? ARCHIVES.downloadFailed, "settings");
        await archives.read.invalidate();
        return;
      }
      saveFile(archiveName(readyAt), await response.blob());
    } catch (failure) {
      toast("error", messageOf(failure) ?? ARCHIVES.downloadFailed, "settings");
    } finally {
      setIsBusy(false);
    }
  };
  return { download: (readyAt: string) => void download(readyAt), isBusy };
};

const useAsk = () => {
  const { archives } = trpc.useUtils();
  return trpc.archives.ask.useMutation({
    onSuccess: (status) => archives.read.setData(undefined, status),
    onError: (error) => toast("error", messageOf(error) ?? ARCHIVES.failed, "settings"),
  });
};

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);

const Ready = ({ status }: { status: ArchiveStatus }) => {
  const { download, isBusy } = useDownload();
  const { readyAt, expiresAt, sizeBytes } = status;
  if (readyAt === null || expiresAt === null || sizeBytes === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-lg border border-ground-600 bg-ground-950/40 p-4">
      <FileArchive className="size-8 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{ARCHIVES.ready}</p>
        <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
          <Fact name={ARCHIVES.madeOn}>{exactTime(new Date(readyAt))}</Fact>
          <Fact name={ARCHIVES.until}>{exactTime(new Date(expiresAt))}</Fact>
          <Fact name={ARCHIVES.size}>{ARCHIVES.sizeText(sizeBytes)}</Fact>
        </dl>
      </div>
      <Button className="w-full sm:w-auto" isBusy={isBusy} onClick={() => download(readyAt)}>
        <Download aria-hidden />
        {ARCHIVES.download}
      </Button>
    </div>
  );
};

const ASK_LABELS = {
  none: ARCHIVES.ask,
  expired: ARCHIVES.ask,
  failed: ARCHIVES.tryAgain,
  ready: ARCHIVES.askAgain,
} as const;

const Standing = ({ status }: { status: ArchiveStatus }) => {
  const ask = useAsk();
  const { state } = status;
  return (
    <div className="space-y-5">
      {state === "waiting" && <Alert kind="info">{ARCHIVES.waiting}</Alert>}
      {state === "failed" && <Alert>{ARCHIVES.failed}</Alert>}
      {state === "expired" && <Alert kind="info">{ARCHIVES.expired}</Alert>}
      {state === "ready" && <Ready status={status} />}
      {state !== "waiting" && (
        <Button
          variant={state === "ready" ? "outline" : "primary"}
          className="w-full sm:w-auto"
          isBusy={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {ASK_LABELS[state]}
        </Button>
      )}
    </div>
  );
};

/** Everything about oneself as one file [DATA-01]. */
const DownloadSection = () => {
  const archive = trpc.archives.read.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? ARCHIVE_POLL_MS : false),
  });
  return (
    <SettingsSection title={ARCHIVES.title} text={ARCHIVES.text}>
      {archive.data !== undefined ? (
        <Standing status={archive.data} />
      ) : archive.isError ? (
        <LoadFailed
          message={ARCHIVES.loadFailed}
          isRetrying={archive.isFetching}
          onRetry={() => void archive.refetch()}
        />
      ) : (
        <Skeleton className="h-11 w-full sm:w-44" />
      )}
    </SettingsSection>
  );
};

const ROW = "py-3 text-[0.95rem]";

/** The policies of which nothing was written down: they were agreed to with the account. */
const Unwritten = ({ policies, joinedAt, entries }: MemberConsents) =>
  policies
    .filter(({ kind }) => entries.every((entry) => entry.kind !== kind))
    .map(({ kind }) => (
      <li key={kind} className={ROW}>
        <span className="font-semibold">{CONSENT_NAMES[kind]}</span>{" "}
        <span className="text-muted">{CONSENT_LIST.joined(exactTime(new Date(joinedAt)))}</span>
      </li>
    ));

/** What one agreed to, and when [CONSENT-01]. */
const OwnConsents = () => {
  const { data, isError, isFetching, refetch } = trpc.consents.mine.useQuery(undefined, {
    staleTime: 0,
  });
  return (
    <SettingsSection title={CONSENT_LIST.title}>
      <p className="text-muted">{CONSENT_LIST.intro}</p>
      {data !== undefined ? (
        <ul aria-label={CONSENT_LIST.title} className="mt-2 divide-y divide-ground-700">
          {data.entries.map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.way}`} className={ROW}>
              <ConsentLine entry={entry} />
            </li>
          ))}
          <Unwritten {...data} />
        </ul>
      ) : isError ? (
        <div className="mt-3">
          <LoadFailed
            message={CONSENT_LIST.loadFailed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeleton className="mt-3 h-24" />
      )}
    </SettingsSection>
  );
};

/**
 * Consent to marketing mails, applied at once and rolled back on failure [ACC-21].
 * Somebody who changes their mind faster than the server answers gets their last choice.
 * @param known what the server has, as far as it has answered.
 */
const useMarketingConsent = (known: boolean) => {
  const {
    members: { profile },
    consents,
  } = trpc.useUtils();
  const waiting = useRef(0);
  const consent = trpc.members.setMarketingConsent.useMutation({
    // One after the other, in the order in which they were chosen.
    scope: { id: "marketing-consent" },
    onMutate: () => {
      waiting.current += 1;
    },
    onSuccess: async (_text, { allowMarketingEmails }) => {
      // What is still on its way may be from before.
      await profile.cancel();
      profile.setData(undefined, (present) => present && { ...present, allowMarketingEmails });
      if (waiting.current === 1) toast("success", ACCOUNT.preferencesUpdated, "settings");
    },
    onError: () => toast("error", ACCOUNT.preferencesError, "settings"),
    onSettled: async () => {
      waiting.current -= 1;
      if (waiting.current > 0) return;
      await profile.invalidate();
      await consents.mine.invalidate();
    },
  });
  return {
    // Not written over what the server has: an answer to something else would take it back.
    isAllowed: consent.isPending ? consent.variables.allowMarketingEmails : known,
    choose: (allowMarketingEmails: boolean) => consent.mutate({ allowMarketingEmails }),
    isFailed: consent.isError,
  };
};

const MarketingChoice = ({ known }: { known: boolean }) => {
  const id = useId();
  const { brand, hasMail } = useSite();
  const { isAllowed, choose, isFailed } = useMarketingConsent(known);
  return (
    <>
      <div className="flex items-start gap-4">
        <Checkbox
          id={id}
          aria-describedby={`${id}-text`}
          checked={isAllowed}
          onCheckedChange={(checked) => choose(checked === true)}
        />
        <div>
          <label htmlFor={id} className="font-semibold">
            {MARKETING_TEXT.label}
          </label>
          <p id={`${id}-text`} className="mt-1.5 max-w-[58ch] text-muted">
            {MARKETING_TEXT.hint(brand.name)}{" "}
            {hasMail ? PRIVACY_SETTINGS.accountMails : PRIVACY_SETTINGS.withoutMail}
          </p>
        </div>
      </div>
      {isFailed && (
        <div className="mt-5">
          <Alert>{ACCOUNT.preferencesFailed}</Alert>
        </div>
      )}
    </>
  );
};

const PAGES = [
  {
    to: "/privacy-policy",
    icon: ShieldCheck,
    title: "Privacy Policy",
    text: PRIVACY_SETTINGS.policyHint,
  },
  {
    to: "/rules",
    icon: ScrollText,
    title: "Rules",
    text: PRIVACY_SETTINGS.rulesHint,
  },
] as const;

/** What is done with one's data. */
export const PrivacyTab = () => {
  const profile = trpc.members.profile.useQuery();
  const hasRules = useSite().ruleTabs.length > 0;
  return (
    <div className="space-y-6">
      <SettingsSection title="Marketing Preferences">
        {profile.data !== undefined ? (
          <MarketingChoice known={profile.data.allowMarketingEmails} />
        ) : profile.isError ? (
          <LoadFailed
            message={ACCOUNT.profileFailed}
            isRetrying={profile.isFetching}
            onRetry={() => void profile.refetch()}
          />
        ) : (
          <div className="flex gap-4">
            <Skeleton className="size-6" />
            <div className="flex-1 space-y-3">
              <Skeleton className="h-5 w-64 max-w-full" />
              <Skeleton className="h-4 w-full max-w-lg" />
            </div>
          </div>
        )}
      </SettingsSection>
      <DownloadSection />
      <OwnConsents />
      <MergeSection />
      <SettingsSection title={PRIVACY_SETTINGS.goodToKnow}>
        <ul className="grid gap-3 md:grid-cols-2">
          {PAGES.filter(({ to }) => to !== "/rules" || hasRules).map(
            ({ to, icon: Icon, title, text }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="group flex h-full items-center gap-4 rounded-lg border border-ground-600 bg-ground-950/40 p-4 transition-colors hover:border-accent/70"
                >
                  <Icon className="size-6 shrink-0 text-accent" aria-hidden />
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold group-hover:text-accent-strong">
                      {title}
                    </span>
                    <span className="mt-0.5 block text-sm text-muted">{text}</span>
                  </span>
                  <ChevronRight
                    className="size-5 shrink-0 text-faint transition-transform group-hover:translate-x-0.5"
                    aria-hidden
                  />
                </Link>
              </li>
            ),
          )}
        </ul>
      </SettingsSection>
    </div>
  );
};
