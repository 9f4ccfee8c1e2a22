/**
 * Asks people to look into their mail.
 *
 * @module
 */

import type { VNode } from "preact";
import { Logo } from "./layout.tsx";
import { fill, type Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** The page that follows a request for a link. */
export function VerifyRequestPage(
  { props, messages }: { props: PageProps; messages: Messages },
): VNode {
  const { theme, siteUrl } = props;
  return (
    <main class="verify-request">
      <div class="card">
        <Logo theme={theme} />
        <h1>{messages.verify.heading}</h1>
        <p class="subtitle">{messages.verify.text}</p>
        {siteUrl && (
          <a class="site" href={siteUrl}>{fill(messages.site, { host: new URL(siteUrl).host })}</a>
        )}
      </div>
    </main>
  );
}
