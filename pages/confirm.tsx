/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Asks before a link signs in a browser that did not request the link.
 *
 * @module
 */

import type { VNode } from "preact";
import { HiddenFields, Logo } from "./layout.tsx";
import { fill } from "../src/language.ts";
import type { PageTexts } from "../src/types/page_texts.ts";
import type { PageProps } from "./props.ts";

/** The page that asks before a link signs in. */
export function ConfirmPage({ props, messages }: { props: PageProps; messages: PageTexts }): VNode {
  const { theme, siteUrl, email, formAction } = props;
  const host = siteUrl ? new URL(siteUrl).host : "";
  const { heading, text, textWithoutEmail, hint, submit } = messages.confirm;
  return (
    <main class="confirm">
      <div class="card">
        <Logo theme={theme} />
        <h1>{heading}</h1>
        <p class="subtitle">
          {email ? fill(text, { host, email }) : fill(textWithoutEmail, { host })}
        </p>
        <form action={formAction} method="POST">
          <HiddenFields props={props} />
          <button id="submitButton" class="submit" type="submit">{submit}</button>
        </form>
        <p class="hint">{hint}</p>
      </div>
    </main>
  );
}
