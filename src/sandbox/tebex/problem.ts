const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Entity",
};

/** Why Tebex does not do something. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** @param detail a sentence for people. */
  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** A problem as the Headless API tells it: problem details of RFC 9457. */
const problemResponse = ({ status, detail }: Problem, path: string): Response =>
  Response.json(
    { status, type: "about:blank", title: TITLES[status] ?? "Error", detail, instance: path },
    { status, headers: { "content-type": "application/problem+json" } },
  );

/** Does the work; a problem becomes the answer. */
export const answerProblems = async (
  request: Request,
  work: () => Response | Promise<Response>,
): Promise<Response> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemResponse(error, new URL(request.url).pathname);
  }
};
