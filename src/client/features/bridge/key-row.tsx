import { KeyRound, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { exactTime } from "#client/lib/time.ts";
import { BRIDGE, BRIDGE_GAME_NAMES, BRIDGE_SCOPE_TEXTS } from "#shared/bridge-messages.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const ROW = "flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:gap-x-5 sm:p-5";
const MARK = "hexagon mt-0.5 grid h-11 w-[2.4rem] shrink-0 place-items-center";

const Tags = ({ label, children }: { label: string; children: readonly ReactNode[] }) => (
  <div className="mt-2.5">
    <dt className="sr-only">{label}</dt>
    <dd className="flex flex-wrap gap-1.5">{children}</dd>
  </div>
);
const TAG = "rounded-full border px-2.5 py-0.5 text-sm";

/** One key: for what it is good, and when it was last used. */
export const KeyRow = ({ bridgeKey, onRevoke }: { bridgeKey: BridgeKey; onRevoke: () => void }) => {
  const { name, games, scopes, maker, isMakerAdmin, createdAt, lastUsedAt } = bridgeKey;
  const { revokedAt, expiresAt, state } = bridgeKey;
  const isOver = state !== "active";
  const id = useId();
  return (
    <li className={ROW}>
      <span
        aria-hidden
        className={cn(MARK, isOver ? "bg-night-700 text-faint" : "bg-amber text-night-950")}
      >
        <KeyRound className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h2
          id={id}
          className={cn(
            "flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-lg leading-snug font-semibold wrap-anywhere [unicode-bidi:plaintext]",
            isOver && "text-muted",
          )}
        >
          {name}
          {isOver && (
            <span className="rounded-full bg-ember/15 px-2.5 py-0.5 text-xs text-ember">
              {state === "revoked" ? "Revoked" : "Expired"}
            </span>
          )}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <span className="wrap-anywhere">
            Made <TimeAgo at={createdAt} /> by{" "}
            <bdi className="font-semibold text-bone">
              {maker.firstName} {maker.lastName}
            </bdi>
          </span>
          <span>
            {lastUsedAt === null ? (
              "Never used"
            ) : (
              <>
                Last used <TimeAgo at={lastUsedAt} />
              </>
            )}
          </span>
          {state === "revoked" && revokedAt !== null && (
            <span>
              Revoked <TimeAgo at={revokedAt} />
            </span>
          )}
          {state !== "revoked" && expiresAt !== null && (
            <span>
              {state === "expired" ? "Expired" : "Expires"}{" "}
              <time dateTime={expiresAt} title={exactTime(new Date(expiresAt))}>
                {day.format(new Date(expiresAt))}
              </time>
            </span>
          )}
        </p>
        {!isMakerAdmin && !isOver && (
          <p className="mt-2.5 flex items-start gap-2 text-sm text-amber-strong">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {BRIDGE.makerIsNoAdmin}
          </p>
        )}
        <dl>
          <Tags label="Games">
            {games.map((game) => (
              <span key={game} className={cn(TAG, "border-amber/40 text-amber-strong")}>
                {BRIDGE_GAME_NAMES[game]}
              </span>
            ))}
          </Tags>
          <Tags label="May">
            {scopes.map((scope) => (
              <span key={scope} className={cn(TAG, "border-night-500 text-muted")} title={scope}>
                {BRIDGE_SCOPE_TEXTS[scope].label}
              </span>
            ))}
          </Tags>
        </dl>
      </div>
      {!isOver && (
        <Button
          variant="outline"
          size="sm"
          className="ml-[3.4rem] max-md:h-11 sm:ml-0"
          aria-describedby={id}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      )}
    </li>
  );
};

/** Holds the place of the first keys. */
export const KeySkeletons = () => (
  <SkeletonRows rows={3} className={ROW}>
    <Skeleton className={MARK} />
    <div className="min-w-0 flex-1">
      <Skeleton className="h-6 w-56 max-w-full" />
      <Skeleton className="mt-2 h-4 w-40 max-w-full" />
      <Skeleton className="mt-3 h-6 w-80 max-w-full" />
    </div>
  </SkeletonRows>
);
