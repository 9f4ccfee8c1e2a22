/**
 * The page of an organization's single sign-on, for its owners. Each change is a function of apps,
 * which decides; the page asks for a fresh proof before.
 *
 * @module
 */

import { changePage } from "../../core/step_up/change_page.ts";
import { InvalidCheck } from "../../errors.ts";
import { readField } from "../../request/page.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import {
  answerRefusal,
  forbidden,
  memberIn,
  type MemberPageContext,
  organizationUrl,
  slugIn,
} from "../organizations/page_context.ts";
import { makeShell } from "../organizations/page_frame.ts";
import { isRoleToGive } from "./attributes.ts";
import {
  createAdminLink,
  list as listConnections,
  readAdminLink,
  revokeAdminLink,
  update,
} from "./functions.ts";
import type { GroupRole } from "./options.ts";
import { type Change, CHANGES, goOn } from "./page_changes.ts";
import {
  attempt,
  type ConnectionsPageContext,
  linkedIn,
  pickLinked,
  type Query,
  show,
  showView,
  type Typed,
  typedIn,
} from "./page_context.ts";
import { refusal } from "./refusal.ts";
import { withConnections } from "./settings.ts";
import type { Connection } from "./typed.ts";

const STEPS: Readonly<Record<string, Change>> = {
  "add-domain": CHANGES["add-domain"],
  "check-domain": CHANGES["check-domain"],
  "remove-domain": CHANGES["remove-domain"],
  "connect": CHANGES["connect"],
  "change": CHANGES["change"],
  "remove": CHANGES["remove"],
  "test": CHANGES["test"],
  "try": CHANGES["try"],
  "require": {
    words: "require a connection",
    async run(context, { id = "" }) {
      const { config, membership } = context;
      const result = await update(config, membership, id, { required: true });
      return goOn(context, result, "required");
    },
  },
  "release": {
    words: "require a connection no more",
    async run(context, { id = "" }) {
      const { config, membership } = context;
      const result = await update(config, membership, id, { required: false });
      return goOn(context, result, "released");
    },
  },
  "add-role": {
    words: "give a group a role",
    run: (context, { id = "", group = "", role = "" }) =>
      changeRoles(context, id, (list) => [...list, { group, role }]),
  },
  "raise-role": {
    words: "change the order of groups",
    run: (context, { id = "", ...one }) => changeRoles(context, id, (list) => raise(list, one)),
  },
  "remove-role": {
    words: "take the role of a group",
    run: (context, { id = "", ...one }) =>
      changeRoles(context, id, (list) => list.filter((known) => !isSame(known, one))),
  },
  "create-link": {
    words: "make an admin link",
    async run(context) {
      const { ctx, config, membership, url } = context;
      const made = await createAdminLink(config, membership);
      if (!made.ok) return made;
      // The answer to the form has it: a redirect would need a place for it.
      const props = { ...await context.props(url()), formAction: url() };
      return await show(ctx, { ...props, step: "made", url: made.url });
    },
  },
  "revoke-link": {
    words: "revoke an admin link",
    async run(context) {
      const { config, membership } = context;
      return goOn(context, await revokeAdminLink(config, membership), "revoked");
    },
  },
};

/** `GET organization/{slug}/sign-in` and `POST organization/{slug}/sign-in`. */
export const signInPage: ActionHandlers = {
  async GET(ctx) {
    const { step } = ctx.request.query;
    const typed = linkedIn(ctx);
    const found = await readPageContext(ctx, { step, ...typed });
    return "answer" in found ? found.answer : await showView(found.context, step, { typed });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change single sign-on: there is no such step");
    }
    const typed = typedIn(ctx);
    const back = { step, ...pickLinked(step, typed) };
    const found = await readPageContext(ctx, back);
    if ("answer" in found) return found.answer;
    const { context, member } = found;
    const { words, run } = STEPS[step]!;
    assertFreshProof(member.visitor, words, context.url(back));
    return await attempt(context, step, typed, () => run(context, typed));
  },
};

/** The owner whom a request comes from; the answer for all others. */
async function readPageContext(
  ctx: Context,
  back: Query,
): Promise<
  { context: ConnectionsPageContext; member: MemberPageContext } | { answer: ResponseInternal }
> {
  const makeUrl = (slug: string, query: Query = {}) =>
    organizationUrl(ctx, slug, query, "/sign-in");
  const member = await memberIn(ctx, makeUrl(slugIn(ctx), back));
  if ("answer" in member) return member;
  const { membership, visitor, config } = member;
  if (membership.role !== "owner") return { answer: await answerRefusal(ctx, forbidden()) };
  const { name, slug } = membership.organization;
  const url = (query?: Query) => makeUrl(slug, query);
  const context: ConnectionsPageContext = {
    ...{ ctx, config, membership, url },
    by: `user ${visitor.userId}`,
    call: withConnections(member.call),
    props: async (view) => ({
      ...await changePage(ctx, visitor, view),
      organization: { name },
    }),
    further: async (connection, typed) => ({
      ...await readFurther(context, connection, typed),
      shell: await makeShell(member),
    }),
    answerLost: async () => {
      const still = await memberIn(ctx, url());
      return "answer" in still ? still.answer : await answerRefusal(ctx, forbidden());
    },
  };
  return { context, member };
}

/** What owners alone decide: roles, whether members must use the provider, and links. */
async function readFurther(
  { call, config, membership, url }: ConnectionsPageContext,
  connection: Connection | undefined,
  { group = "", role }: Typed,
) {
  const link = await readAdminLink(config, membership);
  const { groups } = call.own;
  const offered = call.settings.access.roles.filter((one) => isRoleToGive(call, one));
  const step = connection?.isRequired ? "release" : "require";
  return {
    ...link.ok ? { link: link.link && pickLink(link.link) } : {},
    ...connection
      ? {
        urls: {
          change: url({ step: "change", id: connection.id }),
          remove: url({ step: "remove", id: connection.id }),
          require: url({ step, id: connection.id }),
        },
      }
      : {},
    ...connection && groups
      ? {
        roles: {
          list: connection.roles ?? groups.roles ?? [],
          isOfApp: connection.roles === null,
          ...{ offered, group },
          // The lowest one, which apps name last.
          role: role ?? offered.at(-1) ?? "",
        },
      }
      : {},
  };
}

function pickLink({ expires, isOpened }: { expires: Date; isOpened: boolean }) {
  return { expires, isOpened };
}

/** Changes the list of roles: a list of the app becomes one of the organization. */
async function changeRoles(
  context: ConnectionsPageContext,
  id: string,
  change: (list: readonly GroupRole[]) => readonly GroupRole[],
) {
  const { config, membership, call: { own: { groups } } } = context;
  const found = await listConnections(config, membership);
  if (!found.ok) return found;
  const known = found.connections.find((one) => one.id === id);
  if (!known || !groups) return refusal("unknown");
  const roles = change(known.roles ?? groups.roles ?? []);
  return goOn(context, await update(config, membership, id, { roles }), "changed");
}

function isSame(one: GroupRole, { group, role }: Typed): boolean {
  return one.group === group && one.role === role;
}

/** Moves a group up by one. */
function raise(list: readonly GroupRole[], one: Typed): readonly GroupRole[] {
  const index = list.findIndex((known) => isSame(known, one));
  if (index < 1) return list;
  return list.with(index - 1, list[index]!).with(index, list[index - 1]!);
}
