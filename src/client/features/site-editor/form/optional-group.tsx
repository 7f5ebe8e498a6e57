import { useRef } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import type { FieldOf } from "#shared/site-forms/fields.ts";
import type { Json, Path } from "./content.ts";
import { fieldId, useForm } from "./context.ts";
import { Notices } from "./notices.tsx";

/** A group that a community may have or not; what stood in it comes back while the form is open. */
export const OptionalGroup = ({
  field,
  path,
  value,
}: {
  field: FieldOf<"group">;
  path: Path;
  value: Json | undefined;
}) => {
  const { set, draw } = useForm();
  const last = useRef<Json | undefined>(undefined);
  return (
    <section id={fieldId(path)} className="panel scroll-mt-40 p-4 sm:p-5">
      <h2>
        <Label className="flex min-h-11 items-center gap-3 font-display text-2xl leading-none font-bold tracking-wide">
          <Checkbox
            checked={value !== undefined}
            onCheckedChange={(checked) => {
              if (checked !== true) last.current = value;
              set(path, checked === true ? (last.current ?? field.blank ?? {}) : undefined);
            }}
          />
          {field.label}
        </Label>
      </h2>
      {field.hint !== undefined && <p className="text-sm text-pretty text-muted">{field.hint}</p>}
      <Notices path={path} />
      {value !== undefined && <div className="mt-4">{draw(field.fields, path, value)}</div>}
    </section>
  );
};
