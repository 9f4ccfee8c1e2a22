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
import { Card, Heading, hostOf } from "./layout.tsx";
import { Form, SubmitButton } from "./form.tsx";
import type { PageInput } from "./props.ts";

/** The sign-out page. */
export function SignoutPage({ props, messages }: PageInput): VNode {
  const { theme, csrfToken, callbackUrl, formAction, siteUrl } = props;
  const { heading, question, submit } = messages.signOut;
  return (
    <Card name="signout" theme={theme}>
      <Heading heading={heading} text={fill(question, { host: hostOf(siteUrl) })} />
      <Form action={formAction} csrfToken={csrfToken} fields={{ callbackUrl }}>
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </Card>
  );
}
