import { useParams } from "@tanstack/react-router";
import { FRESH, ONCE, forThose } from "#client/lib/routing/lazy-route.ts";
import { MemberPage } from "./member-file.tsx";

export { MemberPanel } from "./member-file.tsx";

export const Member = () => {
  const { id } = useParams({ from: "/_site/member/admin/users_/$id" });
  // Another member's page begins anew.
  return <MemberPage key={id} id={id} />;
};

export const loadMember = forThose<object, { id: string }>(
  "members",
  ({ queries, params: { id } }) =>
    queries.administration.member.prefetch({ id }, { ...ONCE, ...FRESH }),
);
