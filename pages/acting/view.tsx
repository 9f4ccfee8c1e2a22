/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The pages on which an operator begins to act for a user, and stops.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import type { ActingProps } from "./step.ts";
import { ErrorMessage, Field, Form } from "../form.tsx";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import type { Texts } from "../../src/types/texts.ts";

/** What a page is made from. */
export interface ActingInput {
  readonly props: ActingProps;
  readonly frame: PageProps;
  readonly words: Texts["acting"];
  readonly heading: string;
}

/** The form with the reason. */
export function start({ props, frame: { theme }, words: { start: words }, heading }: ActingInput) {
  const { formAction, csrfToken, fields, reason, isWrong, isUnreachable, maxLength, cancelUrl } =
    props;
  return (
    <Card name="acting" theme={theme}>
      <Heading heading={heading} text={isUnreachable ? words.unreachable : words.text} />
      <ErrorMessage id="form-error" text={isWrong && words.fault} />
      {!isUnreachable && (
        <Form action={formAction} csrfToken={csrfToken} fields={fields}>
          <Field
            id="input-reason"
            name="reason"
            type="text"
            required
            maxlength={maxLength}
            value={reason}
            autocomplete="off"
            autofocus
            label={words.reason}
            hint={{ id: "reason-hint", text: words.hint }}
            errorId={isWrong && "form-error"}
          />
          <button class="submit" type="submit">{words.submit}</button>
        </Form>
      )}
      {cancelUrl && <a class="site" href={cancelUrl}>{words.cancel}</a>}
    </Card>
  );
}

/** The button that leads back. */
export function stop({ props, frame: { theme }, words, heading }: ActingInput): VNode {
  const { step, formAction, csrfToken, fields } = props;
  const isOver = step === "over";
  return (
    <Card name="acting" theme={theme}>
      <Heading heading={heading} text={isOver ? words.stop.overText : words.stop.text} />
      <Form action={formAction} csrfToken={csrfToken} fields={fields}>
        <button class="submit" type="submit">
          {isOver ? words.stop.back : words.stop.submit}
        </button>
      </Form>
    </Card>
  );
}
