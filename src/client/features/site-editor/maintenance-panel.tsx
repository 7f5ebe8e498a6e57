import { Construction } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/alert-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { exactTime, localFieldText } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MAINTENANCE } from "#shared/maintenance-messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import { MAINTENANCE_REASON_MAX, type Maintenance } from "#shared/schemas/maintenance.ts";
import { words } from "#shared/schemas/text.ts";
import { MAINTENANCE_PANEL } from "#shared/site-messages.ts";

const form = z.object({
  reason: words(MAINTENANCE_REASON_MAX),
  expectedEnd: z.string().check(
    z.refine((text) => text === "" || !Number.isNaN(Date.parse(text)), MAINTENANCE_PANEL.wrongEnd),
    z.refine((text) => text === "" || !(Date.parse(text) <= Date.now()), MAINTENANCE.endIsPast),
  ),
});

type DialogProps = { present: Maintenance | null; onClose: () => void };

const MaintenanceDialog = ({ present, onClose }: DialogProps) => {
  const { reason = "", expectedEnd = null } = present ?? {};
  const fields = useForm({
    schema: form,
    initial: {
      reason,
      expectedEnd: expectedEnd === null ? "" : localFieldText(new Date(expectedEnd)),
    },
  });
  const begin = trpc.maintenance.begin.useMutation({
    onSuccess: () => {
      toast("success", MAINTENANCE_PANEL.begun, "admin");
      onClose();
    },
  });
  const send = fields.submit(({ reason, expectedEnd }) =>
    begin.mutate({
      reason,
      expectedEnd: expectedEnd === "" ? null : new Date(expectedEnd).toISOString(),
    }),
  );
  return (
    <AlertDialog open onOpenChange={(open) => !open && !begin.isPending && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{MAINTENANCE_PANEL.dialogTitle}</AlertDialogTitle>
        <AlertDialogDescription>{MAINTENANCE_PANEL.dialogText}</AlertDialogDescription>
        <form onSubmit={send} noValidate className="contents">
          <Field
            label={MAINTENANCE_PANEL.reason}
            hint={MAINTENANCE_PANEL.reasonHint}
            error={fields.error("reason")}
          >
            {(control) => (
              <Input
                {...control}
                {...fields.field("reason")}
                autoComplete="off"
                maxLength={MAINTENANCE_REASON_MAX}
              />
            )}
          </Field>
          <Field
            label={MAINTENANCE_PANEL.expectedEnd}
            hint={MAINTENANCE_PANEL.expectedEndHint(ownTimeZone())}
            error={fields.error("expectedEnd")}
          >
            {(control) => (
              <Input {...control} {...fields.field("expectedEnd")} type="datetime-local" />
            )}
          </Field>
          {begin.isError && <Alert>{messageOf(begin.error) ?? MAINTENANCE_PANEL.failed}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={begin.isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" isBusy={begin.isPending}>
              {present === null ? MAINTENANCE_PANEL.confirm : MAINTENANCE_PANEL.confirmChange}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** Begins the maintenance of the site, and ends it. */
export const MaintenancePanel = () => {
  const { maintenance } = useSite();
  const own = useOwnLang();
  const [isOpen, setOpen] = useState(false);
  const begin = useRef<HTMLButtonElement>(null);
  const end = trpc.maintenance.end.useMutation({
    onSuccess: () => {
      // The button that was pressed goes.
      begin.current?.focus();
      toast("success", MAINTENANCE_PANEL.ended, "admin");
    },
    onError: (error) => toast("error", messageOf(error) ?? MAINTENANCE_PANEL.failed, "admin"),
  });
  return (
    <section
      aria-label={MAINTENANCE.title}
      className="panel mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 font-semibold text-ink">
          {maintenance !== null && <Construction className="size-5 text-accent" aria-hidden />}
          {maintenance === null
            ? MAINTENANCE_PANEL.off
            : MAINTENANCE_PANEL.on(exactTime(new Date(maintenance.begunAt)))}
        </p>
        {maintenance === null ? (
          <p className="mt-0.5 text-sm text-pretty text-muted">{MAINTENANCE_PANEL.offText}</p>
        ) : (
          <p {...own} className="mt-0.5 text-sm wrap-anywhere text-muted">
            {maintenance.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={begin} variant="outline" onClick={() => setOpen(true)}>
          {maintenance === null ? MAINTENANCE_PANEL.begin : MAINTENANCE_PANEL.change}
        </Button>
        {maintenance !== null && (
          <Button isBusy={end.isPending} onClick={() => end.mutate()}>
            {MAINTENANCE_PANEL.end}
          </Button>
        )}
      </div>
      {isOpen && <MaintenanceDialog present={maintenance} onClose={() => setOpen(false)} />}
    </section>
  );
};
