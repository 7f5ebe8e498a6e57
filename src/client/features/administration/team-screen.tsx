import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { usePeopleSearch } from "#client/components/person-filter.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Field, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import type { TeamSearch } from "#client/lib/routing/list-searches.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { useMay, useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { TITLES } from "#shared/messages.ts";
import { TEAM_SCREEN } from "#shared/people-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { TeamMember, TeamRole } from "#shared/schemas/team.ts";
import {
  beyond,
  GiveRoleDialog,
  type Holder,
  lostWith,
  RoleMark,
  type TakenRole,
  TakeRole,
  useTeamRoles,
} from "./role-questions.tsx";
import { RoleDialog, TeamRoles } from "./team-roles.tsx";

const ROW =
  "grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-2.5 @3xl:grid-cols-[16rem_minmax(0,1fr)_auto] @3xl:px-5 @3xl:py-1.5";
const PEOPLE_ID = "team-people";
const FOUND = 8;

const Name = ({ person }: { person: TeamMember }) => {
  const name = fullName(person);
  const look = "text-lg leading-snug font-semibold wrap-anywhere";
  return useMay("members") ? (
    <Link
      to="/member/admin/users/$id"
      params={{ id: person.id }}
      className={`${look} rounded-sm decoration-accent underline-offset-4 transition-colors hover:text-accent-strong hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center`}
    >
      {name}
    </Link>
  ) : (
    <span className={look}>{name}</span>
  );
};

type MemberRowProps = {
  person: TeamMember;
  /** All that there are; undefined until they are known. */
  roles: readonly TeamRole[] | undefined;
  onGive: (holder: Holder) => void;
  onTake: (holder: Holder, role: TakenRole) => void;
};

const MemberRow = ({ person, roles: known, onGive, onTake }: MemberRowProps) => {
  const me = useSession();
  const roles = known ?? [];
  const holder = { id: person.id, name: fullName(person) };
  return (
    <li aria-label={holder.name} className={ROW}>
      <div className="min-w-0">
        <Name person={person} />
        {!person.isActive && (
          <p className="text-sm text-pretty text-ember">{TEAM_SCREEN.notInUse}</p>
        )}
        {person.isActive && (
          <p className={`text-sm ${person.hasSecondFactor ? "text-faint" : "text-ember"}`}>
            {person.hasSecondFactor ? TEAM_SCREEN.hasFactor : TEAM_SCREEN.noFactor}
          </p>
        )}
      </div>
      <ul
        aria-label={`${TEAM_SCREEN.roles}: ${holder.name}`}
        className="flex flex-wrap gap-1.5 @max-3xl:order-last @max-3xl:col-span-2"
      >
        {person.isAdmin && <RoleMark name={TEAM_SCREEN.admin} take={null} onTake={() => {}} />}
        {person.roles.map(({ id, name }) => {
          const role = roles.find((one) => one.id === id);
          const mayTake = role !== undefined && beyond(me, role.permissions).length === 0;
          return (
            <RoleMark
              key={id}
              name={name}
              take={mayTake ? TEAM_SCREEN.takeThis(name, holder.name) : null}
              onTake={() =>
                role && onTake(holder, { id, name, lost: lostWith(roles, person.roles, role) })
              }
            />
          );
        })}
      </ul>
      <div className="flex justify-end">
        {!person.isAdmin && person.isActive && (
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11"
            onClick={() => onGive(holder)}
          >
            <Plus aria-hidden />
            {TEAM_SCREEN.give}
            <span className="sr-only">{TEAM_SCREEN.to(holder.name)}</span>
          </Button>
        )}
      </div>
    </li>
  );
};

/** Finds a member by name, to give them their first role. */
const AddSomeone = ({ onChoose }: { onChoose: (holder: Holder) => void }) => {
  const id = useId();
  const { box, isOpen, found, people } = usePeopleSearch(FOUND);
  const isNobody = isOpen && found.isSuccess && !box.isBehind && people.length === 0;
  return (
    <div className="w-full sm:max-w-sm">
      <Label htmlFor={id}>{TEAM_SCREEN.add}</Label>
      <div className="relative mt-1.5">
        <Combobox
          id={id}
          {...box}
          closesOnChoose
          items={people}
          itemKey={(person) => person.id}
          listLabel={PEOPLE.list}
          onChoose={(person: Person) => {
            box.onText("");
            onChoose({ id: person.id, name: fullName(person) });
          }}
          input={{
            "aria-describedby": `${id}-hint`,
            maxLength: LENGTHS.search,
            placeholder: TEAM_SCREEN.addHint,
          }}
        >
          {fullName}
        </Combobox>
      </div>
      <output id={`${id}-hint`} className="block min-h-5 text-sm text-muted">
        {found.isError ? PEOPLE.loadFailed : isNobody && TEAM_SCREEN.addNobody}
      </output>
    </div>
  );
};

type TeamPeopleProps = {
  /** All that there are; undefined until they are known. */
  roles: readonly TeamRole[] | undefined;
  /** Those alone are shown who have this role; undefined shows the whole team. */
  roleId: string | undefined;
  onRole: (roleId: string | undefined) => void;
};

/** Who belongs to the team and by which roles, which are given and taken here. */
const TeamPeople = ({ roles, roleId, onRole }: TeamPeopleProps) => {
  const list = trpc.team.members.useInfiniteQuery(
    { roleId, limit: PAGE_SIZE },
    { ...PAGED, refetchInterval: MEMBER_POLL_MS },
  );
  const people = itemsOf(list.data);
  const [given, setGiven] = useState<Holder | null>(null);
  const [taken, setTaken] = useState<{ holder: Holder; role: TakenRole } | null>(null);
  return (
    <section aria-labelledby={PEOPLE_ID} className="mt-8 scroll-mt-24">
      <h2 id={PEOPLE_ID} className="font-display text-2xl font-bold tracking-wide display-case">
        {TEAM_SCREEN.people}
      </h2>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <AddSomeone onChoose={setGiven} />
        <Field label={TEAM_SCREEN.role} className="w-full sm:w-52">
          {(control) => (
            <NativeSelect
              {...control}
              value={roles?.some(({ id }) => id === roleId) === true ? roleId : ""}
              onChange={({ target }) => onRole(target.value || undefined)}
            >
              <option value="">{TEAM_SCREEN.allPeople}</option>
              {roles?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <div className="@container mt-2">
        <PagedList
          label={TEAM_SCREEN.people}
          list={list}
          items={people}
          counted={["person", "people"]}
          failure={TEAM_SCREEN.loadFailed}
          skeletons={
            <SkeletonRows rows={3} className={ROW}>
              <Skeleton className="h-7 w-full @max-3xl:col-span-2 @3xl:col-span-3" />
            </SkeletonRows>
          }
          empty={<EmptyPanel {...TEAM_SCREEN.noPeople} />}
        >
          {(person) => (
            <MemberRow
              key={person.id}
              person={person}
              roles={roles}
              onGive={setGiven}
              onTake={(holder, role) => setTaken({ holder, role })}
            />
          )}
        </PagedList>
      </div>
      {given !== null && <GiveRoleDialog holder={given} onClose={() => setGiven(null)} />}
      {taken !== null && <TakeRole {...taken} onClose={() => setTaken(null)} />}
    </section>
  );
};

/** The roles of the team, and who has them [TEAM-02]. */
export const TeamScreen = ({ search: { role }, onSearch }: SearchProps<TeamSearch>) => {
  const roles = useTeamRoles();
  const [isMaking, setIsMaking] = useState(false);
  return (
    <>
      <ScreenHeading
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TITLES.team}
        actions={
          <Button size="sm" className="max-md:h-11" onClick={() => setIsMaking(true)}>
            <Plus aria-hidden />
            {TEAM_SCREEN.newRole}
          </Button>
        }
      />
      <p className="mt-1.5 max-w-[75ch] text-sm text-pretty text-muted">{TEAM_SCREEN.intro}</p>
      <TeamRoles query={roles} onShow={(roleId) => onSearch({ role: roleId })} />
      <TeamPeople
        roles={roles.data}
        roleId={role}
        onRole={(roleId) => onSearch({ role: roleId })}
      />
      {isMaking && <RoleDialog teamRole={null} onClose={() => setIsMaking(false)} />}
    </>
  );
};
