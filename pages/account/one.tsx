/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * One thing to change, and the page after the account was deleted.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { Card, Heading, ProofLink, SiteLink } from "../layout.tsx";
import { ErrorMessage, Field, Form, NameField } from "../form.tsx";
import { StepForm, type ViewInput } from "./form.tsx";
import type { AccountOne } from "../../src/types/steps/account.ts";

type Input = ViewInput<"one">;

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
                <ChangeForm {...input}>
                  <button class="button create danger" type="submit">{words.passkey.remove}</button>
                </ChangeForm>,
              )}
            </>
          )}
        </>
      );
    }
    case "account": {
      const { name } = props.account;
      return (
        <>
          <Heading heading={fill(words.account.heading, { name })} text={words.account.text} />
          {permitted(
            input,
            <ChangeForm {...input}>
              <button class="submit danger" type="submit">{words.account.submit}</button>
            </ChangeForm>,
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
            <ChangeForm {...input}>
              <button class={isSafe ? "submit" : "submit danger"} type="submit">{submit}</button>
            </ChangeForm>,
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
        <ChangeForm {...input}>
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
        </ChangeForm>,
      )}
    </>
  );
}

/** The form that makes the change. */
function ChangeForm({ props, children }: Input & { children: ComponentChildren }): VNode {
  const { formAction, csrfToken, fields } = props;
  return <Form action={formAction} csrfToken={csrfToken} fields={fields}>{children}</Form>;
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
