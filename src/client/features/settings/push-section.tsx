import { Bell, Monitor, Smartphone } from "lucide-react";
import { useSyncExternalStore } from "react";
import { TimeAgo } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { type PushSupport, pushSupport, subscribeHere, unsubscribeHere } from "#client/lib/push.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PUSH_SETTINGS } from "#shared/notification-messages.ts";
import type { PushSubscriptionEntry, PushSubscriptions } from "#shared/schemas/preferences.ts";
import { SettingsSection } from "./section.tsx";

const HANDHELD = /android|iphone|ipad|ios|phone|mobile|tablet/i;

const watchPermission = (onChange: () => void): (() => void) => {
  window.addEventListener("focus", onChange);
  return () => window.removeEventListener("focus", onChange);
};

/** What the browser says now: people allow it in its own settings, and come back. */
const useSupport = (): PushSupport =>
  useSyncExternalStore(watchPermission, pushSupport, () => "ready");

const Explanation = ({ support }: { support: Exclude<PushSupport, "ready"> }) => {
  const { title, text } = PUSH_SETTINGS[support];
  return (
    <div className="rounded-lg border border-ground-600 bg-ground-950/40 p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 max-w-[60ch] text-muted">{text}</p>
    </div>
  );
};

const useRemove = () => {
  const { push } = trpc.useUtils();
  return trpc.push.unsubscribe.useMutation({
    onSuccess: () => toast("success", PUSH_SETTINGS.removed, "settings"),
    onError: (error) => toast("error", messageOf(error) ?? PUSH_SETTINGS.failed, "settings"),
    onSettled: () => push.list.invalidate(),
  });
};

const Row = ({ entry }: { entry: PushSubscriptionEntry }) => {
  const { browser, isThis, createdAt, seenAt, pushedAt } = entry;
  const remove = useRemove();
  const Icon = HANDHELD.test(browser) ? Smartphone : Monitor;
  const take = async () => {
    if (isThis) await unsubscribeHere().catch(() => {});
    remove.mutate({ id: entry.id });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 last:pb-0 sm:flex-nowrap">
      <Icon className="size-6 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {browser}
          {isThis && (
            <span className="rounded-full bg-moss/15 px-2.5 py-0.5 text-xs font-semibold text-moss">
              {PUSH_SETTINGS.thisBrowser}
            </span>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>
            {PUSH_SETTINGS.since} <TimeAgo at={createdAt} />
          </span>
          <span>
            {PUSH_SETTINGS.seen} <TimeAgo at={seenAt} />
          </span>
          <span>
            {pushedAt === null ? (
              PUSH_SETTINGS.never
            ) : (
              <>
                {PUSH_SETTINGS.pushed} <TimeAgo at={pushedAt} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={PUSH_SETTINGS.removeLabel(browser)}
        disabled={remove.isPending}
        onClick={() => void take()}
      >
        {PUSH_SETTINGS.remove}
      </Button>
    </li>
  );
};

const Buttons = ({ publicKey, items }: PushSubscriptions) => {
  const user = useSession();
  const { push } = trpc.useUtils();
  const support = useSupport();
  const add = trpc.push.subscribe.useMutation({
    onSuccess: () => toast("success", PUSH_SETTINGS.added, "settings"),
    onError: (error) => toast("error", messageOf(error) ?? PUSH_SETTINGS.failed, "settings"),
    onSettled: () => push.list.invalidate(),
  });
  const test = trpc.push.sendTest.useMutation({
    onSuccess: (sentence) => toast("success", sentence, "settings"),
    onError: (error) => toast("error", messageOf(error) ?? PUSH_SETTINGS.failed, "settings"),
  });
  const addThis = async () => {
    if (user == null) return;
    try {
      const address = await subscribeHere(publicKey, user.id);
      // Whoever said no reads here what follows from it.
      if (address === null) window.dispatchEvent(new Event("focus"));
      else add.mutate(address);
    } catch {
      toast("error", PUSH_SETTINGS.subscribeFailed, "settings");
    }
  };
  const isHere = items.some(({ isThis }) => isThis);
  return (
    <>
      {support !== "ready" && !isHere && <Explanation support={support} />}
      <div className="flex flex-wrap gap-3 not-first:mt-4 empty:hidden">
        {support === "ready" && !isHere && (
          <Button disabled={add.isPending} onClick={() => void addThis()}>
            <Bell className="size-5" aria-hidden />
            {add.isPending ? PUSH_SETTINGS.adding : PUSH_SETTINGS.add}
          </Button>
        )}
        {items.length > 0 && (
          <Button variant="outline" disabled={test.isPending} onClick={() => test.mutate()}>
            {PUSH_SETTINGS.test}
          </Button>
        )}
      </div>
    </>
  );
};

/** Which browsers are notified [PUSH-08]. */
export const PushSection = () => {
  const { data, isError, isFetching, refetch } = trpc.push.list.useQuery(undefined, {
    staleTime: 0,
  });
  return (
    <SettingsSection title={PUSH_SETTINGS.title} text={PUSH_SETTINGS.text}>
      {data !== undefined ? (
        <>
          <Buttons {...data} />
          {data.items.length > 0 && (
            <ul aria-label={PUSH_SETTINGS.list} className="mt-5 divide-y divide-ground-700">
              {data.items.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
        </>
      ) : isError ? (
        <LoadFailed
          message={PUSH_SETTINGS.failed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-12 w-64 max-w-full" />
      )}
    </SettingsSection>
  );
};
