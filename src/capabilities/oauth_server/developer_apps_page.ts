/**
 * The page of an organization's own apps, for its owners. Each change is a function that decides; the
 * page asks for a fresh proof before.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { hashParts } from "../../base/hashed.ts";
import { lazy } from "../../base/lazy.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { msFromNow } from "../../base/time.ts";
import { changePage } from "../../core/step_up/change_page.ts";
import { InvalidCheck } from "../../errors.ts";
import { countRead } from "../../limits/request.ts";
import { usedMarks } from "../../records/used.ts";
import { readField } from "../../request/page.ts";
import { renderPart } from "../../response/render.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { assertFreshProof } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type {
  DeveloperAppFault,
  DeveloperAppForm,
  DeveloperAppPageProps,
  DeveloperAppProps,
  ShownDeveloperApp,
} from "../../../pages/oauth_server/developer_step.ts";
import {
  answerRefusal,
  forbidden,
  memberIn,
  type MemberPageContext,
  organizationUrl,
  slugIn,
} from "../organizations/page_context.ts";
import { makeShell } from "../organizations/page_frame.ts";
import {
  type AppRefusal,
  createApp,
  listApps,
  removeApp,
  rotateApp,
  updateApp,
} from "./developer_apps.ts";
import { countPeople } from "./client_grants.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type { OAuthClient } from "./typed.ts";

const page = lazy(() => import("../../../pages/oauth_server/developer.ts"));

/** Milliseconds for which a form that made a secret makes no other one. */
const ONCE_MS = 24 * 60 * 60 * 1000;

/** Seconds for which a secret can be used beside its successor. */
const OVERLAPS: ReadonlySet<string> = new Set(["0", "86400", "604800"]);

type Query = Readonly<Record<string, string | undefined>>;

/** The texts of a form. */
interface Typed extends DeveloperAppForm {
  /** Client id. */
  readonly id: string;
  /** How a new app proves who it is. */
  readonly method: "none" | "secret";
}

/** An owner on the page. */
interface AppPageContext {
  readonly ctx: Context;
  readonly member: MemberPageContext;
  /** URL of the page. */
  url(query?: Query): string;
}

/** A change that a form asks for. */
interface Step {
  /** Words for the change, in logs. */
  readonly words: string;
  /** Makes the change; returns the answer, or why there is none. */
  run(context: AppPageContext, typed: Typed): Promise<ResponseInternal | AppRefusal>;
}

const STEPS: Readonly<Record<string, Step>> = {
  "create": { words: "create an app of the organization", run: create },
  "change": {
    words: "change an app of the organization",
    async run({ member: { config, membership }, url }, { id, name, ...typed }) {
      const changes = {
        name,
        redirectUris: linesIn(typed.redirectUris),
        ...pickLinks(typed, null),
      };
      const result = await updateApp(config, membership, id, changes);
      return result.ok ? { redirect: url({ done: "changed" }) } : result;
    },
  },
  "rotate": { words: "rotate the secret of an app of the organization", run: rotate },
  "remove": {
    words: "remove an app of the organization",
    async run({ member: { config, membership }, url }, { id }) {
      const result = await removeApp(config, membership, id);
      return result.ok ? { redirect: url({ done: "removed" }) } : result;
    },
  },
};

/** `GET organization/{slug}/apps` and `POST organization/{slug}/apps`. */
export const developerAppsPage: ActionHandlers = {
  async GET(ctx) {
    const { query } = ctx.request;
    const { step, id } = query;
    const context = await readContext(ctx, { step, id });
    if ("answer" in context) return context.answer;
    return await showView(context, step, makeTyped((name) => name === "id" ? id ?? "" : ""));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change apps of the organization: there is no such step");
    }
    const typed = makeTyped((name) => readField(ctx, name));
    const back = { step, id: typed.id || undefined };
    const context = await readContext(ctx, back);
    if ("answer" in context) return context.answer;
    const { words, run } = STEPS[step]!;
    assertFreshProof(context.member.visitor, words, context.url(back));
    return await attempt(context, step, typed, () => run(context, typed));
  },
};

/** The owner whom a request comes from; the answer for all others. */
async function readContext(
  ctx: Context,
  back: Query,
): Promise<AppPageContext | { readonly answer: ResponseInternal }> {
  const makeUrl = (slug: string, query: Query = {}) =>
    organizationUrl(ctx, slug, { ...query }, "/apps");
  const member = await memberIn(ctx, makeUrl(slugIn(ctx), back));
  if ("answer" in member) return member;
  const { membership } = member;
  if (membership.role !== "owner") {
    return { answer: await answerRefusal(ctx, forbidden(), membership.organization) };
  }
  const { slug } = membership.organization;
  return { ctx, member, url: (query) => makeUrl(slug, query) };
}

/** Makes an app: a form makes one, however often it is sent. */
async function create(
  context: AppPageContext,
  { name, method, ...typed }: Typed,
): Promise<ResponseInternal | AppRefusal> {
  const { ctx, member: { config, membership }, url } = context;
  return await once(context, "made", async () => {
    const result = await createApp(config, membership, {
      ...{ name, redirectUris: linesIn(typed.redirectUris), hasSecret: method === "secret" },
      ...pickLinks(typed, undefined),
    });
    if (!result.ok) return result;
    const { id, secret } = result.app;
    return secret === undefined
      ? { redirect: url({ done: "made" }) }
      : await show(ctx, { ...await makeProps(context), step: "made", id, name, secret });
  });
}

async function rotate(
  context: AppPageContext,
  { id }: Typed,
): Promise<ResponseInternal | AppRefusal> {
  const { ctx, member: { config, membership } } = context;
  const overlap = readField(ctx, "overlap");
  if (!OVERLAPS.has(overlap)) {
    throw new InvalidCheck("Cannot rotate the secret of an app: there is no such overlap");
  }
  return await once(context, undefined, async () => {
    const result = await rotateApp(config, membership, id, Number(overlap));
    if (!result.ok) return result;
    const { app: { name }, secret } = result;
    return await show(ctx, { ...await makeProps(context), step: "made", id, name, secret });
  });
}

/**
 * Runs a change that shows a secret, once for each form: a reload of its answer posts the form again,
 * and would end the secret that was shown.
 *
 * @param done name of the sentence for a form that has made its secret. Default: none
 */
async function once(
  { ctx, member: { visitor, call: { records } }, url }: AppPageContext,
  done: string | undefined,
  run: () => Promise<ResponseInternal | AppRefusal>,
): Promise<ResponseInternal | AppRefusal> {
  const sent = readField(ctx, "once");
  if (!/^[\w-]{22}$/.test(sent)) return await run();
  const form = await hashParts("form of an app", [visitor.userId, sent]);
  if (!await usedMarks.add(records, form, { expires: msFromNow(ONCE_MS), data: null })) {
    return { redirect: url({ done }) };
  }
  let isMade = false;
  try {
    const result = await run();
    isMade = !("ok" in result);
    return result;
  } finally {
    if (!isMade) await usedMarks.take(records, form);
  }
}

/** Makes a change, and shows its view again for one that did not take place. */
async function attempt(
  context: AppPageContext,
  step: string,
  typed: Typed,
  run: () => Promise<ResponseInternal | AppRefusal>,
): Promise<ResponseInternal> {
  try {
    const result = await run();
    if (!("ok" in result)) return result;
    const { reason, location } = result;
    if (location !== undefined) return { redirect: location };
    if (reason === "not-member" || reason === "forbidden") {
      const still = await readContext(context.ctx, {});
      return "answer" in still ? still.answer : await answerRefusal(context.ctx, forbidden());
    }
    return await showView(context, undefined, typed, { reason });
  } catch (error) {
    const field = fieldIn(error);
    if (field === undefined) throw error;
    return await showView(context, step, typed, { field });
  }
}

/** The field that was typed wrong. */
function fieldIn(error: unknown): string | undefined {
  const { field } = error instanceof TypeError ? (error.cause ?? {}) as { field?: unknown } : {};
  return typeof field === "string" ? field : undefined;
}

/** Shows the view that a query names, or the list. */
async function showView(
  context: AppPageContext,
  step: string | undefined,
  typed: Typed,
  fault?: DeveloperAppFault,
): Promise<ResponseInternal> {
  const { ctx, member, url } = context;
  const found = await listApps(member.config, member.membership);
  if (!found.ok) {
    if (found.location !== undefined) return { redirect: found.location };
    return await answerRefusal(ctx, forbidden());
  }
  const known = found.apps.find(({ id }) => id === typed.id);
  const shown = known && toShown(context, known);
  const view = url({ step, id: typed.id || undefined });
  const common = { ...await makeProps(context, view), fault };
  const isQuestion = shown && !common.isReadOnly &&
    (step === "change" || step === "remove" ||
      step === "rotate" && shown.urls.rotate !== undefined);
  if (isQuestion) {
    const app = step === "rotate"
      ? shown
      : { ...shown, ...withoutUndefined({ people: await readPeople(context, known) }) };
    // What was typed before a fault stands in place of what is stored.
    const form = fault ? typed : formOf(known);
    return await show(ctx, {
      ...common,
      ...step === "change"
        ? { step, app, form: pickForm(form) }
        : { step: step as "remove" | "rotate", app, once: randomBase64url(16) },
    });
  }
  const lost = typed.id !== "" && !known ? { reason: "unknown" as const } : undefined;
  return await show(ctx, {
    ...common,
    fault: fault ?? lost,
    step: "list",
    apps: found.apps.map((one) => toShown(context, one)),
    ...common.isReadOnly ? {} : {
      create: { ...pickForm(typed), method: typed.method, once: randomBase64url(16) },
    },
    shell: await makeShell(member),
  });
}

async function makeProps(
  { ctx, member: { visitor, membership }, url }: AppPageContext,
  view?: string,
): Promise<DeveloperAppPageProps> {
  return {
    formAction: url(),
    ...await changePage(ctx, visitor, view),
    organization: { name: membership.organization.name },
  };
}

async function show(ctx: Context, props: DeveloperAppProps): Promise<ResponseInternal> {
  const all: DeveloperAppProps = { ...props, csrfToken: await csrfToken(ctx) };
  const load = async () => (await page()).developerAppsPart;
  return await renderPart("developer-apps", load, all, ctx.request, ctx.config);
}

/**
 * The people who gave an app of the organization access; its owner may know how many. It asks the store
 * for as much as a page of a list, so it is done for one app; `undefined` where that was asked too often.
 */
async function readPeople(
  { member: { call: { config }, visitor } }: AppPageContext,
  { id }: OAuthClient,
) {
  if (await countRead(config, visitor) !== undefined) return undefined;
  // The check of the config demands what it needs.
  return await countPeople({ config: config as OAuthConfig, settings: settingsIn(config) }, id);
}

function toShown(
  { url }: AppPageContext,
  { id, name, redirectUris, method, createdAt, previousSecretExpires }: OAuthClient,
): ShownDeveloperApp {
  return {
    ...{ id, name, redirectUris, method, createdAt, previousSecretExpires },
    urls: {
      change: url({ step: "change", id }),
      rotate: method === "secret" ? url({ step: "rotate", id }) : undefined,
      remove: url({ step: "remove", id }),
    },
  };
}

function formOf(app: OAuthClient): DeveloperAppForm {
  const { name, redirectUris, clientUri = "", logoUri = "", tosUri = "", policyUri = "" } = app;
  return { name, redirectUris: redirectUris.join("\n"), clientUri, logoUri, tosUri, policyUri };
}

function pickForm(
  { name, redirectUris, clientUri, logoUri, tosUri, policyUri }: DeveloperAppForm,
): DeveloperAppForm {
  return { name, redirectUris, clientUri, logoUri, tosUri, policyUri };
}

/** Reads the texts of a form. */
function makeTyped(read: (name: string) => string): Typed {
  return {
    id: read("id"),
    name: read("name"),
    redirectUris: read("redirectUris"),
    clientUri: read("clientUri"),
    logoUri: read("logoUri"),
    tosUri: read("tosUri"),
    policyUri: read("policyUri"),
    method: read("method") === "none" ? "none" : "secret",
  };
}

/** The lines of a text that have one. */
function linesIn(text: string): readonly string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()).filter((line) => line !== ""))];
}

/** The links that were typed. */
function pickLinks<None>(
  { clientUri, logoUri, tosUri, policyUri }: Pick<
    DeveloperAppForm,
    "clientUri" | "logoUri" | "policyUri" | "tosUri"
  >,
  none: None,
) {
  return {
    clientUri: clientUri.trim() || none,
    logoUri: logoUri.trim() || none,
    tosUri: tosUri.trim() || none,
    policyUri: policyUri.trim() || none,
  };
}
