import { Link } from "@tanstack/react-router";
import { Flag as FlagIcon } from "lucide-react";
import { PagedList } from "#client/components/paged-list.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { TITLES } from "#shared/messages.ts";
import type { Flag } from "#shared/schemas/orders.ts";
import { FLAG_NAMES, SHOP_ADMIN_ACTS } from "#shared/shop-admin-messages.ts";
import { ORDERS } from "#shared/shop-messages.ts";

/** Says in a toast what came of an act, and looks at everything about orders again. */
const useAnswer = (failure: string) => {
  const { orders } = trpc.useUtils();
  return {
    onSuccess: (sentence: string) => toast("success", sentence, "admin"),
    onError: (error: unknown) => toast("error", messageOf(error) ?? failure, "admin"),
    onSettled: () => orders.invalidate(),
  };
};

/** Works on an event again. */
export const useReplay = () => trpc.orders.replay.useMutation(useAnswer(ORDERS.replayFailed));

/** Marks something that needed a look as settled. */
const useSettle = () => trpc.orders.resolveFlag.useMutation(useAnswer(ORDERS.resolveFailed));

/** Credits a payment that did not fit its order. */
const useConfirmPayment = () =>
  trpc.orders.confirmPayment.useMutation(useAnswer(ORDERS.paymentConfirmFailed));

/**
 * Credits an order without its event. The dialog that asked says why it did not work.
 * @param onDone it is credited.
 */
export const useConfirm = (onDone: () => void) => {
  const { onSuccess, onSettled } = useAnswer(ORDERS.confirmFailed);
  const { mutate, reset, isPending, error } = trpc.orders.confirm.useMutation({
    onSuccess: (sentence) => {
      onSuccess(sentence);
      onDone();
    },
    onSettled,
  });
  return {
    mutate,
    reset,
    isPending,
    problem: error === null ? null : (messageOf(error) ?? ORDERS.confirmFailed),
  };
};

/** Gives what a payment brings that did not fit its order. */
const ConfirmPayment = ({ paymentId, orderId }: { paymentId: number; orderId: number | null }) => {
  const { mutate, isPending } = useConfirmPayment();
  return (
    <Button
      size="sm"
      isBusy={isPending}
      aria-label={orderId === null ? SHOP_ADMIN_ACTS.credit : SHOP_ADMIN_ACTS.creditOf(orderId)}
      onClick={() => mutate({ paymentId })}
    >
      Credit
    </Button>
  );
};

const LINK =
  "inline-flex min-h-6 items-center underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong";

const FlagRow = ({ flag }: { flag: Flag }) => {
  const { id, kind, orderId, paymentId, details, createdAt } = flag;
  const { mutate, isPending } = useSettle();
  const name = FLAG_NAMES[kind];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2.5 px-4 py-3.5 sm:gap-x-5 @2xl:grid-cols-[auto_minmax(0,1fr)_auto] @2xl:items-center @2xl:px-5">
      <span
        aria-hidden
        className="hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center bg-ember/15 text-ember"
      >
        <FlagIcon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="leading-snug font-semibold text-ink">{name}</p>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">{details}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-faint">
          <Moment at={createdAt} />
          {orderId !== null && (
            <>
              <Link to="/member/admin/orders" search={{ order: orderId }} className={LINK}>
                {TITLES.order(orderId)}
              </Link>
              <Link to="/member/admin/inbox" search={{ order: orderId }} className={LINK}>
                {SHOP_ADMIN_ACTS.eventsOf(orderId)}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 justify-self-start @2xl:col-start-3">
        {paymentId !== null && <ConfirmPayment paymentId={paymentId} orderId={orderId} />}
        <Button
          variant="outline"
          size="sm"
          isBusy={isPending}
          aria-label={`Settle: ${name}${orderId === null ? "" : `, order #${orderId}`}`}
          onClick={() => mutate({ id })}
        >
          Settle
        </Button>
      </div>
    </li>
  );
};

/** What the server is asked for: all that nobody has settled yet, or what is about one order. */
export const flagInputOf = (orderId: number | undefined) => ({
  isResolved: false,
  orderId,
  limit: PAGE_SIZE,
});

/** What an Admin should look at and nobody has settled yet. */
export const useOpenFlags = (orderId: number | undefined) =>
  trpc.orders.flags.useInfiniteQuery(flagInputOf(orderId), {
    ...PAGED,
    staleTime: LOADED_FRESH_MS,
  });

/** The same as a list; nothing where there is nothing. */
export const OpenFlags = ({ list }: { list: ReturnType<typeof useOpenFlags> }) => {
  const flags = itemsOf(list.data);
  if (!list.isError && (flags === undefined || flags.length === 0)) return null;
  return (
    <section aria-labelledby="open-flags" className="mt-3 mb-5">
      <h2 id="open-flags" className="headline mb-2 text-xl">
        {SHOP_ADMIN_ACTS.needsLook}
      </h2>
      <PagedList
        list={list}
        items={flags}
        label={SHOP_ADMIN_ACTS.needsLook}
        counted={["entry", "entries"]}
        failure={ORDERS.flagsFailed}
        skeletons={null}
        empty={null}
      >
        {(flag) => <FlagRow key={flag.id} flag={flag} />}
      </PagedList>
    </section>
  );
};
