import { markPointsUpdated } from "#client/lib/markers.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { POINTS_MARKER_MS } from "#shared/constants/shop.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";

/**
 * What follows a purchase, whatever screen the person is on by then: thanks, the promo's claim, and
 * after 5 s the points here and in other tabs [SHOP-17].
 */
export const useAfterPurchase = () => {
  const { client, members, shop, orders } = trpc.useUtils();
  const promo = useSite().shop?.promoPackage;

  const claim = async (packageId: number) => {
    try {
      await client.shop.claimPromo.mutate({ packageId });
    } catch (error) {
      // The order's event sets the same date.
      console.warn("The promo could not be claimed.", error);
    }
    await shop.promoStatus.invalidate();
  };

  return (packageIds: readonly number[]) => {
    toast("success", CHECKOUT.thanks, "shop");
    if (promo !== undefined && packageIds.includes(promo)) void claim(promo);
    void orders.invalidate();
    setTimeout(() => {
      markPointsUpdated();
      void members.membership.invalidate();
    }, POINTS_MARKER_MS);
  };
};
