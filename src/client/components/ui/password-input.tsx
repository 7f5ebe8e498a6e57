import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { Input } from "./input.tsx";

/** A password, hidden until its writer wants to see it. */
export const PasswordInput = ({
  className,
  disabled,
  ...props
}: Omit<ComponentProps<"input">, "type">) => {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={cn("relative", className)}>
      <Input
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={disabled}
        style={{ paddingRight: "3.25rem" }}
        {...props}
      />
      <button
        type="button"
        aria-label={isShown ? "Hide password" : "Show password"}
        aria-pressed={isShown}
        disabled={disabled}
        onClick={() => setIsShown((shown) => !shown)}
        className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-lg text-muted transition-colors hover:text-bone"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    </div>
  );
};
