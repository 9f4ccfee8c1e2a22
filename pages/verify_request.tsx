/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks the user to open the email, and takes the code in it.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { countInWords } from "../src/base/in_words.ts";
import { fill } from "../src/base/language.ts";
import { Card, Heading, SiteLink } from "./layout.tsx";
import { CodeField, ErrorMessage, Form, SubmitButton } from "./form.tsx";
import type { PageInput } from "./props.ts";

/** The page after a request for a link. */
export function VerifyRequestPage(input: PageInput): VNode {
  const { props: { theme, siteUrl, signinUrl, email, formAction, error }, messages } = input;
  const { heading, text, textWithCode, ended, resend } = messages.verify;
  const hasEnded = !formAction && error === "InvalidCode";
  return (
    <Card name="verify-request" theme={theme}>
      <Heading heading={heading} text={email ? fill(textWithCode, { email }) : text} />
      <ErrorMessage id="code-error" text={hasEnded && ended} />
      {formAction && codeForm(input)}
      {(formAction || hasEnded) && signinUrl && <a class="site" href={signinUrl}>{resend}</a>}
      <SiteLink siteUrl={siteUrl} text={messages.site} />
    </Card>
  );
}

function codeForm({ props, messages: { verify }, language }: PageInput): VNode {
  const { formAction, csrfToken, fields, error, triesLeft = 0 } = props;
  const isWrong = error === "InvalidCode";
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={fields}>
      <ErrorMessage
        id="code-error"
        text={isWrong && countInWords(language, verify.wrong, triesLeft)}
      />
      <CodeField
        id="input-code"
        label={verify.code}
        errorId={isWrong && "code-error"}
        name="code"
        maxlength={16}
      />
      <SubmitButton>{verify.submit}</SubmitButton>
    </Form>
  );
}
