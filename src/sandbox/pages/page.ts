import { escapeHtml } from "#shared/rules/text.ts";

const STYLES = `
  :root { color-scheme: dark; --night: #070b09; --panel: #0f1713; --line: #2a3c32; --bone: #e9efe6;
    --muted: #a3b3a8; --amber: #f5b83d; --moss: #7fd18a; --ember: #ff7a59; }
  * { box-sizing: border-box; }
  body { margin: 0; background: radial-gradient(80rem 40rem at 80% -10rem, #14251b, var(--night) 70%);
    color: var(--bone); font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; min-height: 100vh; }
  main { max-width: 74rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
  h1 { font-size: clamp(1.8rem, 5vw, 2.8rem); line-height: 1.1; margin: 0 0 .5rem; }
  h2 { font-size: 1.2rem; margin: 2.75rem 0 .75rem; color: var(--amber); }
  p { margin: .4rem 0; color: var(--muted); max-width: 60ch; }
  a { color: var(--amber); }
  code { overflow-wrap: anywhere; font: .9em ui-monospace, monospace; color: var(--bone); background: #1d2b23; padding: .1em .35em;
    border-radius: .3em; }
  .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .75rem; background: var(--panel); }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: .5rem .8rem; white-space: nowrap; }
  th { color: var(--muted); font-weight: 500; font-size: .85rem; }
  tbody tr { border-top: 1px solid #1d2b23; }
  td small { color: var(--muted); display: block; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
  .dot { display: inline-block; width: .6rem; height: .7rem; margin-right: .5rem; background: var(--ember);
    clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
  .on .dot { background: var(--moss); }
  button, select, input { font: inherit; color: inherit; background: #1d2b23; border: 1px solid var(--line);
    border-radius: .45rem; padding: .2rem .6rem; }
  input { width: 6.75rem; }
  button { cursor: pointer; }
  :is(button, select, input, a):focus-visible { outline: 2px solid var(--amber); outline-offset: 2px; }
  ul { padding-left: 1.2rem; color: var(--muted); }
  .card { background: var(--panel); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem;
    max-width: 44rem; margin: 10vh auto 0; }
  .tag { color: var(--amber); font-size: .85rem; letter-spacing: .08em; text-transform: uppercase; }
`;

/** A whole document of the sandbox. `body` is trusted markup. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Sandbox</title>
<style>${STYLES}</style>
</head>
<body><main>${body}</main></body>
</html>`;
