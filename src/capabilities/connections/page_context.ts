/**
 * What both pages of connections have in common: that of an owner, and that of a person without an
 * account whom an owner has given a link. Each change is a function of apps, which decides.
 *
 * @module
 */

import { withoutUndefined } from "../../base/objects.ts";
import { lazy } from "../../base/lazy.ts";
import { AuthError } from "../../errors.ts";
import { actionUrl } from "../../http/url.ts";
import { readField } from "../../request/page.ts";
import { renderPart } from "../../response/render.ts";
import { csrfToken } from "../../session/csrf.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type {
  ConnectionFault,
  ConnectionForm,
  ConnectionList,
  ConnectionPageProps,
  ConnectionProps,
  FailedTest,
  SamlForm,
  ShownConnection,
} from "../../../pages/connections/step.ts";
import type { Membership } from "../organizations/membership.ts";
import { list as listDomains } from "./domain_functions.ts";
import { proposeId } from "./connection_id.ts";
import { list as listConnections } from "./functions.ts";
import type { ConnectionsCall } from "./settings.ts";
import { readTest } from "./test_sign_in.ts";
import { logoutPath, metadataPath } from "./paths.ts";
import type { Connection, ConnectionRefusal } from "./typed.ts";
import { isDecidedByOwners } from "./values.ts";

const pages = lazy(() => import("../../../pages/connections/mod.ts"));

/** A query of a page; members without a value are left out. */
export type Query = Record<string, string | undefined>;

/** A visitor of a page. */
export interface ConnectionsPageContext {
  /** The request. */
  readonly ctx: Context;
  /** What reads and changes work with. */
  readonly call: ConnectionsCall;
  /** The config as the app wrote it, for functions of the app. */
  readonly config: AuthConfig;
  /** The one who acts. */
  readonly membership: Membership;
  /** Who that is, for what only this visitor sees: a user, or a browser with an admin link. */
  readonly by: string;
  /** URL of the page. */
  url(query?: Query): string;
  /**
   * Members of the props that depend on the visitor.
   *
   * @param view URL of the view, where it makes a change that needs a fresh proof
   */
  props(view: string): Promise<Omit<ConnectionPageProps, "csrfToken" | "fault" | "formAction">>;
  /** What the list has for owners alone. */
  further?(connection: Connection | undefined, typed: Typed): Promise<Partial<ConnectionList>>;
  /** Answers a visitor who has lost the right to the page. */
  answerLost(): Promise<ResponseInternal>;
}

/** What is typed into the forms. The secret and metadata are in no URL. */
export const FIELDS = [
  ...["id", "domain", "issuer", "clientId", "secretExpires", "tenants", "group", "role"] as const,
  ...["kind", "metadataUrl", "subjectAttribute", "emailAttribute", "groupsAttribute"] as const,
  ...["takesSignedResponse", "startsAtProvider", "signsOutAtProvider", "test"] as const,
] as const;

/** Texts of the fields. */
export type Typed = { readonly [Name in typeof FIELDS[number]]?: string | undefined };

/** The fields in a form. */
export function typedIn(ctx: Context): Typed {
  return Object.fromEntries(FIELDS.map((name) => [name, readField(ctx, name) || undefined]));
}

/** What a link of the page says: which connection or domain, and which kind of form. */
export function linkedIn({ request: { query } }: Context): Typed {
  return pickLinked(query.step, query);
}

/** The fields that links of the page have. A link of a stranger must fill in no other. */
export function pickLinked(step: string | undefined, { id, kind, domain, test }: Typed): Typed {
  return withoutUndefined({
    ...{ id, kind, domain: step === "remove-domain" ? domain : undefined },
    test: step === "tried" ? test : undefined,
  });
}

/** Answers with a state of the page. */
export async function show(
  ctx: Context,
  props: ConnectionProps,
  status?: number,
): Promise<ResponseInternal> {
  const all = { ...props, csrfToken: await csrfToken(ctx) };
  const load = async () => (await pages()).connectionsPart as never;
  const answer = await renderPart<object>("connections", load, all, ctx.request, ctx.config);
  return status === undefined || answer.redirect !== undefined ? answer : { ...answer, status };
}

/** What a form has led to, for the page that is shown again. */
export interface Again {
  /** What was typed. */
  readonly typed?: Typed | undefined;
  /** What is wrong with it. */
  readonly fault?: ConnectionFault | undefined;
  /** What a test has found. */
  readonly failed?: FailedTest | undefined;
}

/** The views that ask before a change, or have its form. */
const VIEWS: ReadonlySet<string | undefined> = new Set([
  ...["change", "remove", "remove-domain", "require", "release"],
]);

/** Shows the view that a query names, or the list. */
export async function showView(
  context: ConnectionsPageContext,
  step: string | undefined,
  again: Again = {},
): Promise<ResponseInternal> {
  const { ctx, config, membership, url } = context;
  const [domains, connections] = await Promise.all([
    listDomains(config, membership),
    listConnections(config, membership),
  ]);
  if (!domains.ok) return await answerRefusal(context, domains);
  if (!connections.ok) return await answerRefusal(context, connections);
  const [connection] = connections.connections;
  const { typed = {}, fault } = again;
  if (step === "tried") {
    const found = await readTest(context.call, context, typed.test ?? "");
    const shared = await context.props(url());
    if (found && !shared.isReadOnly) {
      return await show(ctx, { ...shared, formAction: url(), step, ...found });
    }
  }
  const view = VIEWS.has(step) ? step : undefined;
  const shared = await context.props(url({ step: view, ...pickLinked(view, typed) }));
  const common = { ...shared, formAction: url(), fault };
  const one = shared.isReadOnly ? undefined : findView(context, view, typed, connection);
  if (one) return await show(ctx, { ...common, ...one } as ConnectionProps);
  const redirectId = connection?.id ??
    await proposeId(context.call, membership.organization.id, membership.organization.slug);
  const { kinds } = context.call.own;
  const chosen = connection?.kind ?? (typed.kind === "saml" ? "saml" : "oidc");
  const kind = connection || kinds.includes(chosen) ? chosen : kinds[0]!;
  const other = kind === "saml" ? "oidc" : "saml";
  return await show(ctx, {
    ...common,
    step: "list",
    domains: domains.domains.map(({ name, isProven, lostAt, record }) => ({
      ...{ name, isProven, lostAt, record },
      removeUrl: url({ step: "remove-domain", domain: name }),
    })),
    domain: typed.domain ?? "",
    kind,
    redirectUri: actionUrl(ctx, "callback", redirectId),
    ...kind === "saml" ? { entityId: actionUrl(ctx, metadataPath(redirectId)) } : {},
    ...!connection && kinds.includes(other) ? { otherKindUrl: url({ kind: other }) } : {},
    ...connection
      ? {
        connection: toShown(ctx, connection),
        urls: {
          change: url({ step: "change", id: connection.id }),
          // Without it where owners have decided what would be lost.
          ...context.further || !isDecidedByOwners(connection, connection.isRequired)
            ? { remove: url({ step: "remove", id: connection.id }) }
            : {},
        },
      }
      : kind === "saml"
      ? { createSaml: makeSamlForm(context, typed) }
      : { create: makeForm(ctx, typed, undefined, fault) },
    ...again.failed ? { failed: again.failed } : {},
    ...await context.further?.(connection, typed),
  });
}

/** The state of a view; `undefined` where there is nothing to ask about. */
function findView(
  context: ConnectionsPageContext,
  step: string | undefined,
  typed: Typed,
  connection: Connection | undefined,
): object | undefined {
  if (step === "remove-domain") return typed.domain ? { step, domain: typed.domain } : undefined;
  if (step === undefined || !connection || typed.id !== connection.id) return undefined;
  const { id } = connection;
  if (step === "change") {
    return connection.saml
      ? { step, id, saml: makeSamlForm(context, typed, connection) }
      : { step, id, form: makeForm(context.ctx, typed, connection) };
  }
  if (step === "remove") return { step, id };
  // Only owners decide about it.
  return context.further && connection.isRequired === (step === "release")
    ? { step, id }
    : undefined;
}

function toShown(ctx: Context, connection: Connection): ShownConnection {
  const { id, kind, issuer, clientId, saml, secretExpires, tenants, isRequired } = connection;
  const signOutUrl = saml ? actionUrl(ctx, logoutPath(id)) : actionUrl(ctx, "signout", id);
  return {
    ...{ id, kind, issuer, clientId, secretExpires, tenants, isRequired },
    ...saml ? { ssoUrl: saml.ssoUrl } : {},
    ...connection.signsOutAtProvider ? { signOutUrl } : {},
  };
}

/** What was chosen in a form that was sent, else what is stored. */
function isChosen(ctx: Context, typed: string | undefined, stored: boolean | undefined): boolean {
  return ctx.request.method === "POST" ? typed === "1" : stored === true;
}

/** The form of a provider that speaks SAML; what was typed counts where a form was sent. */
function makeSamlForm(
  { ctx, call: { own: { saml } } }: ConnectionsPageContext,
  typed: Typed,
  stored?: Connection,
): SamlForm {
  const isSent = ctx.request.method === "POST" && typed.kind === "saml";
  const known = isSent ? undefined : stored?.saml;
  return {
    metadataUrl: typed.metadataUrl ?? "",
    metadata: readField(ctx, "metadata"),
    subject: typed.subjectAttribute ?? known?.subject ?? "",
    email: typed.emailAttribute ?? known?.email ?? "",
    groups: typed.groupsAttribute ?? known?.groups ?? "",
    takesSignedResponse: typed.takesSignedResponse === "1" || known?.takesSignedResponse === true,
    startsAtProvider: typed.startsAtProvider === "1" || known?.startsAtProvider === true,
    ...saml?.leaves
      ? { signsOutAtProvider: isChosen(ctx, typed.signsOutAtProvider, stored?.signsOutAtProvider) }
      : {},
  };
}

/** The form of the provider, with what was typed before. */
function makeForm(
  ctx: Context,
  { issuer, clientId, secretExpires, tenants, signsOutAtProvider }: Typed,
  stored?: Connection,
  fault?: ConnectionFault,
): ConnectionForm {
  const date = stored?.secretExpires?.toISOString().slice(0, 10);
  // Few issuers stand for many tenants.
  const asks = stored?.tenants || tenants !== undefined || fault?.field === "tenants";
  return {
    issuer: issuer ?? stored?.issuer ?? "",
    clientId: clientId ?? stored?.clientId ?? "",
    secretExpires: secretExpires ?? date ?? "",
    signsOutAtProvider: isChosen(ctx, signsOutAtProvider, stored?.signsOutAtProvider),
    ...asks ? { tenants: tenants ?? stored?.tenants?.join(" ") ?? "" } : {},
  };
}

/** Answers a refusal for which the page cannot be shown. */
async function answerRefusal(
  context: ConnectionsPageContext,
  { location }: Pick<ConnectionRefusal, "location">,
): Promise<ResponseInternal> {
  return location === undefined ? await context.answerLost() : { redirect: location };
}

/**
 * Makes a change, and shows its view again for one that did not take place.
 *
 * @param step view of the form
 * @param run returns the answer, or a refusal
 */
export async function attempt(
  context: ConnectionsPageContext,
  step: string,
  typed: Typed,
  run: () => Promise<ResponseInternal | ConnectionRefusal>,
): Promise<ResponseInternal> {
  let fault: ConnectionFault;
  let failed: FailedTest | undefined;
  try {
    const result = await run();
    if (!("ok" in result)) return result;
    const { reason, location } = result;
    if (location !== undefined || reason === "not-member") {
      return await answerRefusal(context, result);
    }
    fault = { reason };
  } catch (error) {
    const field = fieldIn(error);
    if (field === undefined) throw error;
    fault = { field };
    const { message } = (error as AuthError).cause as { message?: unknown };
    // What metadata lacks is a sentence for the person who brought it.
    if (/^metadata/.test(field) && typeof message === "string") {
      failed = { lacks: "metadata", message: message.slice(0, 500) };
    }
  }
  return await showView(context, step, { typed, fault, failed });
}

/** The field that was typed wrong. */
function fieldIn(error: unknown): string | undefined {
  const { field } = error instanceof AuthError ? (error.cause ?? {}) as { field?: unknown } : {};
  return typeof field === "string" ? field : undefined;
}
