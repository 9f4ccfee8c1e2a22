/**
 * `native/authorize`: the sign-in of an app in the browser of its user. A user who is signed in is
 * asked; the browser then returns to the app with a code.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252 RFC 8252}
 * @module
 */

import { isProgramName } from "../../base/device.ts";
import { InvalidCallbackUrl, UnknownAction } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { renderPart, signInUrl } from "../../response/render.ts";
import { assertMayChange, findVisitor, type Visitor } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import { makeCode } from "./codes.ts";
import { isLoopback, isRegistered, shownTarget, sourceOf } from "../../http/redirect_uri.ts";
import { takeSession } from "./session_cookies.ts";
import { nativeRequest, settingsIn } from "./settings.ts";

const page = lazy(() => import("../../../pages/native/mod.ts"));

/** Path below the base path. */
export const AUTHORIZE = "native/authorize";

/** SHA-256 in base64url (RFC 7636 §4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/** Longest `state`, since it goes through the URL of a page. */
const MAX_STATE = 512;

/** Parameters that the forms of the page repeat. */
const PARAMETERS = [
  ...["redirect_uri", "code_challenge", "code_challenge_method", "state", "client", "provider"],
  "response_type",
] as const;

/** The request of an app. */
interface Wanted {
  /** Its parameters. */
  readonly sent: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly client: string | null;
}

/** `GET native/authorize` asks; `POST native/authorize` has the answer. */
export const authorizePage: ActionHandlers = {
  async GET(ctx) {
    const wanted = wantedIn(ctx, ctx.request.query);
    if ("redirect" in wanted) return wanted;
    const visitor = await findVisitor(ctx);
    if (!visitor) return { redirect: wayToSignIn(ctx, wanted) };
    if (visitor.actsForAnother) return toApp(ctx, wanted.sent, { error: "access_denied" });
    // Before the question, so that the user answers once.
    assertMayChange(visitor, "sign-in-app", ownUrl(ctx, wanted));
    return await show(ctx, wanted, visitor);
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const wanted = wantedIn(ctx, ctx.request.body ?? {});
    if ("redirect" in wanted) return wanted;
    const step = readField(ctx, "step");
    if (step === "cancel") return toApp(ctx, wanted.sent, { error: "access_denied" });
    if (step === "continue") return await letIn(ctx, wanted);
    throw new UnknownAction("There is no such step");
  },
};

/** Gives the app a code. */
async function letIn(ctx: Context, wanted: Wanted): Promise<ResponseInternal> {
  const visitor = await findVisitor(ctx);
  if (!visitor) return { redirect: wayToSignIn(ctx, wanted) };
  assertMayChange(visitor, "sign-in-app", ownUrl(ctx, wanted));
  return toApp(ctx, wanted.sent, { code: await codeFor(ctx, wanted, visitor) });
}

/**
 * The request of the app.
 *
 * @returns the answer to the app for one that is not valid
 * @throws {InvalidCallbackUrl} when the app is not known
 */
function wantedIn(
  ctx: Context,
  source: Readonly<Record<string, unknown>>,
): Wanted | { redirect: string } {
  const sent: Record<string, string> = {};
  for (const name of PARAMETERS) {
    const value = source[name];
    if (typeof value === "string" && value !== "") sent[name] = value;
  }
  const { redirect_uri: redirectUri = "", code_challenge: challenge = "", client, state = "" } =
    sent;
  if (!isRegistered(redirectUri, settingsIn(ctx.config).redirectUris)) {
    throw new InvalidCallbackUrl(
      "Cannot return to the app: `redirect_uri` is not one of `native.redirectUris`",
    );
  }
  if (sent.response_type !== undefined && sent.response_type !== "code") {
    return toApp(ctx, sent, { error: "unsupported_response_type" });
  }
  const isValid = CHALLENGE.test(challenge) && sent.code_challenge_method === "S256" &&
    (client === undefined || isProgramName(client)) && state.length <= MAX_STATE;
  if (!isValid) return toApp(ctx, sent, { error: "invalid_request" });
  return { sent, redirectUri, challenge, client: client ?? null };
}

/** Leads back to the app, which knows the answer by its own `state` and by the issuer (RFC 9207). */
function toApp(
  { request: { origin }, config: { basePath } }: Context,
  { redirect_uri: uri, state }: Readonly<Record<string, string>>,
  answer: { code: string } | { error: string },
): { redirect: string } {
  const parameters = new URLSearchParams(answer);
  if (state !== undefined) parameters.set("state", state);
  parameters.set("iss", origin + basePath);
  return { redirect: `${uri}${uri!.includes("?") ? "&" : "?"}${parameters}` };
}

function ownUrl(ctx: Context, { sent }: Wanted): string {
  return withQuery(actionUrl(ctx, AUTHORIZE), sent);
}

/** The sign-in page, or its form for the provider that the app names. */
function wayToSignIn(ctx: Context, wanted: Wanted): string {
  const back = ownUrl(ctx, wanted);
  const { provider } = wanted.sent;
  const { providers, unusable } = ctx.config;
  if (provider === undefined || !providers.has(provider) || unusable.has(provider)) {
    return signInUrl(ctx, back);
  }
  return withQuery(actionUrl(ctx, "signin", provider), { callbackUrl: back });
}

async function show(ctx: Context, wanted: Wanted, visitor: Visitor): Promise<ResponseInternal> {
  const { user, userId } = visitor;
  const props = {
    step: "ask" as const,
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, AUTHORIZE),
    fields: wanted.sent,
    client: wanted.client,
    target: shownTarget(wanted.redirectUri),
    isLocal: isLoopback(wanted.redirectUri),
    targetSource: sourceOf(wanted.redirectUri),
    account: user.email || user.name || userId,
    signOutAction: withQuery(actionUrl(ctx, "signout"), { callbackUrl: ownUrl(ctx, wanted) }),
  };
  const load = async () => (await page()).nativePart;
  return await renderPart("native", load, props, ctx.request, ctx.config);
}

async function codeFor(
  ctx: Context,
  { redirectUri, challenge, client }: Wanted,
  { userId }: Visitor,
): Promise<string> {
  const { request, config } = ctx;
  const call = nativeRequest(request, config);
  const { session } = takeSession(call, request.cookieHeader);
  // The visitor was read from it.
  return await makeCode(call, userId, session!, { challenge, redirectUri, client });
}
