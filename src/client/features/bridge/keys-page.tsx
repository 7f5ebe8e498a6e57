import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { PAGED, itemsOf } from "#client/lib/lists.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { BRIDGE, BRIDGE_KEYS } from "#shared/bridge-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/timings.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { KeyRow, KeySkeletons } from "./key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The keys of game-server plugins, revoked ones too, newest first [POINTS-12]. */
export const KeysPage = () => {
  const [isMaking, setIsMaking] = useState(false);
  /** What is asked about stays in the dialog while that fades out. */
  const [asked, setAsked] = useState<BridgeKey | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { bridge } = trpc.useUtils();
  const list = trpc.bridge.keys.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS },
  );
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
      <ListScreen
        eyebrow={BRIDGE_KEYS.eyebrow}
        title={BRIDGE_KEYS.title}
        headingRef={heading}
        label={BRIDGE_KEYS.label}
        actions={
          <Button onClick={() => setIsMaking(true)}>
            <Plus aria-hidden />
            {BRIDGE_KEYS.make}
          </Button>
        }
        intro={
          <>
            {BRIDGE_KEYS.intro}{" "}
            <a
              href="/api/docs"
              className="font-semibold text-amber underline underline-offset-4 hover:text-amber-strong"
            >
              {BRIDGE_KEYS.documentation}
            </a>
            .
          </>
        }
        list={list}
        items={itemsOf(list.data)}
        counted={["key", "keys"]}
        failure={BRIDGE.keysFailed}
        skeletons={<KeySkeletons />}
        empty={
          <EmptyPanel title={BRIDGE_KEYS.empty.title} text={BRIDGE_KEYS.empty.text}>
            <Button onClick={() => setIsMaking(true)}>{BRIDGE_KEYS.empty.action}</Button>
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
      </ListScreen>
      <NewKeyDialog isOpen={isMaking} onClose={() => setIsMaking(false)} />
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={BRIDGE_KEYS.revoke.title}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-bone">{asked.name}</p>
              <p>{BRIDGE_KEYS.revoke.text}</p>
            </>
          }
          action={BRIDGE_KEYS.revoke.action}
          isBusy={revoke.isPending}
          error={revoke.isError ? (messageOf(revoke.error) ?? BRIDGE.revokeFailed) : null}
          onConfirm={() => revoke.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
