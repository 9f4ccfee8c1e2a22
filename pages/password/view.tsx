/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Sends a link, sets a password, or changes it. Works without scripts; with one, the password can be
 * shown, which stands in for typing it twice.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { AccountLink, Card, Heading, LastStep } from "../layout.tsx";
import { ErrorMessage, errorText, Field, Form, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { PasswordProps } from "./step.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Parts of a page. */
interface Part<Step extends PasswordProps["step"]> {
  props: Extract<PasswordProps, { step: Step }>;
  messages: Texts["password"];
}

/** The page. */
export function PasswordPage(
  { props, frame, messages, toAccount }: {
    props: PasswordProps;
    frame: PageProps;
    messages: Texts["password"];
    /** Text of the link to the account page. */
    toAccount: string;
  },
): VNode {
  const content = props.step === "ask"
    ? ask({ props, messages })
    : props.step === "done"
    ? done({ props, messages })
    : choose({ props, messages });
  return (
    <Card name="password" theme={frame.theme}>
      {content}
      {props.step !== "done" && <AccountLink accountUrl={props.accountUrl} text={toAccount} />}
    </Card>
  );
}

function ask({ props, messages }: Part<"ask">): VNode {
  const { heading, text, textSignedIn, label, submit } = messages.ask;
  const { email, error, csrfToken, formAction, fields } = props;
  return (
    <>
      {email === undefined
        ? <Heading heading={heading} text={text} />
        : <Heading heading={messages.set} text={textSignedIn} />}
      <ErrorMessage id="password-error" text={errorText(messages.errors, error)} />
      <Form action={formAction} csrfToken={csrfToken} fields={fields}>
        <Field
          id="input-email"
          label={label}
          name="email"
          type="email"
          autocomplete="email"
          required
          value={email}
          readonly={email !== undefined}
          autofocus={email === undefined}
        />
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </>
  );
}

function choose({ props, messages }: Part<"set" | "change">): VNode {
  const { step, email, error, name, minLength, maxLength, csrfToken, callbackUrl, mailFields } =
    props;
  const slots = { min: String(minLength), max: String(maxLength) };
  const errorId = error === undefined ? undefined : "password-error";
  const isSet = step === "set";
  const ofCurrent = error === "wrong-password";
  const ofName = error === "name";
  return (
    <>
      <Heading
        heading={isSet ? messages.set : messages.change}
        text={<bdi>{shownAddress(email)}</bdi>}
      />
      <ErrorMessage id="password-error" text={errorText(messages.errors, error, slots)} />
      <Form action={props.formAction} csrfToken={csrfToken} fields={{ callbackUrl }}>
        {/* Password managers store it with the password. */}
        <input type="text" name="username" autocomplete="username" value={email} hidden readonly />
        {name && (
          <Field
            id="input-name"
            label={messages.name[name]}
            name="name"
            type="text"
            autocomplete="name"
            maxlength={64}
            required={name === "needed"}
            autofocus={error === undefined || ofName}
            errorId={ofName && errorId}
          />
        )}
        {!isSet && (
          <Field
            id="input-current"
            label={messages.current}
            name="current"
            type="password"
            autocomplete="current-password"
            required
            autofocus={error === undefined || ofCurrent}
            errorId={ofCurrent && errorId}
          >
            <ShowButton of="input-current" text={messages.show} />
          </Field>
        )}
        <Field
          id="input-password"
          label={messages.password}
          name="password"
          type="password"
          autocomplete="new-password"
          minlength={minLength}
          required
          autofocus={!ofName && (isSet && !name || error !== undefined && !ofCurrent)}
          errorId={!ofCurrent && !ofName && errorId}
          hint={{ id: "rules", text: fill(messages.rules, slots) }}
        >
          <ShowButton of="input-password" text={messages.show} />
        </Field>
        <p class="caps" aria-live="polite" hidden data-caps={messages.capsLock}></p>
        <SubmitButton>{messages.submit}</SubmitButton>
      </Form>
      {!isSet && (
        <Form
          action={props.mailAction}
          csrfToken={csrfToken}
          fields={{ ...mailFields, email }}
        >
          <button class="button create" type="submit">{messages.forgot}</button>
        </Form>
      )}
    </>
  );
}

/** Shows what is typed into the field before it, by the page's script. */
function ShowButton({ of, text }: { of: string; text: string }): VNode {
  return (
    <button
      class="show"
      type="button"
      hidden
      aria-label={text}
      aria-pressed="false"
      aria-controls={of}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12Z" />
        <circle cx="12" cy="12" r="3" />
        <path class="slash" d="m4 4 16 16" />
      </svg>
    </button>
  );
}

function done({ props, messages }: Part<"done">): VNode {
  return <LastStep {...messages.done} url={props.callbackUrl} />;
}
