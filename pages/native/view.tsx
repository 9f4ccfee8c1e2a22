/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The question whether an app may sign in.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { h } from "../render.ts";
import type { NativeProps } from "./step.ts";
import { Fact, Facts, FACTS_CSS } from "../facts.tsx";
import { Form } from "../form.tsx";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import type { Texts } from "../../src/types/texts.ts";

/** The styles. */
export const CSS = `
${FACTS_CSS}
.native .button{width:100%}`;

/** The page. */
export function ask(
  { props, frame: { theme }, words, heading }: {
    props: NativeProps;
    frame: PageProps;
    words: Texts["native"];
    heading: string;
  },
): VNode {
  const { formAction, csrfToken, fields, account, target, isLocal, signOutAction } = props;
  const form = (step: string) => ({ action: formAction, csrfToken, fields: { ...fields, step } });
  return (
    <Card name="native" theme={theme}>
      <Heading heading={heading} text={words.text} />
      <Facts>
        <Fact name={words.account}>
          <bdi>{shownAddress(account)}</bdi>
        </Fact>
        <Fact name={words.target}>{isLocal ? words.local : <bdi>{target}</bdi>}</Fact>
      </Facts>
      <Form {...form("continue")}>
        <button class="submit" type="submit">{words.submit}</button>
      </Form>
      <Form action={signOutAction} csrfToken={csrfToken}>
        <button class="button" type="submit">{words.another}</button>
      </Form>
      <Form {...form("cancel")}>
        <button class="button" type="submit">{words.cancel}</button>
      </Form>
    </Card>
  );
}
