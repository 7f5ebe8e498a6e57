import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
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
export const useSettle = () => trpc.orders.resolveFlag.useMutation(useAnswer(ORDERS.resolveFailed));

/** Credits a payment that did not fit its order. */
export const useConfirmPayment = () =>
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
