/**
 * What a provider is given to send the mail with the link.
 *
 * @module
 */

import Nodemailer from "../../../src/providers/nodemailer.ts";
import type { EmailProviderSendVerificationRequestParams } from "../../../src/types/provider.ts";

/** Parameters of a request for a link. */
export function paramsOf(
  overrides: Partial<EmailProviderSendVerificationRequestParams> = {},
): EmailProviderSendVerificationRequestParams {
  const provider = Nodemailer({ server: "smtp://localhost", from: "no-reply@app.example" });
  return {
    identifier: "ada@example.com",
    url: "https://app.example/auth/callback/mail?callbackUrl=x&token=abc&email=ada%40example.com",
    expires: new Date(Date.now() + 86_400_000),
    provider,
    token: "abc",
    theme: {},
    request: new Request("https://app.example/auth/signin/mail", { method: "POST" }),
    ...overrides,
  };
}
