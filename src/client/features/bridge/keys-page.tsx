import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { BRIDGE } from "#shared/messages.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { KeyRow, KeySkeletons } from "./key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The keys of game-server plugins, revoked ones too, newest first (facts §5). */
export const KeysPage = () => {
  const [isMaking, setIsMaking] = useState(false);
  /** What is asked about stays in the dialog while that fades out. */
  const [asked, setAsked] = useState<BridgeKey | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { bridge } = trpc.useUtils();
  const list = trpc.bridge.keys.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  const keys = list.data?.pages.flatMap(({ items }) => items);
  const revoke = trpc.bridge.revokeKey.useMutation({
    onSuccess: async () => {
      toast("success", BRIDGE.revoked, "admin");
      await bridge.keys.invalidate();
      setIsAsking(false);
      // The button that was pressed is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <p className="eyebrow">Into the games</p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="headline mt-2 text-5xl outline-none md:text-6xl"
          >
            Bridge Keys
          </h1>
        </div>
        <Button onClick={() => setIsMaking(true)}>
          <Plus aria-hidden />
          New key
        </Button>
      </div>
      <p className="mt-4 max-w-[62ch] text-pretty text-muted">
        A game server's plugin speaks with this site by a key of its own. The calls are described in
        the{" "}
        <a
          href="/api/docs"
          className="font-semibold text-amber underline underline-offset-4 hover:text-amber-strong"
        >
          API documentation
        </a>
        .
      </p>
      <div className="mt-8">
        <PagedList
          list={list}
          items={keys}
          label="Keys"
          counted={["key", "keys"]}
          failure={BRIDGE.keysFailed}
          skeletons={<KeySkeletons />}
          empty={
            <EmptyPanel
              title="No keys yet"
              text="With a key, the plugin of a game server looks players up, takes and gives points, reports who plays and hands out what was bought. Make one for each server."
            >
              <Button onClick={() => setIsMaking(true)}>Make the first key</Button>
            </EmptyPanel>
          }
        >
          {(key) => (
            <KeyRow
              key={key.id}
              bridgeKey={key}
              onRevoke={() => {
                revoke.reset();
                setAsked(key);
                setIsAsking(true);
              }}
            />
          )}
        </PagedList>
      </div>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title="Revoke this key?"
          text={
            <>
              <p className="font-semibold wrap-anywhere text-bone">{asked.name}</p>
              <p>
                Its plugin is refused from now on, and the key cannot be brought back. Make another
                one for it if it is to go on.
              </p>
            </>
          }
          action="Yes, Revoke"
          isBusy={revoke.isPending}
          error={revoke.isError ? (messageOf(revoke.error) ?? BRIDGE.revokeFailed) : null}
          onConfirm={() => revoke.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
