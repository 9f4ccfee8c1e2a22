/**
 * The emails of an app, kept by the test.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import { createMail } from "../../mail/layout.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import type { AnyConfig } from "../../types/inference.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { refuseInProduction } from "./sign_in_as.ts";

/** An email that the app would have sent. */
export interface TestMail {
  /** Address of the recipient. */
  to: string;
  /** Subject line. */
  subject: string;
  /** Body as plain text. */
  text: string;
  /** Link that signs in; absent in other emails. */
  url?: string;
  /** Code that signs in, or proves a second factor; absent in other emails. */
  code?: string;
}

/** Emails of an app. */
export interface Inbox {
  /** Emails so far, oldest first. */
  readonly mails: readonly TestMail[];
  /** The next email to an address that was not taken yet; waits for it. */
  next(to: string): Promise<TestMail>;
}

/** Options of {@linkcode captureMail}. */
export interface CaptureMailOptions {
  /** Environment of the app. Default: that of the process. */
  env?: Environment | undefined;
}

/**
 * Keeps all emails of the app in memory instead of sending them: those of its email providers,
 * and those about accounts. Call it before the app handles a request.
 *
 * @param auth the app's config, or the result of `defineAuth`
 * @throws {AuthError} in production
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Resend from "@x/auth/providers/resend";
 * import { defineAuth } from "@x/auth/server";
 * import { captureMail, createBrowser } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [Resend({ from: "App <no-reply@app.example>", apiKey: "key" })],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const inbox = captureMail(auth);
 * const browser = createBrowser("https://app.example", {
 *   "https://app.example": (request) => auth.handler(request),
 * });
 * await browser.signIn("resend", { fields: { email: "ada@app.example" } });
 * const { subject, url } = await inbox.next("ada@app.example");
 * assertEquals(subject, "Sign in to app.example");
 * assertEquals(new URL(url!).pathname, "/auth/callback/resend");
 * ```
 */
export function captureMail(
  auth: AnyConfig,
  { env = processEnvironment() }: CaptureMailOptions = {},
): Inbox {
  refuseInProduction(env);
  const mails: TestMail[] = [];
  const taken = new Set<TestMail>();
  const waiting: { to: string; take(mail: TestMail): void }[] = [];
  const keep = (mail: TestMail) => {
    mails.push(mail);
    const index = waiting.findIndex(({ to }) => to === mail.to);
    if (index < 0) return;
    taken.add(mail);
    waiting.splice(index, 1)[0]!.take(mail);
  };

  const resolved = resolveUserConfig(toUserConfig(auth), env);
  const providers = resolved.providers as Map<string, ResolvedProvider>;
  for (const [id, provider] of providers) {
    if (provider.type !== "email") continue;
    providers.set(id, {
      ...provider,
      sendVerificationRequest(params) {
        const { subject, text } = createMail(params);
        const { identifier: to, url, code } = params;
        keep({ to, subject, text, url, ...code === undefined ? {} : { code } });
      },
    });
    (resolved.unusable as Map<string, unknown>).delete(id);
  }
  (resolved.faults as Map<string, unknown>).clear(); // tests know which providers they replace
  // A resolved config belongs to the library, which calls this member at each email.
  Reflect.set(resolved, "sendMail", ({ to, subject, text }: Omit<TestMail, "url">) => {
    const code = /^\d[\d ]+$/m.exec(text)?.[0].replaceAll(" ", "");
    keep({ to, subject, text, ...code === undefined ? {} : { code } });
    return Promise.resolve();
  });

  return {
    mails,
    next(to) {
      const mail = mails.find((one) => one.to === to && !taken.has(one));
      if (mail) taken.add(mail);
      return mail ? Promise.resolve(mail) : new Promise((take) => waiting.push({ to, take }));
    },
  };
}
