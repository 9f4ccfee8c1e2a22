/**
 * Handlers and functions of capabilities that apps make, as the core calls them.
 *
 * @module
 */

import { type CustomPageProps, customPart } from "../../../pages/custom/mod.tsx";
import { AccessDenied } from "../../errors.ts";
import type { Group } from "../../config/capability.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { makeWording } from "../../mail/wording.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import { requireConfig } from "../../server/environment.ts";
import {
  assertFreshProof,
  assertOwnSession,
  findVisitor,
  type Visitor,
} from "../../session/visitor.ts";
import type {
  AccountRowContext,
  CallHandler,
  CapabilityApp,
  CustomMoment,
  CustomTopics,
  PageAnswer,
  PageContext,
  PageHandler,
  PageVisitor,
} from "../../types/custom.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Moments, UserMoment } from "../../types/topics.ts";
import type {
  ActionHandlers,
  CallHandler as CoreCallHandler,
  CallMethod,
  Context,
  Handler,
  ResolvedConfig,
  ResponseInternal,
} from "../../types/internal.ts";

type Texts = Readonly<Record<string, unknown>> | undefined;

/** Handlers of a page. */
export function pageHandlers(
  handlers: { readonly GET?: PageHandler<never>; readonly POST?: PageHandler<never> },
  texts: Texts,
  allowActor = false,
): ActionHandlers {
  const toHandler = (run: PageHandler<never> | undefined): Handler => async (ctx) => {
    if (ctx.request.method === "POST") {
      await requireCsrf(ctx);
      if (!allowActor) await assertOwnSession(ctx, "post a form");
    }
    return await answer(ctx, await run!(await toPage(ctx, texts)));
  };
  const [get, post] = [toHandler(handlers.GET), toHandler(handlers.POST)];
  return { GET: get, HEAD: get, POST: post };
}

async function answer(ctx: Context, page: PageAnswer): Promise<ResponseInternal> {
  if ("redirect" in page) {
    const signIn = toSignIn(ctx);
    return page.redirect === signIn.redirect ? signIn : { redirect: page.redirect };
  }
  const { status = 200, ...props } = page;
  const shown = await renderPart(
    ctx.request.action,
    () => customPart,
    props as CustomPageProps,
    // Elements are no data.
    { ...ctx.request, wantsJson: false },
    ctx.config,
  );
  return { ...shown, status: shown.status === 200 ? status : shown.status };
}

async function toPage(ctx: Context, texts: Texts): Promise<PageContext<never>> {
  const { request } = ctx;
  const visitor = await findVisitor(ctx) ?? null;
  const url = actionUrl(ctx, ownPath(ctx));
  return {
    ...common(ctx, texts),
    url,
    params: request.params ?? {},
    query: request.query,
    fields: toFields(request.body),
    visitor: visitor && toVisitor(visitor),
    csrfToken: await csrfToken(ctx),
    signIn: () => ({ redirect: toSignIn(ctx).redirect! }),
    requireFreshProof(what, query = {}) {
      if (!visitor) throw new AccessDenied(`Cannot ${what}: no user is signed in`);
      assertFreshProof(visitor, what, withQuery(url, query));
    },
  };
}

/** The sign-in page, which leads back to the same page. */
function toSignIn(ctx: Context): ResponseInternal {
  const url = actionUrl(ctx, ownPath(ctx));
  return sessionRequired(ctx, withQuery(url, ctx.request.query));
}

/** Path of the request, with its own values for the named parts. */
function ownPath({ request: { action, path = action, params = {} } }: Context): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
}

function common(
  ctx: Context,
  texts: Texts,
): Pick<PageContext<never>, "app" | "texts" | "urlOf"> {
  const { language } = makeWording(ctx.config, ctx.request);
  return {
    app: toApp(ctx.config),
    texts: (texts && Object.hasOwn(texts, language) ? texts[language] : texts?.en) as never,
    urlOf: (path) => actionUrl(ctx, path),
  };
}

function toFields(body: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === "string" && name !== "csrfToken") fields[name] = value;
  }
  return fields;
}

function toVisitor({ userId, user, isFresh, actsForAnother }: Visitor): PageVisitor {
  return { id: userId, user, isFresh, actsForAnother };
}

/** What a row of the account page is made from. */
export function rowContext(
  ctx: Context,
  visitor: PageVisitor,
  texts: Texts,
): AccountRowContext<never> {
  return { ...common(ctx, texts), visitor };
}

/** What a capability of an app does at a moment of a user, as the core publishes it. */
export function subscriber<Topic extends keyof CustomTopics>(
  run: NonNullable<CustomTopics[Topic]>,
): (moment: Moments[Topic]) => Promise<void> {
  return async (moment) => {
    const { caller, config = caller!.config, ...facts } = moment as
      & UserMoment
      & { readonly caller?: { readonly config: ResolvedConfig } };
    await (run as (moment: CustomMoment) => Awaitable<void>)({ app: toApp(config), ...facts });
  };
}

/** Handlers of an endpoint for programs. */
export function callHandlers(
  handlers: Readonly<Partial<Record<CallMethod, CallHandler>>>,
): Partial<Record<CallMethod, CoreCallHandler>> {
  return Object.fromEntries(
    Object.entries(handlers).map(([method, run]): [string, CoreCallHandler] => [
      method,
      async (request, config) => {
        const { origin, params = {}, query, body = {}, repeated, text, authorization } = request;
        const { status, headers, ...rest } = await run({
          ...{ app: toApp(config), method: request.method, origin, params, query, body },
          ...{ repeated, text, authorization },
        });
        return rest.body === undefined
          ? { status, headers }
          : { status, headers: { ...JSON_HEADERS, ...headers }, body: rest.body };
      },
    ]),
  );
}

/** Functions that take the config, from those that take the app. */
export function functionsOf(functions: Group): Group {
  return Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      (config: ServerConfig, ...rest: unknown[]) =>
        (run as (app: CapabilityApp, ...rest: unknown[]) => unknown)(
          toApp(requireConfig(config)),
          ...rest,
        ),
    ]),
  );
}

function toApp({ userConfig: written, records }: ResolvedConfig): CapabilityApp {
  return { config: written, adapter: written.adapter, records };
}
