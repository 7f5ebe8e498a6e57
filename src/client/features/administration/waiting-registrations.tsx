import { Link } from "@tanstack/react-router";
import { Alert } from "#client/components/ui/alert.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";

/** Where no mail confirms an address, Admins do: how many wait for that. */
export const WaitingRegistrations = () => {
  const { hasMail } = useSite();
  const { data } = trpc.setup.waiting.useQuery(undefined, {
    enabled: !hasMail,
    refetchInterval: MEMBER_POLL_MS,
  });
  const count = data?.count ?? 0;
  if (hasMail || count === 0) return null;
  return (
    <Alert kind="info" className="my-3">
      {SETUP_WIZARD.waiting(count)}{" "}
      <Link
        to="/member/admin/users"
        search={{ state: "unverified" }}
        className="font-semibold text-accent underline-offset-4 hover:underline"
      >
        {SETUP_WIZARD.showWaiting}
      </Link>
    </Alert>
  );
};
