/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The API keys of a user: the list, the form for a new one, the new key, and the question before a
 * change. Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { AccountPageTexts } from "../../src/types/account_texts.ts";
import type { KeyPageTexts } from "../../src/types/key_texts.ts";
import type { FactorPageTexts } from "../../src/types/page_texts.ts";
import type {
  KeyList,
  KeyMade,
  KeyProps,
  KeyQuestion,
  ShownKey,
} from "../../src/types/steps/keys.ts";
import { act } from "../account/rows.tsx";
import { accountCss } from "../account/styles.ts";
import { CopyButton } from "../factor/parts.tsx";
import { ErrorMessage, Field, Form } from "../form.tsx";
import { AccountLink, Card, Heading, Logo, ProofLink, SiteLink } from "../layout.tsx";
import type { PageProps } from "../props.ts";

/** Input of the page. */
export interface KeysPageProps<Props = KeyProps> {
  /** Data of the page. */
  props: Props;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts. */
  words: KeyPageTexts;
  /** Texts that are those of the account page. */
  shared: AccountPageTexts;
  /** Texts of the button that copies. */
  copy: Pick<FactorPageTexts, "copied" | "copy">;
  /** Text of the link to the account page. */
  toAccount: string;
}

/** The styles: those of the account page, in one column. */
export const CSS = `${accountCss}
.page>.account.plain{max-width:42rem}.account.plain:not(.one){display:block}
.account code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.account .made{display:block;margin:0 0 1rem;padding:.875rem 1rem;border:var(--line);border-radius:var(--border-radius);user-select:all}
.account fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}.account legend{padding:0}.account .card>p:last-child{margin:0}
.account .check{display:flex;align-items:center;gap:.625rem;margin:0}.account .check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}.account .check label{padding:.375rem 0}
.account.one .button.create{width:100%;margin-bottom:.75rem}
.account li .acts{margin-top:.125rem;justify-content:flex-start}
@media (min-width:30rem){.account section .submit{width:fit-content;padding-inline:1.5rem}}`;

/** The page. */
export function KeysPage(input: KeysPageProps): VNode {
  const { props } = input;
  switch (props.step) {
    case "list":
      return list({ ...input, props });
    case "made":
      return made({ ...input, props });
    default:
      return question({ ...input, props });
  }
}

function list(input: KeysPageProps<KeyList>): VNode {
  const { props, frame, words, shared } = input;
  const { keys, create, done, fault, isReadOnly, accountUrl } = props;
  const message = done !== undefined && ownMember<string>(words.done, done);
  return (
    <main class="account plain">
      <header>
        <Logo theme={frame.theme} />
        <div class="me">
          <div>
            <h1>{words.title}</h1>
            <p class="facts">{words.text}</p>
          </div>
        </div>
        {message && <p class="done" role="status">{message}</p>}
        {fault?.reason && <p class="done" role="alert">{words.reasons[fault.reason]}</p>}
        {isReadOnly && <p class="done" role="status">{shared.readOnly}</p>}
      </header>
      <section aria-labelledby="keys">
        <h2 id="keys">{words.row.heading}</h2>
        <div class="card">
          {keys.length === 0
            ? <p class="facts">{words.row.none}</p>
            : <ul>{keys.map((key) => row(input, key))}</ul>}
        </div>
      </section>
      {create && (
        <section aria-labelledby="create">
          <h2 id="create">{words.create.heading}</h2>
          <div class="card">{form(input, create)}</div>
        </section>
      )}
      <AccountLink accountUrl={accountUrl} text={input.toAccount} />
      {!accountUrl && <SiteLink siteUrl={frame.siteUrl} />}
    </main>
  );
}

function row(input: KeysPageProps<KeyList>, key: ShownKey): VNode {
  const { words } = input;
  const { id, name, urls: { rotate, revoke } } = key;
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {facts(input, key)}
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

function facts({ words, language }: Omit<KeysPageProps, "props">, key: ShownKey): VNode {
  const { hint, scopes, createdAt, lastUsedAt, expires, isRotated } = key;
  const dated = (text: string, date: Date) =>
    fill(text, { date: dateInWords(language, date, "medium") });
  const end = expires === null
    ? words.endless
    : dated(isRotated ? words.replaced : words.expires, expires);
  return (
    <>
      <span class="facts">
        <code dir="ltr">{hint}</code>
      </span>
      <span class="facts">
        {scopes === "all" ? words.all : scopes.map((one) => (
          <span key={one}>
            <bdi>{one}</bdi>
          </span>
        ))}
      </span>
      <span class="facts">
        <span>{dated(words.created, createdAt)}</span>
        <span>{lastUsedAt ? dated(words.used, lastUsedAt) : words.neverUsed}</span>
        <span>{end}</span>
      </span>
    </>
  );
}

/** The form, or the way to the proof that it needs. */
function form(input: KeysPageProps<KeyList>, typed: NonNullable<KeyList["create"]>): VNode {
  const { props, words: { create: words, faults }, shared } = input;
  const { proofUrl, fault, formAction, csrfToken } = props;
  if (proofUrl !== undefined) {
    return <ProofLink stale={shared.one.stale} prove={shared.one.prove} url={proofUrl} />;
  }
  const { name, scopes, days, offered, once } = typed;
  const field = fault?.field;
  const isOf = (one: string) => field === one;
  const sentence = field && (ownMember<string>(faults, field) ?? shared.name.invalid);
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={{ step: "create", once }}>
      <ErrorMessage id="form-error" text={sentence} />
      <Field
        id="input-name"
        name="name"
        type="text"
        value={name}
        maxlength={64}
        required
        autocomplete="off"
        label={words.name}
        errorId={isOf("name") && "form-error"}
        autofocus={isOf("name") ? true : undefined}
      />
      {offered.length > 0 && (
        <fieldset aria-describedby={isOf("scopes") ? "form-error" : undefined}>
          <legend class="section-header">{words.scopes}</legend>
          {offered.map((scope, index) => (
            <p class="check" key={scope}>
              <input
                id={`scope-${index}`}
                type="checkbox"
                name={`scope.${scope}`}
                value="1"
                checked={scopes.includes(scope)}
              />
              <label for={`scope-${index}`}>
                <bdi>{scope}</bdi>
              </label>
            </p>
          ))}
        </fieldset>
      )}
      <Field
        id="input-days"
        name="days"
        type="number"
        inputmode="numeric"
        min={1}
        max={3650}
        value={days}
        required
        autocomplete="off"
        label={words.days}
        errorId={isOf("expiresIn") && "form-error"}
        autofocus={isOf("expiresIn") ? true : undefined}
      />
      <button class="submit" type="submit">{words.submit}</button>
    </Form>
  );
}

function made({ props, frame, words: { made: words }, copy }: KeysPageProps<KeyMade>): VNode {
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

function question(input: KeysPageProps<KeyQuestion>): VNode {
  const { props, frame, language, words, shared } = input;
  const { step, key: { id, name }, until, formAction, csrfToken, proofUrl } = props;
  const own = words[step];
  const isRed = step === "revoke";
  const date = dateInWords(language, until, "long");
  return (
    <Card name={isRed ? "account one red" : "account one"} theme={frame.theme}>
      <Heading heading={fill(own.heading, { name })} text={fill(own.text, { date })} />
      {proofUrl === undefined
        ? (
          <Form action={formAction} csrfToken={csrfToken} fields={{ step, id }}>
            <button class={isRed ? "submit danger" : "submit"} type="submit">{own.submit}</button>
          </Form>
        )
        : <ProofLink stale={shared.one.stale} prove={shared.one.prove} url={proofUrl} />}
      <a class="site" href={formAction}>{words.title}</a>
    </Card>
  );
}
