/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page for new accounts: an address, which an email proves; a passkey; or a provider.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { Form } from "./form.tsx";
import { Card, Heading, siteName } from "./layout.tsx";
import { hasPasskeyForm, passkeyForm } from "./passkey_form.tsx";
import type { PageInput } from "./props.ts";
import { providerButtons } from "./provider_buttons.tsx";
import {
  emailField,
  failedProvider,
  fieldList,
  makeInputId,
  Refusal,
  SignedIn,
  translated,
} from "./signin_fields.tsx";

/** The page. */
export function SignupPage({ props, messages }: PageInput): VNode {
  const { theme, providers = [], signinUrl } = props;
  const { signUp } = messages;
  const mail = providers.find(({ type }) => type === "email");
  const key = providers.find((one) => hasPasskeyForm(one) && one.mayRegister !== false);
  const hasOwnForm = key && (!mail || key.identifier !== mail.identifier);
  const buttons = providerButtons({ props, messages, isBelowForm: true });
  return (
    <Card name="signup" theme={theme}>
      <Heading
        heading={signUp.heading}
        text={fill(messages.signIn.to, { site: siteName(props) })}
      />
      {failedProvider(props) === undefined && <Refusal {...{ props, messages }} />}
      <SignedIn {...{ props, messages }} />
      <div class="provider fields">
        {mail && (
          <Form
            action={mail.signinUrl}
            csrfToken={props.csrfToken}
            fields={{ callbackUrl: props.callbackUrl, purpose: "sign-up" }}
          >
            {fieldList({
              fields: [{
                id: mail.id,
                field: "email",
                input: { ...translated(emailField(props), mail, messages), autocomplete: "email" },
              }],
              props,
              messages,
              owners: providers.map(({ id }) => id),
              isFirst: true,
            })}
            <button id="submitButton" class="submit" type="submit">{messages.signIn.next}</button>
          </Form>
        )}
        {key && passkeyForm({
          provider: key,
          props,
          messages,
          ...(mail && !hasOwnForm ? { identifier: makeInputId("email", mail.id) } : {}),
          isSecond: mail !== undefined,
        })}
      </div>
      {buttons && <hr data-text={messages.signIn.or} />}
      {buttons}
      {signinUrl && (
        <p class="foot">
          {signUp.isKnown} <a href={signinUrl}>{messages.signIn.submit}</a>
        </p>
      )}
    </Card>
  );
}
