/**
 * A sign-out that goes on to the provider: a signed request, and the answer to it. The session here has
 * ended before; the answer only decides what the person is told.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles §4.4}
 * @module
 */

import { randomBase64url, randomHex } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { msFromNow, nowDate } from "../../base/time.ts";
import { ReplayedAnswer } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { renderPart } from "../../response/render.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import { ownerOfOrg } from "../connections/kinds.ts";
import { openLeaving } from "../connections/leaving.ts";
import { logoutPath } from "../connections/paths.ts";
import type { ConnectionOf } from "../connections/protocol.ts";
import { makeConnectionsCall } from "../connections/settings.ts";
import {
  dropWayBack,
  findWayBack,
  keepWayBack,
  type LeftOpen,
  leftOpenUrl,
  refuseWayBack,
  report,
} from "../sign_out/way_back.ts";
import { statusOf } from "./answer.ts";
import { PARTIAL, SPACE, SUCCESS } from "./constants.ts";
import { currentCertificates, makeEntityId, type SamlSession } from "./flow.ts";
import { usedAssertions } from "./kinds.ts";
import { bad, checkMessage, type LogoutMessage } from "./logout_message.ts";
import type { SamlKey } from "./options.ts";
import { postPage, redirectUrl } from "./request.ts";
import { escapeXml } from "./xml.ts";

const again = lazy(() => import("../../../pages/post/mod.ts"));

type Leaving = Pick<ConnectionOf, "data" | "id">;

/** Milliseconds for which a request counts at the provider. */
const REQUEST_MS = 5 * 60_000;

/** Most characters of what is sealed, in the URL of the page that posts a request. */
const MOST_SEALED = 12_000;

/** Field of an answer that has been posted again. */
const AGAIN = "postedAgain";

/** See `Protocol.leave`. */
export async function leave(
  ctx: Context,
  { id, data }: Leaving,
  sealed: string,
  [key]: readonly SamlKey[],
): Promise<string> {
  const { logout } = data.saml!;
  const told = await openLeaving<SamlSession>(ctx.config, data, sealed);
  if (!logout?.request || !told) throw new Error("its metadata has no SingleLogoutService");
  if (!key) throw new Error("the app has no key to sign with; set `keys` of Saml()");
  // Without one, no answer could be believed.
  currentCertificates(data.saml!);
  const [requestId, state] = [`_${randomHex(20)}`, randomBase64url(32)];
  await keepWayBack(ctx, { provider: id, state, requestId });
  if (logout.binding === "post") {
    return withQuery(actionUrl(ctx, logoutPath(id)), { leave: sealed, state });
  }
  const xml = requestXml(ctx, id, logout.request, requestId, told);
  return await redirectUrl(logout.request, { name: "SAMLRequest", xml, relayState: state }, key);
}

/** The page that posts the request, for a provider that takes it by a form alone. */
export async function postRequest(
  ctx: Context,
  { id, data }: Leaving,
  [key]: readonly SamlKey[],
): Promise<ResponseInternal> {
  const { leave: sealed = "", state = "" } = ctx.request.query;
  const { request: url, binding } = data.saml!.logout ?? {};
  const back = await findWayBack(ctx, id, state);
  const told = back?.requestId !== undefined && sealed.length <= MOST_SEALED &&
    await openLeaving<SamlSession>(ctx.config, data, sealed);
  if (!told || !key || !url || binding !== "post") return await refuseWayBack(ctx);
  const requestId = back!.requestId!;
  const xml = requestXml(ctx, id, url, requestId, told);
  const message = { name: "SAMLRequest", id: requestId, xml, relayState: state } as const;
  return await postPage(ctx, url, message, key);
}

function requestXml(
  ctx: Context,
  id: string,
  url: string,
  requestId: string,
  { name, session }: SamlSession,
): string {
  const attributes = Object.entries(name.attributes)
    .map(([one, value]) => ` ${one}="${escapeXml(value)}"`).join("");
  const until = new Date(msFromNow(REQUEST_MS)).toISOString();
  return `<samlp:LogoutRequest xmlns:samlp="${SPACE.protocol}" ` +
    `xmlns:saml="${SPACE.assertion}" ID="${requestId}" Version="2.0" ` +
    `IssueInstant="${nowDate().toISOString()}" NotOnOrAfter="${until}" ` +
    `Destination="${escapeXml(url)}"><saml:Issuer>${
      escapeXml(makeEntityId(ctx, id))
    }</saml:Issuer>` +
    `<saml:NameID${attributes}>${escapeXml(name.text)}</saml:NameID>` +
    (session === undefined
      ? ""
      : `<samlp:SessionIndex>${escapeXml(session)}</samlp:SessionIndex>`) +
    `</samlp:LogoutRequest>`;
}

/** Reads the answer, and leads to where the sign-out was to lead, or to what is left open. */
export async function finishLeave(
  ctx: Context,
  { id, data }: Leaving,
  message: LogoutMessage,
): Promise<ResponseInternal> {
  const state = message.relayState ?? "";
  const back = await findWayBack(ctx, id, state);
  if (!back?.requestId) return await postAgain(ctx, id) ?? await refuseWayBack(ctx);
  const url = actionUrl(ctx, logoutPath(id));
  const expected = { local: "LogoutResponse", url, issuer: data.issuer } as const;
  const left = (open: LeftOpen) => leftOpenUrl(ctx, id, open, back.callbackUrl);
  let root, until;
  try {
    checkMessage(message.root, expected);
    root = await message.verify(currentCertificates(data.saml!));
    // Once more, of what was signed.
    ({ until } = checkMessage(root, expected));
    if (root.attributes.get("InResponseTo") !== back.requestId) {
      throw bad("it is no answer to the request of this browser");
    }
  } catch (error) {
    // What cannot be believed confirms nothing.
    report(ctx, error);
    await dropWayBack(ctx, state);
    return { redirect: left("provider") };
  }
  const { records } = makeConnectionsCall(ctx.config, ctx.request);
  const mark = { key: data.key, id: `answer to the logout ${back.requestId}` };
  const value = { userId: ownerOfOrg(data.org), expires: new Date(until), data: null };
  const isFirst = await usedAssertions.add(records, mark, value);
  // Not before: the browser brings it once more when the store has failed.
  await dropWayBack(ctx, state);
  if (!isFirst) {
    throw new ReplayedAnswer("Cannot accept the answer to the sign-out: it was used before");
  }
  const [status, why] = statusOf(root);
  const isPartial = status === PARTIAL || why === PARTIAL;
  if (status === SUCCESS && !isPartial) return { redirect: back.callbackUrl };
  report(ctx, `its status is ${status}${why ? ` (${why})` : ""}`);
  return { redirect: left(isPartial ? "others" : "provider") };
}

/**
 * Asks the browser to post the answer once more, from a page of this site: it keeps the cookie of the way
 * back from forms of other sites.
 */
async function postAgain(
  { request, config }: Context,
  id: string,
): Promise<ResponseInternal | undefined> {
  const { body = {}, method, wantsJson } = request;
  if (method !== "POST" || wantsJson || body[AGAIN] !== undefined) return undefined;
  const { SAMLResponse, RelayState } = body;
  const props = {
    step: "again",
    url: actionUrl({ request, config }, logoutPath(id)),
    fields: { SAMLResponse: String(SAMLResponse), RelayState: String(RelayState), [AGAIN]: "1" },
  } as const;
  return await renderPart("again", async () => (await again()).againPart, props, request, config);
}
