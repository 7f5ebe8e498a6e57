/** Stands alone on the page while nothing can be said yet about what will be there. */
export const Loading = () => (
  <main className="grid flex-1 place-items-center" aria-busy="true">
    <output className="flex flex-col items-center gap-4">
      <svg
        viewBox="0 0 24 24"
        className="size-14 animate-spin fill-none stroke-amber [animation-duration:1.6s]"
        aria-hidden="true"
        focusable="false"
      >
        <path
          d="M12 2.500 20.200 7.200v9.600L12 21.500l-8.200-4.700V7.200z"
          pathLength="6"
          strokeDasharray="4.500 1.500"
          strokeWidth="1.500"
          strokeLinecap="round"
        />
      </svg>
      <span className="sr-only">Loading…</span>
    </output>
  </main>
);
