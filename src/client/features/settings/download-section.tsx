import { Download, FileArchive } from "lucide-react";
import { useState } from "react";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { saveFile } from "#client/lib/save-file.ts";
import { useTokens } from "#client/lib/session/use-session.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ARCHIVES, archiveName } from "#shared/archive-messages.ts";
import { ARCHIVE_POLL_MS } from "#shared/constants/timings.ts";
import type { ArchiveStatus } from "#shared/schemas/archives.ts";
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
export const DownloadSection = () => {
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
