/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Asks the user to open the e-mail, and takes the code in it.
 *
 * @module
 */

import type { VNode } from "preact";
import { HiddenFields, Logo } from "./layout.tsx";
import { countInWords } from "../src/in_words.ts";
import { fill } from "../src/language.ts";
import type { PageInput } from "./props.ts";

/** The page after a request for a link. */
export function VerifyRequestPage(input: PageInput): VNode {
  const { props: { theme, siteUrl, signinUrl, email, formAction }, messages } = input;
  const { heading, text, textWithCode, resend } = messages.verify;
  return (
    <main class="verify-request">
      <div class="card">
        <Logo theme={theme} />
        <h1>{heading}</h1>
        <p class="subtitle">{email ? fill(textWithCode, { email }) : text}</p>
        {formAction && codeForm(input)}
        {formAction && signinUrl && <a class="site" href={signinUrl}>{resend}</a>}
        {siteUrl && (
          <a class="site" href={siteUrl}>{fill(messages.site, { host: new URL(siteUrl).host })}</a>
        )}
      </div>
    </main>
  );
}

function codeForm({ props, messages: { verify }, language }: PageInput): VNode {
  const { formAction, error, triesLeft = 0 } = props;
  const isWrong = error === "InvalidCode";
  return (
    <form action={formAction} method="POST">
      <HiddenFields props={props} />
      {isWrong && (
        <div class="error" id="code-error" role="alert">
          <p>{countInWords(language, verify.wrong, triesLeft)}</p>
        </div>
      )}
      <div class="field">
        <label class="section-header" for="input-code">{verify.code}</label>
        <input
          id="input-code"
          class="code"
          name="code"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={16}
          required
          aria-invalid={isWrong ? "true" : undefined}
          aria-describedby={isWrong ? "code-error" : undefined}
        />
      </div>
      <button id="submitButton" class="submit" type="submit">{verify.submit}</button>
    </form>
  );
}
