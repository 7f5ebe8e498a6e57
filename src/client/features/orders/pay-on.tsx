import { CreditCard } from "lucide-react";
import { useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { Order } from "#shared/schemas/orders.ts";
import { ORDERS, PURCHASES } from "#shared/shop-messages.ts";
import { CartAgain } from "./cart-again.tsx";

/** Leads an open basket on to Tebex, whose page comes back here once it is paid. */
const usePayOn = (ident: string) => {
  const { shop } = useSite();
  const { shop: asked, orders } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether there is nothing in the basket that could be paid. */
  const [isOver, setIsOver] = useState(false);
  const close = trpc.shop.closeBasket.useMutation({
    onError: (error) => setProblem(messageOf(error) ?? ORDERS.closeFailed),
    onSettled: () => orders.invalidate(),
  });
  const payOn = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const { data } = await asked.basket.fetch({ ident }, { staleTime: 0, gcTime: 0 });
      if (data.complete) await orders.invalidate();
      else if (data.packages.length === 0) {
        setProblem(ORDERS.emptyBasket);
        setIsOver(true);
      } else if (shop !== null) {
        window.location.assign(`${shop.checkoutUrl}/${ident}`);
        return;
      }
    } catch (error) {
      setProblem(messageOf(error) ?? ORDERS.basketFailed);
      setIsOver(codeOf(error) === "not_found");
    }
    setIsBusy(false);
  };
  return { isBusy, problem, isOver, payOn, close };
};

/** Goes on with the payment of an open basket, if there is anything in it. */
export const PayOn = ({
  ident,
  items,
  describedBy,
}: Pick<Order, "items"> & { ident: string; describedBy: string }) => {
  const { isBusy, problem, isOver, payOn, close } = usePayOn(ident);
  return (
    <div className="mt-5 border-t border-ground-700 pt-5">
      {problem !== null && <Alert className="mb-4">{problem}</Alert>}
      <div className="flex flex-wrap gap-3">
        {isOver ? (
          <CartAgain items={items} describedBy={describedBy} />
        ) : (
          <Button isBusy={isBusy} aria-describedby={describedBy} onClick={() => void payOn()}>
            {!isBusy && <CreditCard aria-hidden />}
            {PURCHASES.payOn}
          </Button>
        )}
        <Button
          variant="ghost"
          isBusy={close.isPending}
          aria-describedby={describedBy}
          onClick={() => close.mutate({ ident })}
        >
          {ORDERS.closeBasket}
        </Button>
      </div>
      <p className="mt-3 text-sm text-pretty text-faint">{PURCHASES.unpaidHint}</p>
    </div>
  );
};
