/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The second factors of a user: the list, one of them to change or remove, and new recovery codes.
 * Works without scripts.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { countInWords, dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { AccountLink, Card, Heading, ProofLink, SiteLink, siteName } from "../layout.tsx";
import { ErrorMessage, Form, NameField, SubmitButton } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { FactorsProps, ShownEnrolment } from "./factors_step.ts";
import { pickTexts } from "./messages.ts";
import { CopyButton, Options, Steps } from "./parts.tsx";
import type { Texts } from "../../src/types/texts.ts";

/** Input of the page. */
export interface FactorsPageProps {
  /** Data of the page. */
  props: FactorsProps;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts of this page. */
  messages: Texts["factors"];
  /** Texts of the factors. */
  texts: Texts["factor"];
  /** Text of the link to the account page. */
  toAccount: string;
}

/** Input for a step. */
type For<Step extends FactorsProps["step"]> = Omit<FactorsPageProps, "props"> & {
  props: Extract<FactorsProps, { step: Step }>;
};

/** The page. */
export function FactorsPage({ props, ...rest }: FactorsPageProps): VNode {
  const content = props.step === "list"
    ? list({ props, ...rest })
    : props.step === "codes"
    ? codes({ props, ...rest })
    : props.asks
    ? removal({ props, ...rest })
    : one({ props, ...rest });
  return <Card name="factors" theme={rest.frame.theme}>{content}</Card>;
}

function list(input: For<"list">): VNode {
  const { props, frame, messages, texts } = input;
  const { enrolments, addable, isProtected, proofUrl } = props;
  const message = doneText(input);
  const isSetUp = enrolments.length === 0 && addable.length > 1 && proofUrl === undefined;
  return (
    <>
      {isSetUp && <Steps walk={props.walk} texts={texts} />}
      <Heading
        heading={messages.title}
        text={isProtected ? messages.isProtected : messages.isOpen}
      />
      {message && <p class="done" role="status">{message}</p>}
      {reset(input)}
      {enrolments.some(({ hasFewLeft }) => hasFewLeft) && <p class="advice">{messages.few}</p>}
      {enrolments.length > 0 && (
        <ul class="enrolments" aria-label={messages.enrolled}>
          {enrolments.map((enrolment) => (
            <li key={enrolment.id}>
              <div>
                <strong>
                  <bdi>{pickName(input, enrolment)}</bdi>
                </strong>
                {facts(input, enrolment)}
              </div>
              {proofUrl === undefined && (
                <a
                  href={enrolment.url}
                  aria-label={fill(messages.changeOf, { name: pickName(input, enrolment) })}
                >
                  {messages.change}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {proofUrl === undefined
        ? additions(input)
        : <ProofLink stale={messages.stale} prove={messages.prove} url={proofUrl} />}
      {props.accountUrl === undefined
        ? <SiteLink frame={frame} />
        : <AccountLink accountUrl={props.accountUrl} text={input.toAccount} />}
    </>
  );
}

/** The sentence about a change; that about a new factor needs its name. */
function doneText({ props: { done, added }, messages, texts }: For<"list">): string | undefined {
  const text = done === undefined ? undefined : ownMember<string>(messages.done, done);
  if (text === undefined || done !== "added") return text;
  return added && fill(text, { name: pickTexts(texts, added).name });
}

function reset({ props, messages, language }: For<"list">): VNode | false {
  const { resetAt, formAction, csrfToken } = props;
  if (!resetAt) return false;
  const date = dateInWords(language, resetAt, "time");
  return (
    <div class="error reset" role="alert">
      <p>{fill(messages.reset.text, { date })}</p>
      <Form action={formAction} csrfToken={csrfToken}>
        <button class="button create" type="submit" name="step" value="cancel-reset">
          {messages.reset.cancel}
        </button>
      </Form>
    </div>
  );
}

function additions({ props, messages, texts }: For<"list">): VNode | false {
  const { addable, enrolments, isProtected, formAction, csrfToken } = props;
  if (addable.length === 0) {
    return enrolments.length === 0 && <p class="note">{messages.none}</p>;
  }
  const lacksBackup = isProtected && addable.some(({ isBackup }) => isBackup);
  return (
    <section aria-labelledby="add">
      <h2 id="add" class="section-header">{messages.add}</h2>
      {lacksBackup && <p class="advice">{messages.hint}</p>}
      <Options
        factors={addable}
        texts={texts}
        {...{ formAction, csrfToken }}
      />
    </section>
  );
}

function pickName(
  { texts }: Pick<FactorsPageProps, "texts">,
  { name, label, factor }: ShownEnrolment,
): string {
  return name ?? label ?? pickTexts(texts, factor).name;
}

/** Kind, times, and the number of codes that are left. */
function facts(input: Omit<FactorsPageProps, "props">, enrolment: ShownEnrolment): VNode {
  const { messages, texts, language } = input;
  const { name, label, factor, createdAt, usedAt, left } = enrolment;
  const dateOf = (date: Date) => dateInWords(language, date, "medium");
  const words = [
    ...name ?? label ? [pickTexts(texts, factor).name] : [],
    fill(messages.added, { date: dateOf(createdAt) }),
    usedAt ? fill(messages.used, { date: dateOf(usedAt) }) : messages.neverUsed,
    ...left === undefined ? [] : [leftText(input, left)],
  ];
  return <span class="facts">{words.join(" · ")}</span>;
}

function leftText(
  { messages, language }: Pick<FactorsPageProps, "messages" | "language">,
  left: number,
): string {
  return left === 0 ? messages.leftNone : countInWords(language, messages.left, left);
}

function one(input: For<"one">): VNode {
  const { props, messages } = input;
  const { enrolment, canReplace, removeUrl, typed, error, listed, formAction, csrfToken } = props;
  const { id, factor } = enrolment;
  const form = { action: formAction, csrfToken };
  const shown = pickName(input, enrolment);
  return (
    <>
      <Heading heading={<bdi>{shown}</bdi>} text={facts(input, enrolment)} />
      <ErrorMessage text={obstacleText(input)} />
      <Form {...form} fields={{ id }}>
        <NameField
          value={typed ?? shown}
          label={messages.one.name}
          invalid={error === "InvalidName" && messages.one.invalidName}
        />
        <button class="submit" type="submit" name="step" value="rename">
          {messages.one.rename}
        </button>
      </Form>
      {canReplace && (
        <Form {...form} fields={{ id, factor: factor.id }}>
          <p class="above">{messages.one.replaceText}</p>
          <button class="button create" type="submit" name="step" value="enrol">
            {messages.one.replace}
          </button>
        </Form>
      )}
      <a class="site danger" href={removeUrl}>{messages.one.remove}</a>
      <a class="site" href={listed}>{messages.one.back}</a>
    </>
  );
}

/** The reason for which a factor was not removed. */
function obstacleText({ props: { error = "" }, messages }: For<"one">): string | undefined {
  return ownMember<string>(messages.one.obstacles, error);
}

/** Asks before a factor is removed. */
function removal(input: For<"one">): VNode {
  const { props: { enrolment, formAction, csrfToken }, messages: { one: words }, texts } = input;
  return (
    <>
      <Heading
        heading={fill(words.ask, { name: pickName(input, enrolment) })}
        text={words.removeText}
      />
      <Form action={formAction} csrfToken={csrfToken} fields={{ id: enrolment.id }}>
        <button class="submit danger" type="submit" name="step" value="remove">
          {words.remove}
        </button>
      </Form>
      <a class="site" href={enrolment.url}>{texts.cancel}</a>
    </>
  );
}

/** New codes: on paper and in a file, with what they belong to. */
function codes({ props, frame, messages, texts, language }: For<"codes">): VNode {
  const { codes: words } = messages;
  const { codes, walk, account, madeAt, fields, formAction, csrfToken } = props;
  const facts = [
    siteName(frame),
    account && shownAddress(account),
    dateInWords(language, madeAt, "long"),
  ]
    .filter((fact) => fact !== undefined && fact !== "");
  const text = [words.list, ...facts, "", ...codes, ""].join("\n");
  return (
    <>
      <Steps walk={walk} texts={texts} />
      <Heading heading={words.heading} text={words.text} />
      <section class="sheet" aria-labelledby="codes">
        <h2 id="codes" class="section-header">{words.list}</h2>
        <p class="facts">
          {facts.flatMap((fact, index) => [index > 0 && " · ", <bdi key={fact}>{fact}</bdi>])}
        </p>
        <ul class="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
      <div class="keep">
        <CopyButton text={text} texts={texts} />
        <a
          class="button create"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          {words.save}
        </a>
        <button type="button" class="button create" hidden data-print>{words.print}</button>
      </div>
      <Form action={formAction} csrfToken={csrfToken} fields={fields}>
        <p class="check">
          <input id="input-saved" type="checkbox" name="saved" value="1" required />
          <label for="input-saved">{words.saved}</label>
        </p>
        <SubmitButton>{words.done}</SubmitButton>
      </Form>
    </>
  );
}
