import type { z } from "zod";

const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number"
        ? `${text}[${part}]`
        : text === ""
          ? String(part)
          : `${text}.${String(part)}`,
    "",
  );

/** What a schema finds wrong, one sentence each. @param source where it stands. */
export const problemsOf = (error: z.ZodError, source: string): string[] =>
  error.issues.map((issue) => {
    const path = pathText(issue.path);
    return `${source}: ${path === "" ? "" : `${path}: `}${issue.message}`;
  });
