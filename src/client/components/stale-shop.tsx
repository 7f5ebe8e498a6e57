import { TimeAgo } from "./time-ago.tsx";
import { Alert } from "./ui/alert.tsx";

/** Says that the store is silent, and how old what is shown is. @param props.updatedAt ISO time. */
export const StaleShop = ({ updatedAt, className }: { updatedAt: string; className?: string }) => (
  <Alert kind="info" className={className}>
    The shop does not answer right now. You see what it offered <TimeAgo at={updatedAt} />; it is
    asked again by itself.
  </Alert>
);
