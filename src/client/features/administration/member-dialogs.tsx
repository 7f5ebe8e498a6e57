import { useNavigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useOnceKeys } from "#client/lib/form.ts";
import { useMay, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CHANGE_POINTS } from "#shared/admin-messages.ts";
import {
  ERASE_REASONS,
  ERASE_WORD,
  type EraseReason,
  LENGTHS,
} from "#shared/constants/accounts.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { LOADED_FRESH_MS } from "#shared/constants/time.ts";
import { TEAM_SCREEN } from "#shared/people-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { ERASE_REASON_NAMES, ERASING } from "#shared/rights-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { pointsText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { PointsForm, PointsFrame, pointsOf, usePointsChange } from "./points-dialog.tsx";
import {
  beyond,
  type Holder,
  lostWith,
  RoleMark,
  type TakenRole,
  TakeRole,
  useTeamRoles,
} from "./role-questions.tsx";
import { userName } from "./user-acts.tsx";

const WAYS = ["add", "take", "set"] as const;
type Way = (typeof WAYS)[number];

/** The balance that comes of it. */
const AFTER: Record<Way, (before: number, amount: number) => number> = {
  add: (before, amount) => before + amount,
  take: (before, amount) => before - amount,
  set: (_, amount) => amount,
};

type ChangePointsProps = {
  userId: string;
  /** What they are called. */
  name: string;
  /** What they have, as it is known by now. */
  points: number;
  onClose: () => void;
};

/** Adds, takes or sets somebody's points, and shows before what comes of it. */
export const ChangePointsDialog = ({ userId, name, points, onClose }: ChangePointsProps) => {
  const { brand } = useSite();
  const group = useId();
  const [way, setWay] = useState<Way>("add");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const change = usePointsChange(onClose);
  const keyOf = useOnceKeys();
  const field = useRef<HTMLInputElement>(null);
  const amount = pointsOf(typed);
  const after = AFTER[way](points, amount);
  const isOut = after > POINTS_MAX || (way === "take" && after < 0);
  const isNothing = typed === "" || after === points;
  const send = () => {
    const said = { userProfileId: userId, reason: reason.trim() };
    change.reset();
    if (way === "set") {
      change.set({ ...said, oldPoints: points, points: amount });
      return;
    }
    const sent = { ...said, delta: way === "add" ? amount : -amount };
    change.add({ ...sent, idempotencyKey: keyOf(sent) });
  };

  return (
    <PointsFrame
      title={CHANGE_POINTS.title}
      field={field}
      isPending={change.isPending}
      onClose={onClose}
    >
      <PointsForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOut && !isNothing) send();
        }}
        hint={CHANGE_POINTS.hint(name)}
        reason={{ value: reason, onChange: ({ target }) => setReason(target.value) }}
        reasonHint={CHANGE_POINTS.reasonHint}
        isPending={change.isPending}
        below={
          <>
            <output className="font-display text-2xl leading-none font-extrabold tracking-wide tabular-nums">
              <span className="text-muted">{pointsText(points)}</span> <span aria-hidden>→</span>
              <span className="sr-only">becomes</span> {pointsText(after)}{" "}
              <span className="text-accent">{brand.currency}</span>
            </output>
            {change.problem !== null && <Alert>{change.problem}</Alert>}
          </>
        }
        submit={
          <Button type="submit" isBusy={change.isPending} disabled={isOut || isNothing}>
            {CHANGE_POINTS.act[way](pointsText(amount), brand.currency)}
          </Button>
        }
      >
        <fieldset className="grid grid-cols-3 rounded-lg border border-ground-500 p-1">
          <legend className="sr-only">{CHANGE_POINTS.way}</legend>
          {WAYS.map((known) => (
            <label
              key={known}
              className="grid h-11 cursor-pointer place-items-center rounded-md font-semibold text-muted transition-colors select-none has-checked:bg-accent has-checked:text-ground-950 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong"
            >
              <input
                type="radio"
                name={group}
                aria-label={CHANGE_POINTS.ways[known]}
                className="sr-only"
                checked={way === known}
                onChange={() => setWay(known)}
              />
              {CHANGE_POINTS.ways[known]}
            </label>
          ))}
        </fieldset>
        <Field label={CHANGE_POINTS.amount} error={isOut ? POINTS.outOfRange : null}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              inputMode="numeric"
              autoComplete="off"
              maxLength={13}
              className="font-semibold tabular-nums"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </PointsForm>
    </PointsFrame>
  );
};

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <div>
    <p className="font-semibold text-ink">{title}</p>
    <ul className="mt-1 list-disc space-y-0.5 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
);

const useErase = () => {
  const { administration } = trpc.useUtils();
  const navigate = useNavigate();
  return trpc.rights.erase.useMutation({
    onSuccess: async (sentence) => {
      toast("success", sentence, "admin");
      await navigate({ to: "/member/admin/users" });
      await administration.invalidate();
    },
  });
};

type EraseDialogProps = { user: AdminUser; onClose: () => void };

/** Asks before an account is erased: what goes, what stays, why, and whether it is really this one. */
const EraseDialog = ({ user, onClose }: EraseDialogProps) => {
  const { mutate, isPending, error } = useErase();
  const [reason, setReason] = useState<EraseReason | "">("");
  const [typed, setTyped] = useState("");
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const word = useRef<HTMLInputElement>(null);
  const { email } = user;
  const isTyped =
    email === "" ? typed.trim() === ERASE_WORD : emailKeyOf(typed.trim()) === emailKeyOf(email);
  return (
    <AlertDialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{ERASING.title}</AlertDialogTitle>
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPending) return;
            setIsTried(true);
            if (reason === "") field.current?.focus();
            else if (isTyped) mutate({ id: user.id, email, reason });
            else word.current?.focus();
          }}
        >
          <AlertDialogDescription asChild>
            <div className="space-y-3">
              <p className="font-semibold wrap-anywhere text-ink">
                {userName(user)} ({fullName(user.profile)}, {email})
              </p>
              <List title={ERASING.goes} items={ERASING.goesList} />
              <List title={ERASING.stays} items={ERASING.staysList} />
              <p>{ERASING.final}</p>
            </div>
          </AlertDialogDescription>
          <Field
            label={ERASING.reason}
            error={isTried && reason === "" ? ERASING.reasonMissing : null}
          >
            {(control) => (
              <NativeSelect
                {...control}
                ref={field}
                required
                value={reason}
                onChange={({ target }) => setReason(target.value as EraseReason | "")}
              >
                <option value="">{ERASING.choose}</option>
                {ERASE_REASONS.map((one) => (
                  <option key={one} value={one}>
                    {ERASE_REASON_NAMES[one]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field
            label={email === "" ? ERASING.typeAddress(ERASE_WORD) : ERASING.typeAddress(email)}
            error={isTried && !isTyped ? ERASING.mismatch : null}
          >
            {(control) => (
              <Input
                {...control}
                ref={word}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={LENGTHS.email}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {error !== null && <Alert>{messageOf(error) ?? ERASING.failed}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" variant="danger" isBusy={isPending}>
              {ERASING.action}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** For Admins: has the account of somebody else erased at once. */
export const EraseButton = ({ user }: { user: AdminUser }) => {
  const [isAsking, setIsAsking] = useState(false);
  const me = useSession();
  if (me?.role !== "Admin" || me.id === user.id) return null;
  return (
    <>
      <Button variant="danger" size="sm" className="max-md:h-11" onClick={() => setIsAsking(true)}>
        {ERASING.open}
      </Button>
      {isAsking && <EraseDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  );
};

/** The roles of one member on their page, each to be taken where whoever looks may do that. */
export const MemberRoles = ({ holder }: { holder: Holder }) => {
  const me = useSession();
  const mayLook = useMay("roles");
  const roles = useTeamRoles(mayLook);
  const held = trpc.team.rolesOf.useQuery(
    { id: holder.id },
    { enabled: mayLook, staleTime: LOADED_FRESH_MS },
  );
  const [taken, setTaken] = useState<TakenRole | null>(null);
  if (!mayLook || held.data === undefined || roles.data === undefined) return null;
  const { roles: theirs } = held.data;
  const known = roles.data;
  return (
    <>
      {theirs.length > 0 && (
        <ul aria-label={TEAM_SCREEN.roles} className="mt-3 flex flex-wrap gap-1.5">
          {theirs.map(({ id, name }) => {
            const role = known.find((one) => one.id === id);
            const mayTake = role !== undefined && beyond(me, role.permissions).length === 0;
            return (
              <RoleMark
                key={id}
                name={name}
                take={mayTake ? TEAM_SCREEN.takeThis(name, holder.name) : null}
                onTake={() => role && setTaken({ id, name, lost: lostWith(known, theirs, role) })}
              />
            );
          })}
        </ul>
      )}
      {taken !== null && <TakeRole holder={holder} role={taken} onClose={() => setTaken(null)} />}
    </>
  );
};
