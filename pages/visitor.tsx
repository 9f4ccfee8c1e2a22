/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks a user who posted a form that was drawn for another one.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { Form, SubmitButton } from "./form.tsx";
import { Card, Heading } from "./layout.tsx";
import type { PageInput } from "./props.ts";

/** The page; without a form that can be sent again, it leads back. */
export function VisitorPage({ props, messages: { visitor } }: PageInput): VNode {
  const { theme, callbackUrl, csrfToken, formAction, pairs = [], user = "" } = props;
  const slots = { name: user };
  return (
    <Card name="visitor" theme={theme}>
      <Heading heading={fill(visitor.heading, slots)} text={visitor.text} />
      {formAction
        ? (
          <Form action={formAction} csrfToken={csrfToken}>
            {pairs.map(([name, value], index) => (
              <input key={index} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton>{visitor.submit}</SubmitButton>
            <a class="site" href={callbackUrl}>{visitor.back}</a>
          </Form>
        )
        : <a class="submit" href={callbackUrl}>{visitor.back}</a>}
    </Card>
  );
}
