/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks before a link signs in a browser that did not request the link.
 *
 * @module
 */

import { shownAddress } from "../src/base/shown_address.ts";
import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { Card, Heading, siteSlots } from "./layout.tsx";
import { Form, SubmitButton } from "./form.tsx";
import type { PageInput } from "./props.ts";

/** The page that asks before a link signs in. */
export function ConfirmPage({ props, messages }: PageInput): VNode {
  const { theme, email, formAction, csrfToken, fields } = props;
  const slots = siteSlots(props);
  const { heading, text, textWithoutEmail, hint, submit } = messages.confirm;
  return (
    <Card name="confirm" theme={theme}>
      <Heading
        heading={heading}
        text={email
          ? fill(text, { ...slots, email: shownAddress(email) })
          : fill(textWithoutEmail, slots)}
      />
      <Form action={formAction} csrfToken={csrfToken} fields={fields}>
        <SubmitButton>{submit}</SubmitButton>
      </Form>
      <p class="hint">{hint}</p>
      {/* A name is easy to copy, an address is not. */}
      {slots.host !== slots.site && <p class="hint">{slots.host}</p>}
    </Card>
  );
}
