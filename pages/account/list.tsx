/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * All rows of the account page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { countInWords, dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { initialOf } from "../brand.ts";
import { Logo, SiteLink } from "../layout.tsx";
import { ownMember } from "../../src/base/objects.ts";
import { Form, NameField, PasskeyForm } from "../form.tsx";
import { devices } from "./devices.tsx";
import { StepForm, type ViewInput } from "./form.tsx";

type Input = ViewInput<"list">;

/** Changes after which the browser is told about the user's passkeys. */
const CHANGED: ReadonlySet<string> = new Set(["name", "passkey-removed"]);

/** The rows. */
export function list(input: Input): VNode {
  const { props: { isReadOnly }, frame, messages: { groups } } = input;
  const parts: [id: keyof typeof groups, content: ComponentChildren][] = [
    ["profile", [name(input), address(input)]],
    ["security", [status(input), password(input), passkeys(input), factors(input)]],
    ["devices", devices(input)],
    ["connected", accounts(input)],
    ["data", [own(input), !isReadOnly && copy(input), !isReadOnly && removal(input)]],
  ];
  const shown = parts.filter(([id]) => id !== "connected" || input.props.accounts);
  return (
    <main class="account">
      {header(input)}
      <nav aria-label={input.messages.title}>
        <ul>
          {shown.map(([id]) => (
            <li key={id}>
              <a href={`#${id}`}>{groups[id]}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {shown.map(([id, content]) => (
          <section key={id} id={id} aria-labelledby={`${id}-heading`}>
            <h2 id={`${id}-heading`}>{groups[id]}</h2>
            {content}
          </section>
        ))}
        <SiteLink siteUrl={frame.siteUrl} />
      </div>
    </main>
  );
}

/** Whose account it is, and the way out. */
function header({ props, frame, messages }: Input): VNode {
  const { name, email, done, isReadOnly, signOutAction, csrfToken } = props;
  const message = done !== undefined && ownMember(messages.done, done);
  return (
    <header>
      <Logo theme={frame.theme} />
      <div class="me">
        <span class="initial" aria-hidden="true">{initialOf(name || (email ?? ""))}</span>
        <div>
          <h1>{messages.title}</h1>
          <p class="facts">
            <bdi>{email ?? name}</bdi>
          </p>
        </div>
        {!isReadOnly && (
          <Form action={signOutAction} csrfToken={csrfToken}>
            <button class="small" type="submit">{messages.signOut}</button>
          </Form>
        )}
      </div>
      {message && <p class="done" role="status">{message}</p>}
      {isReadOnly && <p class="done" role="status">{messages.readOnly}</p>}
    </header>
  );
}

/** What protects the account, or would. */
function status({ props, messages: { status: words } }: Input): VNode | false {
  const { factors, passkeys, isReadOnly } = props;
  if (!factors || isReadOnly) return false;
  const isProtected = factors.count > 0 || (passkeys?.keys.length ?? 0) > 0;
  return <p class={isProtected ? "done good" : "done"}>{isProtected ? words.good : words.better}
  </p>;
}

function card(id: string, heading: string, children: ComponentChildren): VNode {
  return (
    <div class="card" role="group" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {children}
    </div>
  );
}

function name({ props, messages: { name: words } }: Input): VNode {
  const form = (
    <StepForm props={props} step="name">
      <NameField
        value={props.name}
        label={words.label}
        invalid={props.isNameInvalid && words.invalid}
      />
      <button class="button create" type="submit">{words.save}</button>
    </StepForm>
  );
  return card("name", words.heading, props.isReadOnly ? <p>{props.name}</p> : form);
}

function address({ props, messages: { address: words } }: Input): VNode {
  const { email, isConfirmed, addressUrl, isReadOnly } = props;
  return card(
    "address",
    words.heading,
    <>
      {email === null ? <p class="facts">{words.none}</p> : (
        <p>
          <bdi>{email}</bdi>
          <span class="facts">{isConfirmed ? words.confirmed : words.open}</span>
        </p>
      )}
      {!isReadOnly && (
        <a class="button create" href={addressUrl}>{email === null ? words.add : words.change}</a>
      )}
    </>,
  );
}

function password({ props, messages, language }: Input): VNode | false {
  if (!props.password) return false;
  const words = messages.password;
  const { setAt, url, removeUrl } = props.password;
  const date = setAt && dateInWords(language, setAt, "long");
  return card(
    "password",
    words.heading,
    <>
      <p class="facts">{date === null ? words.none : fill(words.since, { date })}</p>
      {!props.isReadOnly && (
        <>
          {url !== undefined && (
            <a class="button create" href={url}>{setAt ? words.change : words.set}</a>
          )}
          {removeUrl !== undefined && (
            <a class="button create danger" href={removeUrl}>{words.remove}</a>
          )}
        </>
      )}
    </>,
  );
}

function passkeys({ props, messages: { passkeys: words } }: Input): VNode | false {
  if (!props.passkeys) return false;
  const { keys, add } = props.passkeys;
  return card(
    "passkeys",
    words.heading,
    <>
      {keys.length === 0 && <p class="facts">{words.none}</p>}
      {keys.length > 0 && (
        <ul>
          {keys.map(({ id, name, isSynced, url }) => (
            <li key={id}>
              <div>
                <strong>
                  <bdi>{name ?? words.unnamed}</bdi>
                </strong>
                <span class="facts">{isSynced ? words.synced : words.single}</span>
              </div>
              {!props.isReadOnly && (
                <a href={url} aria-label={fill(words.changeOf, { name: name ?? words.unnamed })}>
                  {words.change}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {!props.isReadOnly &&
        add.map(({ optionsUrl, action, doneUrl }) => (
          <div class="ceremony" key={action}>
            <PasskeyForm
              action={action}
              csrfToken={props.csrfToken}
              fields={{ callbackUrl: doneUrl }}
              data={{
                "data-passkey": optionsUrl,
                "data-action": "register",
                "data-sync": CHANGED.has(props.done ?? "") ? "" : undefined,
              }}
              texts={words}
            >
              <button class="button create" type="submit">{words.add}</button>
            </PasskeyForm>
          </div>
        ))}
    </>,
  );
}

function factors({ props, messages: { factors: words }, language }: Input): VNode | false {
  if (!props.factors) return false;
  const { count, url } = props.factors;
  const text = count === 0 ? words.none : countInWords(language, words.count, count);
  return card(
    "factors",
    words.heading,
    <>
      <p class="facts">{text}</p>
      {!props.isReadOnly && <a class="button create" href={url}>{words.manage}</a>}
    </>,
  );
}

function accounts({ props, messages: { accounts: words } }: Input): VNode | false {
  if (!props.accounts) return false;
  const { linked, linkable, doneUrl } = props.accounts;
  return (
    <div class="card">
      {linked.length === 0 && <p class="facts">{words.none}</p>}
      {linked.length > 0 && (
        <ul>
          {linked.map(({ provider, id, name, url }) => (
            <li key={`${provider} ${id}`}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {!props.isReadOnly && (
                <a href={url} aria-label={fill(words.unlinkOf, { name })}>{words.unlink}</a>
              )}
            </li>
          ))}
        </ul>
      )}
      {!props.isReadOnly &&
        linkable.length > 0 && (
        <ul class="choices">
          {linkable.map(({ name, action }) => (
            <li key={action}>
              <Form
                action={action}
                csrfToken={props.csrfToken}
                fields={{ callbackUrl: doneUrl }}
              >
                <button class="small" type="submit">{fill(words.link, { name })}</button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Rows of the app's own capabilities. */
function own({ props }: Input): VNode[] {
  return props.own.map(({ heading, text, link }, index) =>
    card(
      `own-${index}`,
      heading,
      <>
        <p class="facts">{text}</p>
        {link && <a class="button create" href={link.url}>{link.label}</a>}
      </>,
    )
  );
}

function copy({ props, messages: { copy: words } }: Input): VNode {
  return card(
    "copy",
    words.heading,
    <>
      <p class="facts">{words.text}</p>
      <a class="button create" href={props.exportUrl}>{words.open}</a>
    </>,
  );
}

function removal({ props, messages: { removal: words } }: Input): VNode {
  return card(
    "removal",
    words.heading,
    <>
      <p class="facts">{words.text}</p>
      <a class="button create danger" href={props.deleteUrl}>{words.open}</a>
    </>,
  );
}
