/** The first half of an answer; then the connection is cut. */
export const cutShort = async (whole: Response): Promise<Response> => {
  const bytes = await whole.bytes();
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(half),
    // No error: it would be printed.
    pull: (controller) => controller.error(),
  });
  return new Response(body, { status: whole.status, headers: whole.headers });
};
