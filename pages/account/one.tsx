/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * One thing to change, and the page after the account was deleted.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { Card, Heading, ProofLink, SiteLink } from "../layout.tsx";
import { ErrorMessage, Field, NameField } from "../form.tsx";
import { StepForm, type ViewInput } from "./form.tsx";
import type { AccountOne } from "../../src/types/steps/account.ts";

type Input = ViewInput<"one">;

/** What the only button of a view does. */
const STEPS = {
  "password": "password-remove",
  "export": "export",
  "sessions": "sessions-end",
} as const;

/** The view of one thing. */
export function one(input: Input): VNode {
  const { props, frame, messages } = input;
  return (
    <Card name="account one" theme={frame.theme}>
      {content(input)}
      <a class="site" href={props.formAction}>{messages.one.back}</a>
    </Card>
  );
}

function content(input: Input): VNode {
  const { props, messages: { one: words, passkeys } } = input;
  switch (props.view) {
    case "passkey": {
      const { key, typed, isNameInvalid } = props;
      return (
        <>
          <Heading
            heading={<bdi>{key.name ?? passkeys.unnamed}</bdi>}
            text={key.isSynced ? passkeys.synced : passkeys.single}
          />
          <StepForm props={props} step="passkey-rename" fields={{ id: key.id }}>
            <NameField
              value={typed ?? key.name ?? ""}
              label={words.passkey.label}
              invalid={isNameInvalid && input.messages.name.invalid}
            />
            <button class="button create" type="submit">{words.passkey.save}</button>
          </StepForm>
          {key.isRemovable && (
            <>
              <p class="above">{words.passkey.text}</p>
              {permitted(
                input,
                <StepForm props={props} step="passkey-remove" fields={{ id: key.id }}>
                  <button class="button create danger" type="submit">{words.passkey.remove}</button>
                </StepForm>,
              )}
            </>
          )}
        </>
      );
    }
    case "account": {
      const { provider, id, name } = props.account;
      return (
        <>
          <Heading heading={fill(words.account.heading, { name })} text={words.account.text} />
          {permitted(
            input,
            <StepForm props={props} step="unlink" fields={{ provider, id }}>
              <button class="submit danger" type="submit">{words.account.submit}</button>
            </StepForm>,
          )}
        </>
      );
    }
    case "password":
    case "export":
    case "sessions": {
      const { heading, text, submit } = words[props.view];
      const isSafe = props.view === "export";
      return (
        <>
          <Heading heading={heading} text={text} />
          {permitted(
            input,
            <StepForm props={props} step={STEPS[props.view]}>
              <button class={isSafe ? "submit" : "submit danger"} type="submit">{submit}</button>
            </StepForm>,
          )}
        </>
      );
    }
    case "delete":
      return removal(input, props);
  }
}

function removal(
  input: Input,
  { expected, typed, isDifferent }: Extract<AccountOne, { view: "delete" }>,
): VNode {
  const { props, messages: { one: { delete: words } } } = input;
  // An element, and not the marks of `fill`: users copy the text.
  const [before, after] = words.label.split("{text}");
  return (
    <>
      <Heading heading={words.heading} text={words.text} />
      {permitted(
        input,
        <StepForm props={props} step="delete">
          <ErrorMessage
            id="confirm-error"
            text={isDifferent && fill(words.different, { text: expected })}
          />
          <Field
            id="input-confirm"
            label={
              <>
                {before}
                <bdi>{expected}</bdi>
                {after}
              </>
            }
            name="confirm"
            type="text"
            value={typed}
            required
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            errorId={isDifferent && "confirm-error"}
          />
          <button class="submit danger" type="submit">{words.submit}</button>
        </StepForm>,
      )}
    </>
  );
}

/** The form, or the reason why there is none. */
function permitted({ props: { isLast, proofUrl }, messages: { one } }: Input, form: VNode): VNode {
  if (isLast) return <p class="note">{one.last}</p>;
  if (proofUrl === undefined) return form;
  return <ProofLink stale={one.stale} prove={one.prove} url={proofUrl} />;
}

/** The page after the account was deleted. */
export function deleted({ frame, messages: { deleted: words } }: ViewInput<"deleted">): VNode {
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading heading={words.heading} text={words.text} role="status" />
      <SiteLink siteUrl={frame.siteUrl} />
    </Card>
  );
}
