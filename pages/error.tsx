/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Shows the kind of an error, without its details, and what to do next.
 *
 * @module
 */

import type { VNode } from "preact";
import { Logo } from "./layout.tsx";
import { fill } from "../src/language.ts";
import type { Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** Status by `error`; any other page answers 200. */
const STATUSES: Readonly<Record<string, number>> = {
  Configuration: 500,
  InvalidCheck: 400,
  AccessDenied: 403,
  Verification: 403,
  WebAuthnVerificationError: 403,
  TooManyRequests: 429,
};

/** Key of the page's text: `error`, or `code` where it has a text of its own. */
function keyOf({ error, code }: PageProps): string {
  if (error === "Configuration" && code === "InvalidCheck") return code;
  return error !== undefined && Object.hasOwn(STATUSES, error) ? error : "default";
}

/** Status of the answer that carries the page. */
export function errorStatus(props: PageProps): number {
  return STATUSES[keyOf(props)] ?? 200;
}

/** The error page. */
export function ErrorPage({ props, messages }: { props: PageProps; messages: Messages }): VNode {
  const { theme, siteUrl, signinUrl } = props;
  const { heading, text, again } = messages.errors[keyOf(props)]!;
  return (
    <main class="error">
      <div class="card">
        <Logo theme={theme} />
        <h1>{heading}</h1>
        <div class="message">
          <p>{text}</p>
        </div>
        {again && signinUrl && <a class="submit" href={signinUrl}>{messages.again}</a>}
        {siteUrl && (
          <a class="site" href={siteUrl}>{fill(messages.site, { host: new URL(siteUrl).host })}</a>
        )}
      </div>
    </main>
  );
}
