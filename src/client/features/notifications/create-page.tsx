import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useSession } from "#client/lib/session/use-session.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CreateForm } from "./create-form.tsx";

/** Where Admins write notifications; nobody else may [NOTE-03]. */
export const CreatePage = () => {
  const isAdmin = useSession()?.role === "Admin";
  return (
    <>
      <Link
        to="/member/notifications"
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-amber-strong"
      >
        <ArrowLeft className="size-4" aria-hidden />
        All notifications
      </Link>
      <h1 className="headline mt-2 text-5xl md:text-6xl">New Notification</h1>
      <div className="mt-8">
        {isAdmin ? (
          <CreateForm />
        ) : (
          <p role="alert" className="text-xl font-semibold text-ember">
            {MESSAGES.accessDenied}
          </p>
        )}
      </div>
    </>
  );
};
