/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The second factor of a sign-in: proves one, or sets one up. Works without scripts, except
 * for passkeys.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { Card, Heading } from "../layout.tsx";
import { CodeField, ErrorMessage, Form, PasskeyForm, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { FactorPageTexts } from "../../src/types/page_texts.ts";
import type { WebAuthnAction } from "../../src/types/webauthn.ts";
import { textsOf } from "./messages.ts";
import type { FactorProps, ShownFactor } from "./props.ts";
import { QrCode } from "./qr.tsx";

/** Parts of a page. */
interface Part<Step extends FactorProps["step"]> {
  props: Extract<FactorProps, { step: Step }>;
  messages: FactorPageTexts;
}

/** The page. */
export function FactorPage(
  { props, frame, messages }: { props: FactorProps; frame: PageProps; messages: FactorPageTexts },
): VNode {
  const content = props.step === "prove"
    ? proof({ props, messages })
    : props.step === "choose"
    ? choice({ props, messages })
    : confirmation({ props, messages });
  return <Card name="factor" theme={frame.theme}>{content}</Card>;
}

function proof({ props, messages }: Part<"prove">): VNode {
  const { factor, isSent, target = "", others, options, isSignedIn } = props;
  const texts = textsOf(messages, factor);
  const sends = factor.send !== undefined;
  const text = !sends ? texts.prove : isSent ? messages.sent : messages.beforeSend;
  return (
    <>
      <Heading
        heading={isSignedIn ? messages.again : messages.heading}
        text={fill(text, { target, name: factor.name })}
      />
      {(!sends || isSent) && answerForm({ props, messages }, { label: texts.label, options })}
      {sends && (
        <Form
          action={props.formAction}
          csrfToken={props.csrfToken}
          fields={{ factor: factor.id }}
        >
          <button
            type="submit"
            class={isSent ? "button create" : "submit"}
            name="step"
            value="send"
          >
            {isSent ? messages.resend : messages.send}
          </button>
        </Form>
      )}
      {others.length > 0 && (
        <nav aria-labelledby="others">
          <h2 id="others" class="section-header">{messages.others}</h2>
          <ul class="others">
            {others.map((other) => {
              const { name, one = name } = textsOf(messages, other);
              return (
                <li key={other.id}>
                  <a href={other.url}>{one}</a>
                </li>
              );
            })}
          </ul>
        </nav>
      )}
    </>
  );
}

function choice({ props, messages }: Part<"choose">): VNode {
  const { heading, text, submit } = messages.choose;
  return (
    <>
      <Heading heading={heading} text={text} />
      {props.factors.map((one) => (
        <div class="provider" key={one.id}>
          <Form
            action={props.formAction}
            csrfToken={props.csrfToken}
            fields={{ factor: one.id }}
          >
            <button type="submit" class="button create" name="step" value="enrol">
              {fill(submit, { name: textsOf(messages, one).name })}
            </button>
          </Form>
        </div>
      ))}
    </>
  );
}

function confirmation({ props, messages }: Part<"confirm">): VNode {
  const { factor, secret, uri, target = "", options, state } = props;
  const texts = textsOf(messages, factor);
  return (
    <>
      <Heading
        heading={messages.set}
        text={fill(texts.confirm, { target, name: factor.name })}
      />
      {uri && <QrCode text={uri} label={messages.qr} />}
      {uri && <a class="app" href={uri}>{messages.openApp}</a>}
      {secret && (
        <p class="secret">
          {messages.secret} <code>{grouped(secret)}</code>
        </p>
      )}
      {answerForm({ props, messages }, { label: texts.label, options, state })}
      <a class="site" href={props.formAction}>{messages.back}</a>
    </>
  );
}

/** The form with the answer: a field for a code, or a ceremony. */
function answerForm(
  { props, messages }: Part<"prove"> | Part<"confirm">,
  { label, options, state }: { label: string; options?: object | undefined; state?: string },
): VNode {
  const { factor, isWrong, formAction, csrfToken } = props;
  const isNew = state !== undefined;
  const fields = { factor: factor.id, state, step: isNew ? "confirm" : undefined };
  const error = isWrong && messages.wrong;
  if (options) {
    const { ceremony } = messages;
    const action: WebAuthnAction = isNew ? "register" : "authenticate";
    const data = { "data-ceremony": JSON.stringify({ action, options }) };
    return (
      <PasskeyForm {...{ action: formAction, csrfToken, fields, data, texts: ceremony, error }}>
        {trustBox(props, messages)}
        <button class="submit" type="submit">{ceremony[action]}</button>
      </PasskeyForm>
    );
  }
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={fields}>
      <ErrorMessage id="answer-error" text={error} />
      {factor.isTyped && (
        <CodeField
          id="input-answer"
          label={label}
          errorId={isWrong && "answer-error"}
          name="answer"
          inputmode={inputModeOf(factor)}
          autocapitalize="characters"
          maxlength={32}
        />
      )}
      {trustBox(props, messages)}
      <SubmitButton>{messages.submit}</SubmitButton>
    </Form>
  );
}

function trustBox(props: FactorProps, messages: FactorPageTexts): VNode | false {
  return props.step === "prove" && props.canTrust === true && (
    <p class="check">
      <input id="input-trust" type="checkbox" name="trust" value="1" />
      <label for="input-trust">{messages.trust}</label>
    </p>
  );
}

/** Recovery codes have letters. */
function inputModeOf({ id }: ShownFactor): "numeric" | "text" {
  return id === "totp" || id === "mail" ? "numeric" : "text";
}

/** `"ABCD EFGH"`: groups are easier to copy. */
function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
