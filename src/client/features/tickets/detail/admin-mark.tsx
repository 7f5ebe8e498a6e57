/** Says of somebody that they belong to the team. */
export const AdminMark = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-amber/15 px-2 py-0.5 text-xs font-semibold text-amber">
    <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
    Admin
  </span>
);
