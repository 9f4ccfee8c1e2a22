/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks the user to open the email, and takes the code in it.
 *
 * @module
 */

import { shownAddress } from "../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { countInWords, durationInWords } from "../src/base/in_words.ts";
import { fill } from "../src/base/language.ts";
import { Card, Heading, SiteLink } from "./layout.tsx";
import { CodeField, ErrorMessage, Form, SubmitButton } from "./form.tsx";
import type { PageInput } from "./props.ts";

/** Where people read emails of the most common services. */
const INBOXES: readonly [name: string, url: string, domains: RegExp][] = [
  ["Gmail", "https://mail.google.com/", /^(gmail|googlemail)\.com$/],
  ["Outlook", "https://outlook.live.com/mail/", /^(outlook|hotmail|live|msn)\.[a-z.]{2,6}$/],
  ["Yahoo Mail", "https://mail.yahoo.com/", /^(yahoo|ymail)\.[a-z.]{2,6}$/],
  ["iCloud Mail", "https://www.icloud.com/mail/", /^(icloud|me|mac)\.com$/],
  ["Proton Mail", "https://mail.proton.me/", /^(proton\.me|protonmail\.com|pm\.me)$/],
];

/** The page after a request for a link. */
export function VerifyRequestPage(input: PageInput): VNode {
  const { props, messages } = input;
  const { theme, signinUrl, email } = props;
  const { verify, errors, again, site } = messages;
  if (email === undefined) {
    return (
      <Card name="verify-request" theme={theme}>
        <Heading heading={verify.heading} text={verify.textUnknown} />
        <ErrorMessage id="code-error" text={props.error && errors.Verification.text} />
        {signinUrl && <a class="submit" href={signinUrl}>{again}</a>}
        <SiteLink frame={props} text={site} />
      </Card>
    );
  }
  return <Card name="verify-request" theme={theme}>{waiting(input, email)}</Card>;
}

function waiting(input: PageInput, email: string): VNode {
  const { props, messages: { verify }, language } = input;
  const { formAction, error, purpose = "sign-in", secondsToResend = 0 } = props;
  const hasEnded = !formAction && error === "InvalidCode";
  const wait = error === "TooSoon" && secondsToResend > 0 &&
    fill(verify.tooSoon, { time: durationInWords(language, secondsToResend) });
  return (
    <>
      <Heading
        heading={verify.heading}
        text={`${fill(verify.sent, { email: shownAddress(email) })} ${
          formAction ? verify.textWithCode : verify.text[purpose]
        }`}
      />
      <ErrorMessage id="code-error" text={hasEnded && verify.ended} />
      <ErrorMessage id="wait" text={wait} />
      {formAction && codeForm(input)}
      {inboxLink(input, email)}
      {more(input, email)}
      {!formAction && <noscript>{h("meta", { "http-equiv": "refresh", content: "15" })}</noscript>}
    </>
  );
}

function codeForm({ props, messages: { verify }, language }: PageInput): VNode {
  const { formAction, csrfToken, fields, error, triesLeft = 0, codeLength } = props;
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
        maxlength={64}
        digits={codeLength}
      />
      <SubmitButton>{verify.submit}</SubmitButton>
    </Form>
  );
}

function inboxLink({ props, messages: { verify } }: PageInput, email: string): VNode | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const inbox = INBOXES.find(([, , domains]) => domains.test(domain));
  if (!inbox) return undefined;
  const [name, url] = inbox;
  return (
    <a class={props.formAction ? "button create" : "submit"} href={url} rel="noreferrer">
      {fill(verify.inbox, { name })}
    </a>
  );
}

/** Another email, or another address. */
function more({ props, messages: { verify } }: PageInput, email: string): VNode {
  const { csrfToken, callbackUrl, purpose, resendAction, signinAction, signinUrl } = props;
  return (
    <div class="choices">
      <Form action={resendAction} csrfToken={csrfToken} fields={{ callbackUrl, email, purpose }}>
        <button class="quiet" type="submit">{verify.resend}</button>
      </Form>
      {signinAction
        ? (
          <Form
            action={signinAction}
            csrfToken={csrfToken}
            fields={{ callbackUrl, email, purpose, step: "address" }}
          >
            <button class="quiet" type="submit">{verify.change}</button>
          </Form>
        )
        : signinUrl && <a class="quiet" href={signinUrl}>{verify.change}</a>}
    </div>
  );
}
