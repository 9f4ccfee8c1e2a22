/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The API keys of a user, and the parts that the page of an organization's keys has too: the list,
 * the form for a new key, the new key, and the question before a change. Works without scripts.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { scopesInWords } from "./in_words.ts";
import type { KeyList, KeyMade, KeyPageProps, KeyProps, KeyQuestion, ShownKey } from "./step.ts";
import { act } from "../account/rows.tsx";
import { accountCss } from "../account/styles.ts";
import { copyScript } from "../factor/copy_script.ts";
import { CopyButton } from "../factor/parts.tsx";
import { Form } from "../form.tsx";
import { Card, Heading, Logo, SiteLink } from "../layout.tsx";
import type { PartContent } from "../mod.ts";
import type { PageProps } from "../props.ts";
import { keyForm, type KeysInput, permitted } from "./forms.tsx";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { factorMessages } from "../factor/messages.ts";

/** Makes the input of a page. */
export function makeInput<Props>(
  props: Props,
  frame: PageProps,
  wording: Wording,
  words: Texts["keys"],
): KeysInput<Props> {
  const shared = textsIn(accountEnglish, wording, ({ account }) => account);
  return { props, frame, wording, words, shared, copy: factorMessages(wording) };
}

/** The styles: those of the account page, in one column. */
export const CSS = `${accountCss}
.page>.account.plain{max-width:42rem}.account.plain:not(.one){display:block}
.account code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.account .made{display:block;margin:0 0 1rem;padding:.875rem 1rem;border:var(--line);border-radius:var(--border-radius);user-select:all}
.account fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}.account legend{padding:0}.account .card>p:last-child{margin:0}
.account fieldset.group{margin:0 0 .75rem}.account .group legend{font-weight:550;padding:.375rem 0}.account .check{display:flex;align-items:center;gap:.625rem;margin:0}.account .check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}.account .check label{padding:.375rem 0;min-width:0;overflow-wrap:anywhere}
.account.one .button.create{width:100%;margin-bottom:.75rem}
.account li .acts{margin-top:.125rem;justify-content:flex-start}
@media (min-width:30rem){.account section .submit{width:fit-content;padding-inline:1.5rem}}`;

/** A page of keys, of any owner. */
export function keysContent(
  input: KeysInput<KeyProps>,
  further?: Further,
): Omit<PartContent, "hasError"> {
  const { props, words } = input;
  switch (props.step) {
    case "list":
      return {
        title: words.title,
        content: list({ ...input, props }, further),
        css: CSS + (further?.css ?? ""),
      };
    case "made":
      return {
        title: words.made.heading,
        content: made({ ...input, props }),
        css: CSS,
        script: copyScript,
      };
    default: {
      const title = fill(words[props.step].heading, { name: props.key.name });
      return { title, content: question({ ...input, props }), css: CSS };
    }
  }
}

/** Further content of the list. */
export interface Further {
  /** Further facts about a key. */
  readonly ofKey: (key: ShownKey) => ComponentChildren;
  /** Words for the scopes of a key that has all that its owner has. */
  readonly allOf: (key: ShownKey) => string;
  /** Sections after the keys. */
  readonly sections: ComponentChildren;
  /** What is above the heading. */
  readonly bar: ComponentChildren;
  /** What is below it. */
  readonly tabs: ComponentChildren;
  /** Rules for both. */
  readonly css: string;
}

function list(input: KeysInput<KeyList>, further?: Further): VNode {
  const { props, frame, words, shared, back } = input;
  const { keys, create, done, fault, isReadOnly } = props;
  const message = done !== undefined && ownMember<string>(words.done, done);
  return (
    <main class="account plain">
      <header>
        {further?.bar}
        <Logo theme={frame.theme} />
        <div class="me">
          <div>
            <h1>{words.title}</h1>
            <p class="facts">{words.text}</p>
          </div>
        </div>
        {further?.tabs}
        {message && <p class="done" role="status">{message}</p>}
        {fault?.reason && <p class="done" role="alert">{words.reasons[fault.reason]}</p>}
        {isReadOnly && <p class="done" role="status">{shared.readOnly}</p>}
      </header>
      <section aria-labelledby="keys">
        <h2 id="keys">{words.row.heading}</h2>
        <div class="card">
          {keys.length === 0
            ? <p class="facts">{words.row.none}</p>
            : <ul>{keys.map((key) => row(input, key, further))}</ul>}
        </div>
      </section>
      {create && (
        <section aria-labelledby="create">
          <h2 id="create">{words.create.heading}</h2>
          <div class="card">{permitted(input, keyForm(input, create))}</div>
        </section>
      )}
      {further?.sections}
      {back && <a class="site" href={back.url}>{back.text}</a>}
      {!back && !further && <SiteLink frame={frame} />}
    </main>
  );
}

function row(input: KeysInput<KeyList>, key: ShownKey, further: Further | undefined): VNode {
  const { words } = input;
  const { id, name, urls: { rotate, revoke } } = key;
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {facts(input, key, further)}
        {(rotate ?? revoke) !== undefined && (
          <div class="acts">
            {rotate && act(rotate, words.rotate.act, fill(words.rotate.actOf, { name }))}
            {revoke && act(revoke, words.revoke.act, fill(words.revoke.actOf, { name }), true)}
          </div>
        )}
      </div>
    </li>
  );
}

function facts(
  { words, wording }: KeysInput<unknown>,
  key: ShownKey,
  further: Further | undefined,
): VNode {
  const { hint, scopes, createdAt, lastUsedAt, expires, isRotated } = key;
  const dated = (text: string, date: Date) =>
    fill(text, { date: dateInWords(wording.language, date, "medium") });
  const end = expires === null
    ? words.endless
    : dated(isRotated ? words.replaced : words.expires, expires);
  return (
    <>
      <span class="facts">
        <span>
          <code dir="ltr">{hint}</code>
        </span>
        {further?.ofKey(key)}
      </span>
      {showScopes(wording, scopes, further?.allOf(key) ?? words.all)}
      <span class="facts">
        <span>{dated(words.created, createdAt)}</span>
        <span>{lastUsedAt ? dated(words.used, lastUsedAt) : words.neverUsed}</span>
        <span>{end}</span>
      </span>
    </>
  );
}

/** Scopes in words. */
export function showScopes(
  wording: Wording,
  scopes: readonly string[] | "all",
  all: string,
): VNode {
  return (
    <span class="facts">
      {scopes === "all" ? all : scopesInWords(wording, scopes).map((one) => (
        <span key={one}>
          <bdi>{one}</bdi>
        </span>
      ))}
    </span>
  );
}

function made({ props, frame, words: { made: words }, copy }: KeysInput<KeyMade>): VNode {
  const { secret, key: { name }, formAction } = props;
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading heading={words.heading} text={words.text} />
      <p class="section-header">
        <bdi>{name}</bdi>
      </p>
      <code class="made" dir="ltr" aria-label={words.key}>{secret}</code>
      <CopyButton text={secret} texts={copy} />
      <a class="site" href={formAction}>{words.done}</a>
    </Card>
  );
}

function question(input: KeysInput<KeyQuestion>): VNode {
  const { props: { step, key: { id, name }, until }, wording, words } = input;
  const { heading, text, submit } = words[step];
  const date = dateInWords(wording.language, until, "long");
  return (
    <Question
      input={input}
      heading={fill(heading, { name })}
      text={fill(text, { date })}
      fields={{ step, id }}
      submit={submit}
      isRed={step === "revoke"}
    />
  );
}

/** The question before a change. */
export function Question(
  { input, heading, text, fields, submit, isRed }: {
    input: KeysInput<KeyPageProps>;
    heading: string;
    text: string;
    /** Hidden fields. */
    fields: Readonly<Record<string, string>>;
    submit: string;
    isRed: boolean;
  },
): VNode {
  const { props: { formAction, csrfToken }, frame, words } = input;
  return (
    <Card name={isRed ? "account one red" : "account one"} theme={frame.theme}>
      <Heading heading={heading} text={text} />
      {permitted(
        input,
        <Form action={formAction} csrfToken={csrfToken} fields={fields}>
          <button class={isRed ? "submit danger" : "submit"} type="submit">{submit}</button>
        </Form>,
      )}
      <a class="site" href={formAction}>{words.title}</a>
    </Card>
  );
}
