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

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { durationInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { initialOf } from "../brand.ts";
import { breakable, Card, Heading, SiteLink, siteName } from "../layout.tsx";
import { CodeField, ErrorMessage, Form, PasskeyForm, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { WebAuthnAction } from "../../src/types/webauthn.ts";
import { pickTexts } from "./messages.ts";
import { CopyButton, Options, Steps } from "./parts.tsx";
import type { FactorProps, ShownFactor } from "./step.ts";
import { QrCode } from "./qr.tsx";
import type { Texts } from "../../src/types/texts.ts";

/** Parts of a page. */
interface Part<Step extends FactorProps["step"]> {
  props: Extract<FactorProps, { step: Step }>;
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  messages: Texts["factor"];
}

type AnyPart = Part<"prove"> | Part<"choose"> | Part<"confirm">;

/** The page. */
export function FactorPage(input: Omit<AnyPart, "props"> & { props: FactorProps }): VNode {
  const { props, frame } = input;
  return (
    <Card name="factor" theme={frame.theme}>
      {who(input)}
      {props.step === "prove"
        ? proof({ ...input, props })
        : props.step === "choose"
        ? choice({ ...input, props })
        : confirmation({ ...input, props })}
    </Card>
  );
}

/** Who signs in; somebody else goes back to the sign-in page. */
function who({ props, messages }: Pick<AnyPart, "props" | "messages">): VNode | false {
  const { account, formAction, csrfToken, isSignedIn } = props;
  if (isSignedIn) return false;
  return (
    <div class="who">
      {account && <span class="initial" aria-hidden="true">{initialOf(account)}</span>}
      {account && (
        <span>
          <bdi>{breakable(shownAddress(account))}</bdi>
        </span>
      )}
      <Form action={formAction} csrfToken={csrfToken}>
        <button class="quiet" type="submit" name="step" value="leave">{messages.notYou}</button>
      </Form>
    </div>
  );
}

function proof(input: Part<"prove">): VNode {
  const { props, frame, messages } = input;
  const { factor, isSent, target = "", options, isSignedIn } = props;
  const texts = pickTexts(messages, factor);
  const sends = factor.isSent;
  const text = !sends ? texts.prove : isSent ? messages.sent : messages.beforeSend;
  return (
    <>
      <Heading
        heading={isSignedIn ? messages.again : messages.heading}
        text={fill(text, { target, name: factor.name })}
      />
      {(!sends || isSent) && answerForm(input, { label: texts.label, options })}
      {sends && sendForm(input, "send", isSent)}
      {others(input)}
      {isSignedIn && <SiteLink frame={frame} />}
    </>
  );
}

/** Asks for a code, or for a further one. */
function sendForm(
  { props, messages }: AnyPart,
  step: "send" | "enrol",
  isSent: boolean,
): VNode {
  const factor = props.step === "choose" ? props.factors[0]! : props.factor;
  return (
    <Form action={props.formAction} csrfToken={props.csrfToken} fields={{ factor: factor.id }}>
      <button type="submit" class={isSent ? "quiet" : "submit"} name="step" value={step}>
        {isSent ? messages.resend : messages.send}
      </button>
    </Form>
  );
}

/** The other factors, and what to do without any. */
function others({ props, frame, messages }: Part<"prove">): VNode {
  const { lost } = messages;
  return (
    <nav aria-labelledby={props.others.length > 0 ? "others" : undefined}>
      {props.others.length > 0 && (
        <>
          <h2 id="others" class="section-header">{messages.others}</h2>
          <ul class="rows">
            {props.others.map((other) => {
              const { name, one = name } = pickTexts(messages, other);
              return (
                <li key={other.id}>
                  <a href={other.url}>{one}</a>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <details class="lost">
        <summary>{lost.summary}</summary>
        <p>{props.recoveryText ?? fill(lost.text, { site: siteName(frame) })}</p>
      </details>
    </nav>
  );
}

function choice(input: Part<"choose">): VNode {
  const { props, messages } = input;
  const { factors, walk, target = "", formAction, csrfToken } = props;
  const { heading, text } = messages.choose;
  const [only, ...further] = factors;
  // A single one is not asked for, but nothing is sent before the user wants it.
  const isSent = only !== undefined && further.length === 0 && only.isSent;
  return (
    <>
      <Steps walk={walk} texts={messages} />
      <Heading
        heading={isSent ? pickTexts(messages, only).setUp : heading}
        text={isSent ? fill(messages.beforeSend, { target }) : text}
      />
      {isSent
        ? sendForm(input, "enrol", false)
        : <Options texts={messages} {...{ factors, formAction, csrfToken }} />}
    </>
  );
}

function confirmation(input: Part<"confirm">): VNode {
  const { props, messages } = input;
  const { factor, secret, uri, target = "", options, walk, hasOthers, isSignedIn } = props;
  const texts = pickTexts(messages, factor);
  const { scan } = messages;
  return (
    <>
      <Steps walk={walk} texts={messages} />
      <Heading
        heading={texts.setUp}
        text={fill(texts.confirm, { target, name: factor.name })}
      />
      {uri && (
        <ol class="scan">
          <li>{scan.open}</li>
          <li>
            {scan.picture}
            <QrCode text={uri} label={messages.qr} />
            <a class="app" href={uri}>{messages.openApp}</a>
            {secret && showKey(secret, messages)}
          </li>
          <li>{scan.code}</li>
        </ol>
      )}
      {!uri && secret && showKey(secret, messages)}
      {answerForm(input, { label: texts.label, options })}
      {factor.isSent && sendForm(input, "enrol", true)}
      {(hasOthers || isSignedIn) && (
        <a class="site" href={props.formAction}>{hasOthers ? messages.back : messages.cancel}</a>
      )}
    </>
  );
}

/** The key for an app that cannot scan. */
function showKey(secret: string, messages: Texts["factor"]): VNode {
  return (
    <div class="secret">
      {messages.secret} <code>{grouped(secret)}</code>
      <CopyButton text={secret} texts={messages} name="quiet" />
    </div>
  );
}

/** The form with the answer: a field for a code, or a ceremony. */
function answerForm(
  input: Part<"prove"> | Part<"confirm">,
  { label, options }: { label: string; options?: object | undefined },
): VNode {
  const { props, messages } = input;
  const { factor, fields, isWrong, formAction, csrfToken } = props;
  if (options) {
    const { ceremony } = messages;
    const action: WebAuthnAction = props.step === "confirm" ? "register" : "authenticate";
    const error = isWrong && ceremony.errors.failed;
    const data = { "data-ceremony": JSON.stringify({ action, options }) };
    return (
      <PasskeyForm {...{ action: formAction, csrfToken, fields, data, texts: ceremony, error }}>
        {trustBox(input)}
        <button class="submit" type="submit">{ceremony[action]}</button>
      </PasskeyForm>
    );
  }
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={fields}>
      <ErrorMessage id="answer-error" text={isWrong && messages.wrong} />
      {factor.isTyped && (
        <CodeField
          id="input-answer"
          label={label}
          errorId={isWrong && "answer-error"}
          name="answer"
          inputmode={digitsOf(factor) === undefined ? "text" : "numeric"}
          autocapitalize="characters"
          maxlength={64}
          // With a choice below it, the person sends the form.
          digits={hasChoice(props) ? undefined : digitsOf(factor)}
        />
      )}
      {trustBox(input)}
      <SubmitButton>{messages.submit}</SubmitButton>
    </Form>
  );
}

/** Returns `true` for a form in which a person can also choose to trust the browser. */
function hasChoice(props: FactorProps): boolean {
  return props.step === "prove" && props.trustSeconds !== undefined;
}

function trustBox({ props, messages, language }: AnyPart): VNode | false {
  if (props.step !== "prove" || props.trustSeconds === undefined) return false;
  const time = durationInWords(language, props.trustSeconds);
  return (
    <p class="check">
      <input id="input-trust" type="checkbox" name="trust" value="1" />
      <label for="input-trust">{fill(messages.trust, { time })}</label>
    </p>
  );
}

/** Number of digits of a code; `undefined` for one with letters, such as a recovery code. */
function digitsOf({ id }: ShownFactor): number | undefined {
  return id === "totp" ? 6 : id === "mail" ? 8 : undefined;
}

/** `"ABCD EFGH"`: groups are easier to copy. */
function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
