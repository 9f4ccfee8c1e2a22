/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * The second factor of a sign-in: proves one, or sets one up. Works without scripts, except
 * for passkeys.
 *
 * @module
 */

import type { VNode } from "preact";
import { Logo } from "../layout.tsx";
import { fill } from "../../src/language.ts";
import type { PageProps } from "../props.ts";
import { Ceremony } from "./ceremony.tsx";
import { Form } from "./form.tsx";
import type { FactorPageTexts } from "../../src/types/page_texts.ts";
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
  return (
    <main class="factor">
      <div class="card">
        <Logo theme={frame.theme} />
        {content}
      </div>
    </main>
  );
}

function proof({ props, messages }: Part<"prove">): VNode {
  const { factor, isSent, target = "", others, options, isSignedIn } = props;
  const texts = textsOf(messages, factor);
  const sends = factor.send !== undefined;
  const text = !sends ? texts.prove : isSent ? messages.sent : messages.beforeSend;
  return (
    <>
      <h1>{isSignedIn ? messages.again : messages.heading}</h1>
      <p class="subtitle">{fill(text, { target, name: factor.name })}</p>
      {(!sends || isSent) && answerForm({ props, messages }, { label: texts.label, options })}
      {sends && (
        <Form formAction={props.formAction} csrfToken={props.csrfToken}>
          <input type="hidden" name="factor" value={factor.id} />
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
      <h1>{heading}</h1>
      <p class="subtitle">{text}</p>
      {props.factors.map((one) => (
        <div class="provider" key={one.id}>
          <Form formAction={props.formAction} csrfToken={props.csrfToken}>
            <input type="hidden" name="factor" value={one.id} />
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
      <h1>{messages.set}</h1>
      <p class="subtitle">{fill(texts.confirm, { target, name: factor.name })}</p>
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
  if (options) {
    const isNew = state !== undefined;
    const fields = { csrfToken, factor: factor.id, state, step: isNew ? "confirm" : undefined };
    const action = isNew ? "register" : "authenticate";
    return (
      <Ceremony {...{ action, options, formAction, fields, isWrong, messages }}>
        {trustBox(props, messages)}
      </Ceremony>
    );
  }
  return (
    <Form formAction={props.formAction} csrfToken={props.csrfToken}>
      <input type="hidden" name="factor" value={factor.id} />
      {state !== undefined && <input type="hidden" name="state" value={state} />}
      {state !== undefined && <input type="hidden" name="step" value="confirm" />}
      {isWrong && (
        <div class="error" id="answer-error" role="alert">
          <p>{messages.wrong}</p>
        </div>
      )}
      {factor.isTyped && (
        <div class="field">
          <label class="section-header" for="input-answer">{label}</label>
          <input
            id="input-answer"
            class="code"
            name="answer"
            type="text"
            inputmode={inputModeOf(factor)}
            autocomplete="one-time-code"
            autocapitalize="characters"
            maxlength={32}
            required
            aria-invalid={isWrong ? "true" : undefined}
            aria-describedby={isWrong ? "answer-error" : undefined}
          />
        </div>
      )}
      {trustBox(props, messages)}
      <button id="submitButton" class="submit" type="submit">{messages.submit}</button>
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
