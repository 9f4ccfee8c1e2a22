/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The second factors of a user: the list, one of them to change, and new recovery codes.
 * Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { countInWords, dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { Card, Heading, ProofLink, SiteLink } from "../layout.tsx";
import { ErrorMessage, Form, NameField } from "../form.tsx";
import type { PageProps } from "../props.ts";
import type { FactorPageTexts, FactorsPageTexts } from "../../src/types/page_texts.ts";
import type { FactorsProps, ShownEnrolment } from "./factors_props.ts";
import { textsOf } from "./messages.ts";

/** Input of the page. */
export interface FactorsPageProps {
  /** Data of the page. */
  props: FactorsProps;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts of this page. */
  messages: FactorsPageTexts;
  /** Texts of the factors. */
  texts: FactorPageTexts;
}

/** Input for a step. */
type For<Step extends FactorsProps["step"]> = Omit<FactorsPageProps, "props"> & {
  props: Extract<FactorsProps, { step: Step }>;
};

/** The page. */
export function FactorsPage({ props, ...rest }: FactorsPageProps): VNode {
  const content = props.step === "list"
    ? list({ props, ...rest })
    : props.step === "one"
    ? one({ props, ...rest })
    : codes({ props, ...rest });
  return <Card name="factors" theme={rest.frame.theme}>{content}</Card>;
}

function list(input: For<"list">): VNode {
  const { props, frame, messages } = input;
  const { enrolments, isProtected, proofUrl, done } = props;
  const message = done !== undefined && ownMember(messages.done, done);
  return (
    <>
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
                  <bdi>{nameOf(input, enrolment)}</bdi>
                </strong>
                {facts(input, enrolment)}
              </div>
              {proofUrl === undefined && (
                <a
                  href={enrolment.url}
                  aria-label={fill(messages.changeOf, { name: nameOf(input, enrolment) })}
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
      <SiteLink siteUrl={frame.siteUrl} />
    </>
  );
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
      {addable.map((factor) => (
        <Form
          key={factor.id}
          action={formAction}
          csrfToken={csrfToken}
          fields={{ factor: factor.id }}
        >
          <button class="button create" type="submit" name="step" value="enrol">
            {fill(messages.addOne, { name: textsOf(texts, factor).name })}
          </button>
        </Form>
      ))}
    </section>
  );
}

function nameOf({ texts }: Pick<FactorsPageProps, "texts">, { name, factor }: ShownEnrolment) {
  return name ?? textsOf(texts, factor).name;
}

/** Kind, times, and the number of codes that are left. */
function facts(input: Omit<FactorsPageProps, "props">, enrolment: ShownEnrolment): VNode {
  const { messages, texts, language } = input;
  const { name, factor, createdAt, usedAt, left } = enrolment;
  const dateOf = (date: Date) => dateInWords(language, date, "medium");
  const words = [
    ...name === undefined ? [] : [textsOf(texts, factor).name],
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
  const { enrolment, canReplace, obstacle, isNameInvalid, listed, formAction, csrfToken } = props;
  const { id, factor } = enrolment;
  const form = { action: formAction, csrfToken };
  const shown = nameOf(input, enrolment);
  return (
    <>
      <Heading heading={<bdi>{shown}</bdi>} text={facts(input, enrolment)} />
      <ErrorMessage text={obstacle && messages.one.obstacles[obstacle]} />
      <Form {...form} fields={{ id }}>
        <NameField
          value={shown}
          label={messages.one.name}
          invalid={isNameInvalid && messages.one.invalidName}
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
      <Form {...form} fields={{ id }}>
        <p class="above">{messages.one.removeText}</p>
        <button class="button create" type="submit" name="step" value="remove">
          {messages.one.remove}
        </button>
      </Form>
      <a class="site" href={listed}>{messages.one.back}</a>
    </>
  );
}

function codes({ props, messages: { codes: words } }: For<"codes">): VNode {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${props.codes.join("\n")}\n`)}`;
  return (
    <>
      <Heading heading={words.heading} text={words.text} />
      <ul class="codes" aria-label={words.list}>
        {props.codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a class="button create" href={file} download="recovery-codes.txt">{words.save}</a>
      <a class="submit prove" href={props.formAction}>{words.done}</a>
    </>
  );
}
