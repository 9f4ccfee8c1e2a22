/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Asks the user to open the e-mail, and takes the code in it.
 *
 * @module
 */

import type { VNode } from "preact";
import { fill } from "../src/language.ts";
import type { PageTexts } from "../src/types/page_texts.ts";
import { Card, Heading, SiteLink } from "./components/card.tsx";
import { CodeField, ErrorMessage, Form, SubmitButton } from "./components/form.tsx";
import type { PageProps } from "./props.ts";

/** The page after a request for a link. */
export function VerifyRequestPage(
  { props, messages }: { props: PageProps; messages: PageTexts },
): VNode {
  const { theme, siteUrl, signinUrl, email, formAction } = props;
  const { heading, text, textWithCode, resend } = messages.verify;
  return (
    <Card name="verify-request" theme={theme}>
      <Heading heading={heading} text={email ? fill(textWithCode, { email }) : text} />
      {formAction && codeForm(props, messages)}
      {formAction && signinUrl && <a class="site" href={signinUrl}>{resend}</a>}
      <SiteLink siteUrl={siteUrl} text={messages.site} />
    </Card>
  );
}

function codeForm(props: PageProps, { verify }: PageTexts): VNode {
  const { formAction, csrfToken, fields, error, triesLeft = 0 } = props;
  const isWrong = error === "InvalidCode";
  const wrong = triesLeft === 1 ? verify.wrongLast : verify.wrong;
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={fields}>
      <ErrorMessage
        id="code-error"
        text={isWrong && fill(wrong, { count: String(triesLeft) })}
      />
      <CodeField
        id="input-code"
        name="code"
        label={verify.code}
        maxlength={16}
        errorId={isWrong && "code-error"}
      />
      <SubmitButton>{verify.submit}</SubmitButton>
    </Form>
  );
}
