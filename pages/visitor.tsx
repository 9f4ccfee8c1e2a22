/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Asks a user who posted a form that was drawn for another one, and holds a form that is too long to
 * be kept while its user signs in.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { shownAddress } from "../src/base/shown_address.ts";
import { Form, SubmitButton } from "./form.tsx";
import { breakable, Card, Heading } from "./layout.tsx";
import type { PageInput } from "./props.ts";

/** The page; without a form that can be sent again, it leads back. */
export function VisitorPage({ props, messages: { visitor, held } }: PageInput): VNode {
  const { theme, callbackUrl, csrfToken, formAction, pairs = [], user } = props;
  const hidden = pairs.map(([name, value], index) => (
    <input key={index} type="hidden" name={name} value={value} />
  ));
  if (user === undefined) {
    return (
      <Card name="visitor" theme={theme}>
        <Heading heading={held.heading} text={held.text} />
        <a class="submit" href={callbackUrl} target="_blank">{held.open}</a>
        <Form action={formAction} csrfToken={csrfToken}>
          {hidden}
          <button class="button create" type="submit">{held.submit}</button>
        </Form>
      </Card>
    );
  }
  const slots = { name: shownAddress(user) };
  return (
    <Card name="visitor" theme={theme}>
      <Heading heading={breakable(fill(visitor.heading, slots))} text={visitor.text} />
      {formAction
        ? (
          <Form action={formAction} csrfToken={csrfToken}>
            {hidden}
            <SubmitButton>{visitor.submit}</SubmitButton>
            <a class="site" href={callbackUrl}>{visitor.back}</a>
          </Form>
        )
        : <a class="submit" href={callbackUrl}>{visitor.back}</a>}
    </Card>
  );
}
