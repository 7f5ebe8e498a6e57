import { useRef } from "react";
import { MarkdownEditor } from "#client/components/markdown-editor.tsx";
import { asText, valueAt } from "./content.ts";
import { useFacts, useForm, type InputProps } from "./context.ts";
import { Braces, Labelled } from "./simple-inputs.tsx";

/** A text in Markdown; the page beside it shows how it looks. */
export const MarkdownInput = ({ field, path, value }: InputProps<"markdown">) => {
  const { read, set } = useForm();
  const { max } = useFacts(path);
  const control = useRef<HTMLTextAreaElement>(null);
  const text = asText(value);
  return (
    <Labelled field={field} path={path} length={text.length} max={max}>
      {(given) => (
        <div className="group/braces">
          <MarkdownEditor
            {...given}
            label={field.label}
            control={control}
            value={text}
            maxLength={max}
            read={() => asText(valueAt(read(), path))}
            onText={(next) => set(path, next)}
          />
          {field.braces !== undefined && (
            <Braces names={field.braces} control={() => control.current} />
          )}
        </div>
      )}
    </Labelled>
  );
};
