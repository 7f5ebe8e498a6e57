import { type ReactNode, useId } from "react";
import { cn } from "#client/lib/cn.ts";

type SettingsSectionProps = {
  title: string;
  /** A sentence or two under the title. */
  text?: ReactNode;
  /** Stands opposite the title, such as a button. */
  aside?: ReactNode;
  /** What cannot be undone is framed in ember. */
  isDangerous?: boolean;
  children: ReactNode;
};

/** One panel of the settings. */
export const SettingsSection = ({
  title,
  text,
  aside,
  isDangerous = false,
  children,
}: SettingsSectionProps) => {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn(
        "panel relative overflow-clip p-5 sm:p-8",
        isDangerous &&
          "before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ember/80",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="max-w-[58ch]">
          <h2 id={id} className="headline text-3xl sm:text-4xl">
            {title}
          </h2>
          {text !== undefined && (
            <div className="mt-2.5 leading-relaxed text-pretty text-muted">{text}</div>
          )}
        </div>
        {aside}
      </div>
      <div className="mt-6">{children}</div>
    </section>
  );
};
