/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Asks before signing out.
 *
 * @module
 */

import type { VNode } from "preact";
import { Logo } from "./layout.tsx";
import { fill } from "../src/language.ts";
import type { PageTexts } from "../src/types/page_texts.ts";
import type { PageProps } from "./props.ts";

/** The sign-out page. */
export function SignoutPage({ props, messages }: { props: PageProps; messages: PageTexts }): VNode {
  const { theme, csrfToken, callbackUrl, formAction, siteUrl } = props;
  const host = siteUrl ? new URL(siteUrl).host : "";
  return (
    <main class="signout">
      <div class="card">
        <Logo theme={theme} />
        <h1>{messages.signOut.heading}</h1>
        <p class="subtitle">{fill(messages.signOut.question, { host })}</p>
        <form action={formAction} method="POST">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          {callbackUrl !== undefined && (
            <input type="hidden" name="callbackUrl" value={callbackUrl} />
          )}
          <button id="submitButton" class="submit" type="submit">{messages.signOut.submit}</button>
        </form>
      </div>
    </main>
  );
}
