/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Sends a link, sets a password, or changes it. Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { Card, Heading, LastStep } from "../layout.tsx";
import { ErrorMessage, errorText, Field, Form, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { PasswordPageTexts } from "../../src/types/page_texts.ts";
import type { PasswordProps } from "../../src/types/steps/password.ts";

/** Parts of a page. */
interface Part<Step extends PasswordProps["step"]> {
  props: Extract<PasswordProps, { step: Step }>;
  messages: PasswordPageTexts;
}

/** The page. */
export function PasswordPage(
  { props, frame, messages }: {
    props: PasswordProps;
    frame: PageProps;
    messages: PasswordPageTexts;
  },
): VNode {
  const content = props.step === "ask"
    ? ask({ props, messages })
    : props.step === "done"
    ? done({ props, messages })
    : choose({ props, messages });
  return <Card name="password" theme={frame.theme}>{content}</Card>;
}

function ask({ props, messages }: Part<"ask">): VNode {
  const { heading, text, textSignedIn, label, submit } = messages.ask;
  const { email, error, csrfToken, mailAction, pageUrl } = props;
  return (
    <>
      <Heading heading={heading} text={email === undefined ? text : textSignedIn} />
      <ErrorMessage id="password-error" text={errorText(messages.errors, error)} />
      <Form
        action={mailAction}
        csrfToken={csrfToken}
        fields={{ callbackUrl: pageUrl, purpose: "password" }}
      >
        <Field
          id="input-email"
          label={label}
          name="email"
          type="email"
          autocomplete="email"
          required
          value={email}
          readonly={email !== undefined}
          autofocus
        />
        <SubmitButton>{submit}</SubmitButton>
      </Form>
    </>
  );
}

function choose({ props, messages }: Part<"set" | "change">): VNode {
  const { step, email, error, minLength, maxLength, csrfToken, callbackUrl, pageUrl } = props;
  const slots = { min: String(minLength), max: String(maxLength) };
  const errorId = error === undefined ? undefined : "password-error";
  const ofCurrent = error === "wrong-password";
  return (
    <>
      <Heading
        heading={step === "set" ? messages.set : messages.change}
        text={<bdi>{email}</bdi>}
      />
      <ErrorMessage id="password-error" text={errorText(messages.errors, error, slots)} />
      <Form action={props.formAction} csrfToken={csrfToken} fields={{ callbackUrl }}>
        {/* Password managers store it with the password. */}
        <input type="text" name="username" autocomplete="username" value={email} hidden readonly />
        {step === "change" && (
          <Field
            id="input-current"
            label={messages.current}
            name="current"
            type="password"
            autocomplete="current-password"
            required
            errorId={ofCurrent && errorId}
          />
        )}
        <Field
          id="input-password"
          label={messages.password}
          name="password"
          type="password"
          autocomplete="new-password"
          minlength={minLength}
          required
          errorId={!ofCurrent && errorId}
          hint={{ id: "rules", text: fill(messages.rules, slots) }}
        />
        <Field
          id="input-repeat"
          label={messages.repeat}
          name="repeat"
          type="password"
          autocomplete="new-password"
          required
          errorId={error === "different" && errorId}
        />
        <SubmitButton>{messages.submit}</SubmitButton>
      </Form>
      {step === "change" && (
        <Form
          action={props.mailAction}
          csrfToken={csrfToken}
          fields={{ callbackUrl: pageUrl, email, purpose: "password" }}
        >
          <button class="button create" type="submit">{messages.forgot}</button>
        </Form>
      )}
    </>
  );
}

function done({ props, messages }: Part<"done">): VNode {
  return <LastStep {...messages.done} url={props.callbackUrl} />;
}
