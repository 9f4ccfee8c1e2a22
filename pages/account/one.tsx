/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * One thing to change, and the pages around the deletion of the account.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { AccountLink, Card, Heading, ProofLink, SiteLink } from "../layout.tsx";
import { ErrorMessage, Field, Form, NameField, SubmitButton } from "../form.tsx";
import { StepForm, type ViewInput } from "./form.tsx";
import { passkeyFacts, passkeyName } from "./passkey.tsx";
import type { AccountOne } from "./step.ts";

type Input = ViewInput<"one"> & {
  /** Text of the link to all rows. */
  toAccount: string;
};

/** The view of one thing. */
export function one(input: Input): VNode {
  const { props, frame } = input;
  const isDeletion = props.view === "delete";
  return (
    <Card name={isDeletion ? "account one red" : "account one"} theme={frame.theme}>
      {content(input)}
      <AccountLink accountUrl={props.formAction} text={input.toAccount} />
    </Card>
  );
}

function content(input: Input): VNode {
  const { props, messages: { one: words } } = input;
  switch (props.view) {
    case "name": {
      const { name: words } = input.messages;
      return (
        <>
          <Heading heading={props.name === "" ? words.first : words.title} text={words.text} />
          <ChangeForm {...input}>
            <NameField
              value={props.typed ?? props.name}
              label={words.label}
              autocomplete="name"
              invalid={props.isNameInvalid && words.invalid}
            />
            <button class="submit" type="submit">{words.save}</button>
          </ChangeForm>
        </>
      );
    }
    case "passkey": {
      const { key, now, typed, isNameInvalid, proofUrl } = props;
      // The proof is the next step, where one is asked for.
      const saveClass = proofUrl === undefined ? "submit" : "button create";
      return (
        <>
          <Heading
            heading={<bdi>{passkeyName(input, key)}</bdi>}
            text={passkeyFacts(input, key, now)}
          />
          <StepForm props={props} step="passkey-rename" fields={{ id: key.id }}>
            <NameField
              value={typed ?? passkeyName(input, key)}
              label={words.passkey.label}
              invalid={isNameInvalid && input.messages.name.invalid}
            />
            <button class={saveClass} type="submit">{words.passkey.save}</button>
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
      const { name, label } = props.account;
      const shown = label === undefined ? name : `${name} · ${label}`;
      return (
        <>
          <Heading
            heading={fill(words.account.heading, { name: shown })}
            text={words.account.text}
          />
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
  { expected, typed, isDifferent, dueAt, obstacles }: Extract<AccountOne, { view: "delete" }>,
): VNode {
  const { messages: { one: { delete: words } }, language } = input;
  const date = dueAt && dateInWords(language, dueAt, "long");
  if (obstacles) {
    return (
      <>
        <Heading heading={words.heading} text={words.obstacles} />
        <ul>
          {obstacles.map(({ name, url }) => (
            <li key={url}>
              <div>
                <a class="act" href={url}>
                  <bdi>{name}</bdi>
                </a>
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  }
  // An element, and not the marks of `fill`: users copy the text.
  const [before, after] = words.label.split("{text}");
  return (
    <>
      <Heading
        heading={words.heading}
        text={date === undefined ? words.text : fill(words.textLater, { date })}
      />
      <ul class="gone">
        <li>{words.gone.profile}</li>
        <li>{words.gone.ways}</li>
        <li>{words.gone.data}</li>
      </ul>
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
                <bdi>{shownAddress(expected)}</bdi>
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
            autofocus={isDifferent ? true : undefined}
          />
          <button class="submit danger" type="submit">
            {date === undefined ? words.submit : words.submitLater}
          </button>
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
      <SiteLink frame={frame} />
    </Card>
  );
}

/** Asks a user who signs in whether to keep the account, which will be deleted. */
export function pending(
  { props, frame, messages: { pending: words }, language }: ViewInput<"pending">,
): VNode {
  const date = dateInWords(language, props.dueAt, "long");
  const form = { action: props.formAction, csrfToken: props.csrfToken };
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading
        heading={fill(words.heading, { date })}
        text={fill(words.text, { account: props.account })}
      />
      <Form {...form} fields={props.fields}>
        <SubmitButton>{words.keep}</SubmitButton>
      </Form>
      <Form {...form} fields={{ step: "leave" }}>
        <button class="button create" type="submit">{words.leave}</button>
      </Form>
    </Card>
  );
}

/** The page after the user has asked for the deletion. */
export function leaving(
  { props, frame, messages: { leaving: words }, language }: ViewInput<"leaving">,
): VNode {
  const date = dateInWords(language, props.dueAt, "long");
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading heading={fill(words.heading, { date })} text={words.text} role="status" />
      <a class="site" href={props.backUrl}>{words.back}</a>
      <SiteLink frame={frame} />
    </Card>
  );
}
