/**
 * `POST native/token`: a code of a browser sign-in, or a refresh token, for tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 RFC 6749 §5}
 * @module
 */

import {
  answerTokens,
  type IssuedTokens,
  OAuthRefusal,
  readDPoPKey,
  requireForm,
  requireText,
} from "../../credentials/form.ts";
import type { CallHandler, CallRequest } from "../../types/internal.ts";
import { exchangeCode } from "./codes.ts";
import { refresh } from "./refresh.ts";
import { answering } from "./refusal.ts";
import { type NativeRequest, nativeRequest } from "./settings.ts";

/** `POST native/token` */
export const tokenHandler: CallHandler = answering(async (sent, config) => {
  requireForm(sent);
  return answerTokens(await tokensFor(nativeRequest(sent, config), sent));
});

async function tokensFor(call: NativeRequest, { body }: CallRequest): Promise<IssuedTokens> {
  const type = requireText(body, "grant_type");
  if (type !== "authorization_code" && type !== "refresh_token") {
    throw new OAuthRefusal(
      "unsupported_grant_type",
      "`grant_type` must be authorization_code or refresh_token",
    );
  }
  if (type === "refresh_token") {
    const token = requireText(body, "refresh_token");
    return await refresh(call, token, await readDPoPKey(call));
  }
  const code = requireText(body, "code");
  const verifier = requireText(body, "code_verifier");
  const redirectUri = requireText(body, "redirect_uri");
  return await exchangeCode(call, code, {
    ...{ client: "", verifier, redirectUri, jkt: await readDPoPKey(call) },
  });
}
