/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Offers to link the account with which a sign-in was refused, now that the user is known.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import { Form, SubmitButton } from "./form.tsx";
import { Card, Heading, siteName } from "./layout.tsx";
import { hiddenOf } from "./provider_buttons.tsx";
import type { PageInput } from "./props.ts";

/** The page; its form begins a sign-in with the provider, which links the account. */
export function ConnectPage({ props, messages: { connect } }: PageInput): VNode {
  const { theme, callbackUrl, providers = [] } = props;
  const [provider] = providers;
  const slots = { name: provider?.name ?? "", site: siteName(props) };
  return (
    <Card name="connect" theme={theme}>
      <Heading heading={fill(connect.heading, slots)} text={fill(connect.text, slots)} />
      <Form action={provider?.signinUrl} {...hiddenOf(props)}>
        <SubmitButton>{fill(connect.submit, slots)}</SubmitButton>
      </Form>
      <a class="site" href={callbackUrl}>{connect.skip}</a>
    </Card>
  );
}
