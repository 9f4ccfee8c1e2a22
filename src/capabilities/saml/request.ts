/**
 * Messages to identity providers, by the redirect binding and by that of forms.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf SAML 2.0 Bindings §3.4, §3.5}
 * @module
 */

import { Buffer } from "node:buffer";
import type { AgainProps } from "../../../pages/post/mod.ts";
import { lazy } from "../../base/lazy.ts";
import { nowDate } from "../../base/time.ts";
import { renderPart } from "../../response/render.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import { nodeCrypto } from "./certificates.ts";
import { BINDING, FORMAT, RSA_SHA256, SPACE } from "./constants.ts";
import type { SamlKey } from "./options.ts";
import { signMessage } from "./signature.ts";
import { escapeXml } from "./xml.ts";

const again = lazy(() => import("../../../pages/post/mod.ts"));

/** A request. */
export interface SamlRequest {
  /** Its id, which the answer names. */
  readonly id: string;
  /** Entity id of the app. */
  readonly entityId: string;
  /** URL that takes the answer. */
  readonly acsUrl: string;
  /** URL that takes the request. */
  readonly ssoUrl: string;
  /** What comes back with the answer. */
  readonly relayState: string;
  /** `true` asks for a name that stays; otherwise for the one that the provider gives by itself. */
  readonly asksPersistent: boolean;
  /** `true` when the person must sign in again. */
  readonly isFresh: boolean;
}

/** The URL that a browser is led to. */
export async function requestUrl(asked: SamlRequest, key: SamlKey | undefined): Promise<string> {
  const { id, entityId, acsUrl, ssoUrl, relayState, asksPersistent, isFresh } = asked;
  const xml = `<samlp:AuthnRequest xmlns:samlp="${SPACE.protocol}" ` +
    `xmlns:saml="${SPACE.assertion}" ID="${id}" Version="2.0" ` +
    `IssueInstant="${nowDate().toISOString()}" Destination="${escapeXml(ssoUrl)}" ` +
    `ProtocolBinding="${BINDING.post}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}"` +
    `${isFresh ? ' ForceAuthn="true"' : ""}><saml:Issuer>${escapeXml(entityId)}</saml:Issuer>` +
    (asksPersistent
      ? `<samlp:NameIDPolicy Format="${FORMAT.persistent}" AllowCreate="true"/>`
      : "") +
    `</samlp:AuthnRequest>`;
  return await redirectUrl(ssoUrl, { name: "SAMLRequest", xml, relayState }, key);
}

/** A message that a browser brings. */
export interface OutgoingMessage {
  /** Member of the query or the form. */
  readonly name: "SAMLRequest" | "SAMLResponse";
  /** The message. */
  readonly xml: string;
  /** What comes back with the answer. */
  readonly relayState: string | undefined;
}

/** The page that brings a message by a form, signed where the app has a key. */
export async function postPage(
  { request, config }: Context,
  target: string,
  { name, id, xml, relayState }: OutgoingMessage & { readonly id: string },
  key: SamlKey | undefined,
): Promise<ResponseInternal> {
  const fields = {
    [name]: Buffer.from(key ? await signMessage(xml, id, key.privateKey) : xml).toString("base64"),
    ...relayState === undefined ? {} : { RelayState: relayState },
  };
  const props: AgainProps = { step: "again", url: target, fields };
  return await renderPart("again", async () => (await again()).againPart, props, request, config);
}

/** The URL that brings a message by redirect. */
export async function redirectUrl(
  target: string,
  { name, xml, relayState }: OutgoingMessage,
  key: SamlKey | undefined,
): Promise<string> {
  // The signature is that of exactly these characters, in this order.
  let query = `${name}=${encodeURIComponent(await deflate(xml))}`;
  if (relayState !== undefined) query += `&RelayState=${encodeURIComponent(relayState)}`;
  if (key) {
    query += `&SigAlg=${encodeURIComponent(RSA_SHA256)}`;
    const signature = nodeCrypto().createSign("RSA-SHA256").update(query)
      .sign(key.privateKey, "base64");
    query += `&Signature=${encodeURIComponent(signature)}`;
  }
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}

async function deflate(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}
