import { type LucideIcon, User, Users } from "lucide-react";
import { useId } from "react";
import { NOTIFICATION_FORM } from "#shared/notification-messages.ts";

const CHOICES: readonly { isGlobal: boolean; label: string; hint: string; icon: LucideIcon }[] = [
  {
    isGlobal: true,
    label: "All Users",
    hint: NOTIFICATION_FORM.everyone,
    icon: Users,
  },
  {
    isGlobal: false,
    label: "Specific Users",
    hint: NOTIFICATION_FORM.chosen,
    icon: User,
  },
];

type AudienceChoiceProps = { isGlobal: boolean; onChange: (isGlobal: boolean) => void };

/** To everybody or to some. */
export const AudienceChoice = ({ isGlobal: chosen, onChange }: AudienceChoiceProps) => {
  const id = useId();
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{NOTIFICATION_FORM.whoGetsIt}</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {CHOICES.map(({ isGlobal, label, hint, icon: Icon }) => (
          <label
            key={label}
            className="group flex cursor-pointer items-center gap-3.5 rounded-lg border border-night-500 bg-night-950/70 p-4 transition-colors hover:border-faint has-checked:border-amber has-checked:bg-amber/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber-strong"
          >
            <input
              type="radio"
              name={id}
              aria-labelledby={`${id}-${String(isGlobal)}`}
              aria-describedby={`${id}-${String(isGlobal)}-hint`}
              checked={isGlobal === chosen}
              onChange={() => onChange(isGlobal)}
              className="size-5 shrink-0 accent-amber outline-none"
            />
            <span className="min-w-0 flex-1">
              <span id={`${id}-${String(isGlobal)}`} className="block font-semibold">
                {label}
              </span>
              <span id={`${id}-${String(isGlobal)}-hint`} className="block text-sm text-muted">
                {hint}
              </span>
            </span>
            <Icon className="size-5 shrink-0 text-faint group-has-checked:text-amber" aria-hidden />
          </label>
        ))}
      </div>
    </fieldset>
  );
};
