/**
 * `POST native/token`: a code of a browser sign-in, or a refresh token, for tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 RFC 6749 §5}
 * @module
 */

import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import type { Tokens } from "./access.ts";
import { keyOf } from "./binding.ts";
import { exchangeCode } from "./codes.ts";
import { refresh } from "./families.ts";
import { answering, Refusal, requireText } from "./refusal.ts";
import { type NativeRequest, nativeRequest } from "./settings.ts";

/** `POST native/token` */
export const tokenHandler: CallHandler = answering(async ({ body, request, origin }, config) => {
  const call = nativeRequest({ request, origin }, config);
  const { accessToken, refreshToken, expiresIn, tokenType } = await tokensFor(call, body);
  return {
    headers: JSON_HEADERS,
    body: {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      token_type: tokenType,
    },
  };
});

async function tokensFor(
  call: NativeRequest,
  body: Readonly<Record<string, unknown>> | undefined,
): Promise<Tokens> {
  const type = requireText(body, "grant_type");
  if (type !== "authorization_code" && type !== "refresh_token") {
    throw new Refusal(
      "unsupported_grant_type",
      "`grant_type` must be authorization_code or refresh_token",
    );
  }
  if (type === "refresh_token") {
    const token = requireText(body, "refresh_token");
    return await refresh(call, token, await keyOf(call));
  }
  const code = requireText(body, "code");
  const verifier = requireText(body, "code_verifier");
  const redirectUri = requireText(body, "redirect_uri");
  return await exchangeCode(call, { code, verifier, redirectUri, jkt: await keyOf(call) });
}
