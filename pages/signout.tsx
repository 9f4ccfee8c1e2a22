/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks before signing out.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { Card, Heading, SiteLink, siteName, siteSlots } from "./layout.tsx";
import { Form, SubmitButton } from "./form.tsx";
import type { PageInput } from "./props.ts";

/** The sign-out page. */
export function SignoutPage({ props, messages }: PageInput): VNode {
  const { theme, csrfToken, callbackUrl, formAction, signinUrl, user, open } = props;
  const { heading, question, submit, done } = messages.signOut;
  if (open) {
    return (
      <Card name="signout" theme={theme}>
        <Heading heading={done} text={fill(messages.signOut[open], siteSlots(props))} />
        {callbackUrl && <a class="submit" href={callbackUrl}>{messages.signIn.goOn}</a>}
        <SiteLink frame={props} text={messages.site} />
      </Card>
    );
  }
  if (!formAction) {
    return (
      <Card name="signout" theme={theme}>
        <Heading heading={done} text={siteName(props)} />
        {signinUrl && <a class="submit" href={signinUrl}>{messages.again}</a>}
        <SiteLink frame={props} text={messages.site} />
      </Card>
    );
  }
  const asWhom = user === undefined ? "" : `${fill(messages.signIn.signedIn, { name: user })} `;
  return (
    <Card name="signout" theme={theme}>
      <Heading heading={heading} text={asWhom + fill(question, siteSlots(props))} />
      <Form action={formAction} csrfToken={csrfToken} fields={{ callbackUrl }}>
        <SubmitButton>{submit}</SubmitButton>
      </Form>
      <SiteLink frame={props} text={messages.site} />
    </Card>
  );
}
