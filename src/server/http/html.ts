/** JSON that may stand in a `<script>`: no `<` closes it or opens a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
