/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Changes an address by a code, proves it later, and undoes a change. Works without scripts.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { durationInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { AccountLink, Card, Heading, LastStep, ProofLink, SiteLink } from "../layout.tsx";
import { CodeField, ErrorMessage, errorText, Field, Form, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { AddressProps, Contested } from "./step.ts";
import type { Texts } from "../../src/types/texts.ts";

type Step = AddressProps["step"];

/** Parts of a page. */
interface Part<Name extends Step> {
  props: Extract<AddressProps, { step: Name }>;
  messages: Texts["address"];
  /** Language of the texts. */
  language: string;
  frame: PageProps;
  /** Text of the link to the site. */
  site: string;
  /** Text of the link to the account page. */
  toAccount: string;
}

/** Id of the message about an error. */
const ERROR_ID = "address-error";

/** The content of each step. */
const STEPS: { readonly [Name in Step]: (part: Part<Name>) => VNode } = {
  request,
  code,
  done,
  kept,
  undo,
  waiting,
  lost,
  undone,
};

/** Heading of the page, and title of the document. */
export function addressHeading(props: AddressProps, messages: Texts["address"]): string {
  return props.step === "request" && props.email === undefined
    ? messages.request.headingWithout
    : messages[props.step].heading;
}

/** The page. */
export function AddressPage(
  part: Omit<Part<Step>, "props"> & { props: AddressProps },
): VNode {
  // The compiler does not see that the function and the props are of one step.
  const content = STEPS[part.props.step] as (part: Part<Step>) => VNode;
  const { props: { step, accountUrl }, frame, toAccount } = part;
  return (
    <Card name="address" theme={frame.theme}>
      {content(part)}
      {step !== "lost" && <AccountLink accountUrl={accountUrl} text={toAccount} />}
    </Card>
  );
}

function request({ props, messages }: Part<"request">): VNode {
  const words = messages.request;
  const { email, isProven, typed, mayLeave, contested, proofUrl, error } = props;
  const heading = addressHeading(props, messages);
  const text = email === undefined
    ? words.textWithout
    : fill(words.text, { email: shownAddress(email) });
  const objection = contested && Objection({ props, messages, contested });
  if (proofUrl !== undefined) {
    return (
      <>
        <Heading heading={heading} text={text} />
        {objection}
        {/* The proof for the objection is one for this, too. */}
        {contested?.proofUrl === undefined &&
          <ProofLink stale={words.stale} prove={words.confirm} url={proofUrl} />}
      </>
    );
  }
  return (
    <>
      <Heading heading={heading} text={text} />
      {objection}
      {failure({ props, messages })}
      <StepForm props={props}>
        <Field
          id="input-email"
          label={words.label}
          name="email"
          type="email"
          value={typed}
          autocomplete="email"
          required
          autofocus={contested === undefined}
          errorId={error !== undefined && ERROR_ID}
        />
        {mayLeave && email !== undefined && (
          <>
            <p class="check">
              <input
                id="input-lost"
                type="checkbox"
                name="lost"
                value="1"
                aria-describedby="lost-hint"
              />
              <label for="input-lost">{fill(words.lost, { email: shownAddress(email) })}</label>
            </p>
            <p class="rules" id="lost-hint">{words.lostHint}</p>
          </>
        )}
        {contested
          ? <button class="button create" type="submit">{words.submit}</button>
          : <SubmitButton>{words.submit}</SubmitButton>}
      </StepForm>
      {email !== undefined && !isProven && (
        <StepForm props={props} fields={{ step: "request", email }}>
          <p class="hint" id="unproven">{fill(words.unproven, { email: shownAddress(email) })}</p>
          <button class="button create" type="submit" aria-describedby="unproven">
            {words.prove}
          </button>
        </StepForm>
      )}
    </>
  );
}

/** The way to stop an undo that waits. */
function Objection(
  { props, messages: { contested: words, request }, contested: { due, proofUrl } }:
    & Pick<Part<"request">, "props" | "messages">
    & { contested: Contested },
): VNode {
  return (
    <section class="contested" aria-labelledby="contested">
      <h2 class="section-header" id="contested">{words.heading}</h2>
      <p class="note">{fill(words.text, { due })}</p>
      {proofUrl === undefined
        ? (
          <StepForm props={props} fields={{ step: "keep" }}>
            <button class="submit" type="submit">{words.submit}</button>
          </StepForm>
        )
        : <ProofLink stale={request.stale} prove={request.confirm} url={proofUrl} />}
    </section>
  );
}

function kept({ props: { email, callbackUrl }, messages }: Part<"kept">): VNode {
  const { text, ...words } = messages.kept;
  return (
    <LastStep
      {...words}
      text={fill(text, { email: shownAddress(email) })}
      url={callbackUrl}
    />
  );
}

function waiting({ props, messages: { waiting }, frame, site }: Part<"waiting">): VNode {
  const text = fill(waiting.text, { due: props.due });
  return (
    <>
      <Heading heading={waiting.heading} text={text} role="status" />
      <SiteLink frame={frame} text={site} />
    </>
  );
}

function code({ props, messages }: Part<"code">): VNode {
  const words = messages.code;
  const { email, isNew, error } = props;
  const text = fill(isNew ? words.text : words.textOwn, { email: shownAddress(email) });
  return (
    <>
      <Heading heading={words.heading} text={text} role="status" />
      {failure({ props, messages })}
      <StepForm props={props}>
        <CodeField
          id="input-code"
          label={words.label}
          name="code"
          maxlength={64}
          digits={8}
          errorId={error !== undefined && ERROR_ID}
        />
        <SubmitButton>{words.submit}</SubmitButton>
      </StepForm>
      <StepForm props={props} fields={{ step: "cancel" }}>
        <button class="button create" type="submit">{words.cancel}</button>
      </StepForm>
    </>
  );
}

function done({ props: { email, callbackUrl }, messages }: Part<"done">): VNode {
  const { text, ...words } = messages.done;
  return (
    <LastStep
      {...words}
      text={fill(text, { email: shownAddress(email) })}
      url={callbackUrl}
    />
  );
}

function undo({ props, messages }: Part<"undo">): VNode {
  const { heading, text, submit } = messages.undo;
  const { email } = props;
  return (
    <>
      <Heading heading={heading} text={fill(text, { email: shownAddress(email) })} />
      {failure({ props, messages })}
      <StepForm props={props}>
        <SubmitButton>{submit}</SubmitButton>
      </StepForm>
    </>
  );
}

function lost({ props, messages, language, frame, site }: Part<"lost">): VNode {
  const { heading, text, submit } = messages.lost;
  const { lifetime, accountUrl, signInUrl } = props;
  const time = durationInWords(language, lifetime);
  return (
    <>
      <Heading heading={heading} text={fill(text, { time })} />
      <a class="submit" href={accountUrl ?? signInUrl}>
        {accountUrl ? submit : messages.undone.submit}
      </a>
      <SiteLink frame={frame} text={site} />
    </>
  );
}

function undone({ props, messages }: Part<"undone">): VNode {
  return <LastStep {...messages.undone} url={props.signInUrl} />;
}

function failure({ props, messages }: Pick<Part<Step>, "props" | "messages">): VNode {
  return <ErrorMessage id={ERROR_ID} text={errorText(messages.errors, props.error)} />;
}

/** A form of the step: the first one, unless it has fields of its own. */
function StepForm(
  { props: { formAction, csrfToken, callbackUrl, fields: first }, fields = first, children }: {
    props: AddressProps;
    fields?: { step: "cancel" | "keep" | "request"; email?: string } | AddressProps["fields"];
    children: ComponentChildren;
  },
): VNode {
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={{ callbackUrl, ...fields }}>
      {children}
    </Form>
  );
}
