import { useId, useRef, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { useSite } from "#client/lib/site.ts";
import { CHANGE_POINTS } from "#shared/admin-messages.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { pointsText } from "#shared/rules/format.ts";
import { PointsForm, PointsFrame, pointsOf, usePointsChange } from "./points-dialog.tsx";

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
