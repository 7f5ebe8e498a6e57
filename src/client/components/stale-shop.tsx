import { SHOP } from "#shared/shop-messages.ts";
import { TimeAgo } from "./time-ago.tsx";
import { Alert } from "./ui/alert.tsx";

/** Says that Tebex is silent, and how old what is shown is. @param props.updatedAt ISO time. */
export const StaleShop = ({ updatedAt, className }: { updatedAt: string; className?: string }) => (
  <Alert kind="info" className={className}>
    {SHOP.staleBefore} <TimeAgo at={updatedAt} />
    {SHOP.staleAfter}
  </Alert>
);
