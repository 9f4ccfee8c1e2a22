/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Changes an address by a code, proves it later, and undoes a change. Works without scripts.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { durationInWords } from "../../src/in_words.ts";
import { fill } from "../../src/language.ts";
import { Logo } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import type { AddressPageTexts } from "../../src/types/page_texts.ts";
import { errorText } from "./messages.ts";
import type { AddressProps } from "./props.ts";

type Step = AddressProps["step"];

/** Parts of a page. */
interface Part<Name extends Step> {
  props: Extract<AddressProps, { step: Name }>;
  messages: AddressPageTexts;
  /** Language of the texts. */
  language: string;
}

/** The content of each step. */
const STEPS: { readonly [Name in Step]: (part: Part<Name>) => VNode } = {
  request,
  code,
  done,
  undo,
  lost,
  undone,
};

/** The page. */
export function AddressPage(
  { frame, ...part }: {
    props: AddressProps;
    frame: PageProps;
    messages: AddressPageTexts;
    /** Language of the texts. */
    language: string;
  },
): VNode {
  // The compiler does not see that the function and the props are of one step.
  const content = STEPS[part.props.step] as (part: Part<Step>) => VNode;
  return (
    <main class="address">
      <div class="card">
        <Logo theme={frame.theme} />
        {content(part)}
      </div>
    </main>
  );
}

function request({ props, messages }: Part<"request">): VNode {
  const words = messages.request;
  const { email, isProven, proofUrl, error } = props;
  const text = email === undefined ? words.textWithout : fill(words.text, { email });
  if (proofUrl !== undefined) {
    return (
      <>
        <h1>{words.heading}</h1>
        <p class="subtitle">{text}</p>
        <p class="hint">{words.stale}</p>
        <a class="submit" href={proofUrl}>{words.confirm}</a>
      </>
    );
  }
  return (
    <>
      <h1>{words.heading}</h1>
      <p class="subtitle">{text}</p>
      {failure({ props, messages })}
      <form action={props.formAction} method="POST">
        {hidden(props, "request")}
        <div class="field">
          <label class="section-header" for="input-email">{words.label}</label>
          <input
            id="input-email"
            name="email"
            type="email"
            autocomplete="email"
            required
            aria-invalid={error === undefined ? undefined : "true"}
            aria-describedby={error === undefined ? undefined : "address-error"}
          />
        </div>
        <button id="submitButton" class="submit" type="submit">{words.submit}</button>
      </form>
      {email !== undefined && !isProven && (
        <form action={props.formAction} method="POST">
          {hidden(props, "request")}
          <input type="hidden" name="email" value={email} />
          <p class="hint" id="unproven">{fill(words.unproven, { email })}</p>
          <button class="button create" type="submit" aria-describedby="unproven">
            {words.prove}
          </button>
        </form>
      )}
    </>
  );
}

function code({ props, messages }: Part<"code">): VNode {
  const words = messages.code;
  const { email, isNew, error } = props;
  return (
    <>
      <h1>{words.heading}</h1>
      <p class="subtitle" role="status">{fill(isNew ? words.text : words.textOwn, { email })}</p>
      {failure({ props, messages })}
      <form action={props.formAction} method="POST">
        {hidden(props, "confirm")}
        <div class="field">
          <label class="section-header" for="input-code">{words.label}</label>
          <input
            id="input-code"
            name="code"
            type="text"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength={16}
            required
            aria-invalid={error === undefined ? undefined : "true"}
            aria-describedby={error === undefined ? undefined : "address-error"}
          />
        </div>
        <button id="submitButton" class="submit" type="submit">{words.submit}</button>
      </form>
      <form action={props.formAction} method="POST">
        {hidden(props, "cancel")}
        <button class="button create" type="submit">{words.cancel}</button>
      </form>
    </>
  );
}

function done({ props, messages }: Part<"done">): VNode {
  const { heading, text, submit } = messages.done;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle" role="status">{fill(text, { email: props.email })}</p>
      <a class="submit" href={props.callbackUrl}>{submit}</a>
    </>
  );
}

function undo({ props, messages }: Part<"undo">): VNode {
  const { heading, text, submit } = messages.undo;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle">{fill(text, { email: props.email })}</p>
      {failure({ props, messages })}
      <form action={props.formAction} method="POST">
        {hidden(props, "undo")}
        <input type="hidden" name="token" value={props.token} />
        <button id="submitButton" class="submit" type="submit">{submit}</button>
      </form>
    </>
  );
}

function lost({ props, messages, language }: Part<"lost">): VNode {
  const { heading, text } = messages.lost;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle">{fill(text, { time: durationInWords(language, props.lifetime) })}</p>
    </>
  );
}

function undone({ props, messages }: Part<"undone">): VNode {
  const { heading, text, submit } = messages.undone;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle" role="status">{text}</p>
      <a class="submit" href={props.signInUrl}>{submit}</a>
    </>
  );
}

function failure(
  { props: { error }, messages }: { props: AddressProps; messages: AddressPageTexts },
): ComponentChildren {
  if (error === undefined) return undefined;
  return (
    <div class="error" id="address-error" role="alert">
      <p>{errorText(messages, error)}</p>
    </div>
  );
}

function hidden({ csrfToken, callbackUrl }: AddressProps, step: string): VNode {
  return (
    <>
      {csrfToken !== undefined && <input type="hidden" name="csrfToken" value={csrfToken} />}
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <input type="hidden" name="step" value={step} />
    </>
  );
}
