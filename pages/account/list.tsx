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
import { agoInWords, countInWords, dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { Logo, SiteLink } from "../layout.tsx";
import { ownMember } from "../../src/base/objects.ts";
import { Form, NameField, PasskeyForm } from "../form.tsx";
import { StepForm, type ViewInput } from "./form.tsx";
import type { ShownSession } from "../../src/types/steps/account.ts";

type Input = ViewInput<"list">;

/** Changes after which the browser is told about the user's passkeys. */
const CHANGED: ReadonlySet<string> = new Set(["name", "passkey-removed"]);

/** The rows. */
export function list(input: Input): VNode {
  const { props: { done, isReadOnly }, frame, messages } = input;
  const message = done !== undefined && ownMember(messages.done, done);
  return (
    <main class="account">
      <header>
        <Logo theme={frame.theme} />
        <h1>{messages.title}</h1>
        {message && <p class="done" role="status">{message}</p>}
        {isReadOnly && <p class="done" role="status">{messages.readOnly}</p>}
      </header>
      {name(input)}
      {address(input)}
      {password(input)}
      {passkeys(input)}
      {factors(input)}
      {accounts(input)}
      {own(input)}
      {sessions(input)}
      {!isReadOnly && copy(input)}
      {!isReadOnly && removal(input)}
      <SiteLink siteUrl={frame.siteUrl} />
    </main>
  );
}

function card(id: string, heading: string, children: ComponentChildren): VNode {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
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
      {!isReadOnly && <a class="button create" href={addressUrl}>{words.change}</a>}
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
          {removeUrl !== undefined && <a class="button create" href={removeUrl}>{words.remove}</a>}
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
  return card(
    "accounts",
    words.heading,
    <>
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
        linkable.map(({ name, action }) => (
          <Form
            key={action}
            action={action}
            csrfToken={props.csrfToken}
            fields={{ callbackUrl: doneUrl }}
          >
            <button class="button create" type="submit">{fill(words.link, { name })}</button>
          </Form>
        ))}
    </>,
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

function sessions(input: Input): VNode {
  const { props, messages: { sessions: words } } = input;
  const { sessions, isReadOnly } = props;
  return card(
    "sessions",
    words.heading,
    <>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{deviceOf(input, session)}</strong>
              {seen(input, session)}
            </div>
            {!session.isCurrent && !isReadOnly && (
              <StepForm props={props} step="session-end" fields={{ id: session.id }}>
                <button class="small" type="submit" aria-label={endLabel(input, session)}>
                  {words.end}
                </button>
              </StepForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && !isReadOnly && (
        <StepForm props={props} step="sessions-end">
          <button class="button create" type="submit">{words.endOthers}</button>
        </StepForm>
      )}
    </>,
  );
}

function deviceOf({ messages: { sessions: words } }: Input, session: ShownSession): string {
  const { browser, system } = session;
  if (browser === null) {
    return system === null ? words.unknown : fill(words.unknownOn, { system });
  }
  return system === null ? browser : fill(words.device, { browser, system });
}

function endLabel(input: Input, session: ShownSession): string {
  const { place } = session;
  const { endOf, endOfAt } = input.messages.sessions;
  const name = deviceOf(input, session);
  return place === null ? fill(endOf, { name }) : fill(endOfAt, { name, place });
}

/** Place, and time of the last use. */
function seen({ props: { now }, messages, language }: Input, session: ShownSession): VNode {
  const { place, lastSeenAt, isCurrent } = session;
  const [before, after] = messages.sessions.seen.split("{when}");
  return (
    <span class="facts">
      {isCurrent && <span class="current">{messages.sessions.current}</span>}
      {place !== null && (
        <span>
          <bdi>{place}</bdi>
        </span>
      )}
      {lastSeenAt && (
        <span>
          {before}
          <time datetime={lastSeenAt.toISOString()}>{agoInWords(language, now, lastSeenAt)}</time>
          {after}
        </span>
      )}
    </span>
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
      <a class="button create" href={props.deleteUrl}>{words.open}</a>
    </>,
  );
}
