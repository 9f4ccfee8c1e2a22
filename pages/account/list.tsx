/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * All rows of the account page.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { countInWords, dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { initialOf } from "../brand.ts";
import { Logo, SiteLink } from "../layout.tsx";
import { ownMember } from "../../src/base/objects.ts";
import { Form, PasskeyForm } from "../form.tsx";
import { accounts } from "./connected.tsx";
import { devices } from "./devices.tsx";
import type { AccountPart } from "../../src/types/custom.ts";
import type { ViewInput } from "./form.tsx";
import { findProtection } from "./protection.ts";
import { passkeyFacts, passkeyName } from "./passkey.tsx";
import { act, row, rows } from "./rows.tsx";

/** Input of the list. */
interface Input extends ViewInput<"list"> {
  /** Sentence for a script that gets no answer. */
  unreachable: string;
}

/** Changes after which the browser is told about the user's passkeys. */
const CHANGED: ReadonlySet<string> = new Set(["name", "passkey-removed"]);

/** The rows. */
export function list(input: Input): VNode {
  const { props: { isReadOnly }, frame, messages: { groups } } = input;
  const secured = rows(
    password(input),
    passkeys(input),
    factors(input),
    ...own(input, "security"),
  );
  const parts: [id: keyof typeof groups, content: ComponentChildren][] = [
    ["profile", rows(name(input), address(input))],
    ["security", secured && [status(input), secured]],
    ["devices", devices(input)],
    ["connected", input.props.accounts !== undefined && accounts(input)],
    ["organizations", rows(...own(input, "organizations"))],
    ["developer", rows(...own(input, "developer"))],
    ["more", rows(...own(input, "more"))],
    [
      "data",
      !isReadOnly && [
        rows(copy(input)),
        <div class="rows card danger" key="removal">{removal(input)}</div>,
      ],
    ],
  ];
  const shown = parts.filter(([, content]) => content !== false);
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
        <SiteLink frame={frame} />
      </div>
    </main>
  );
}

/** Whose account it is, and the way out. */
function header({ props, frame, messages }: Input): VNode {
  const { name, email, done, isReadOnly, signOutAction, csrfToken } = props;
  const message = done !== undefined && ownMember(messages.done, done);
  const initial = initialOf(name || (email ?? ""));
  return (
    <header>
      <Logo theme={frame.theme} />
      <div class="me">
        {initial && <span class="initial" aria-hidden="true">{initial}</span>}
        <div>
          <h1>{messages.title}</h1>
          <p class="facts">
            {name && <bdi>{name}</bdi>}
            {name && email && " · "}
            {email && <bdi>{shownAddress(email)}</bdi>}
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
function status(input: Input): VNode | false {
  const { props, messages: { status: words, open } } = input;
  const protection = props.isReadOnly ? undefined : findProtection(props);
  if (protection === undefined) return false;
  if (protection === "good") return <p class="done good">{words.good}</p>;
  return (
    <p class="done better">
      <span>{words[protection]}</span>
      {protection === "better"
        ? <a class="act" href={props.factors!.url}>{open.turnOn}</a>
        : wayBack(input)}
    </p>
  );
}

/** The way in that is added first: the address, where the app sends links to it. */
function wayBack({ props, messages: { address: words, passkeys, accounts } }: Input): VNode {
  const { hasLinks, isConfirmed, addressUrl } = props;
  if (hasLinks && !isConfirmed) return <a class="act" href={addressUrl}>{words.add}</a>;
  return props.passkeys
    ? <a class="act" href="#passkeys">{passkeys.add}</a>
    : <a class="act" href="#connected">{accounts.another}</a>;
}

function name({ props, messages: { name: words, passkeys } }: Input): VNode {
  const label = fill(passkeys.changeOf, { name: words.heading });
  return row("name", words.heading, {
    value: props.name ? <bdi>{props.name}</bdi> : <span class="facts">{words.none}</span>,
    acts: !props.isReadOnly && act(props.nameUrl, passkeys.change, label),
  });
}

function address(input: Input): VNode {
  const { props, messages: { address: words, passkeys } } = input;
  const { email, pendingEmail, isConfirmed, addressUrl, isReadOnly } = props;
  if (email === null && pendingEmail !== undefined) return pendingAddress(input, pendingEmail);
  const isMissing = email === null;
  const sentence = isMissing ? words.add : words.change;
  return row("address", words.heading, {
    value: isMissing ? <span class="facts">{words.none}</span> : (
      <>
        <bdi>{shownAddress(email)}</bdi>
        <span class="facts">{isConfirmed ? words.confirmed : words.open}</span>
      </>
    ),
    acts: !isReadOnly && act(addressUrl, isMissing ? sentence : passkeys.change, sentence),
  });
}

/** The address of the sign-up, which waits for its confirmation. */
function pendingAddress(
  { props, messages: { address: words, passkeys } }: Input,
  email: string,
): VNode {
  const { addressUrl, csrfToken, isReadOnly } = props;
  return row("address", words.heading, {
    value: (
      <>
        <bdi>{shownAddress(email)}</bdi>
        <span class="facts">{words.open}</span>
      </>
    ),
    acts: !isReadOnly && (
      <>
        <Form action={addressUrl} csrfToken={csrfToken} fields={{ step: "request", email }}>
          <button class="small" type="submit">{words.again}</button>
        </Form>
        {act(addressUrl, passkeys.change, words.change)}
      </>
    ),
  });
}

function password({ props, messages, language }: Input): VNode | false {
  if (!props.password) return false;
  const { password: words, passkeys, open } = messages;
  const { setAt, url, removeUrl } = props.password;
  const date = setAt && dateInWords(language, setAt, "medium");
  const sentence = setAt ? words.change : words.set;
  return row("password", words.heading, {
    value: <span class="facts">{date === null ? words.none : fill(words.since, { date })}</span>,
    acts: !props.isReadOnly && (
      <>
        {url !== undefined && act(url, setAt ? passkeys.change : sentence, sentence)}
        {removeUrl !== undefined && act(removeUrl, open.remove, words.remove, true)}
      </>
    ),
  });
}

function passkeys(input: Input): VNode | false {
  const { props, unreachable, messages: { passkeys: words } } = input;
  if (!props.passkeys) return false;
  const { keys, add } = props.passkeys;
  return row("passkeys", words.heading, {
    children: (
      <>
        {keys.length === 0 && <p class="facts">{words.none}</p>}
        {keys.length > 0 && (
          <ul>
            {keys.map((key) => (
              <li key={key.id}>
                <div>
                  <strong>
                    <bdi>{passkeyName(input, key)}</bdi>
                  </strong>
                  {passkeyFacts(input, key, props.now)}
                </div>
                {!props.isReadOnly &&
                  act(
                    key.url,
                    words.change,
                    fill(words.changeOf, { name: passkeyName(input, key) }),
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
                unreachable={unreachable}
              >
                <button class="small" type="submit">{words.add}</button>
              </PasskeyForm>
            </div>
          ))}
      </>
    ),
  });
}

function factors({ props, messages: { factors: words, open }, language }: Input): VNode | false {
  if (!props.factors) return false;
  const { count, url } = props.factors;
  const text = count === 0 ? words.none : countInWords(language, words.count, count);
  return row("factors", words.heading, {
    value: <span class="facts">{text}</span>,
    acts: !props.isReadOnly && act(url, open.manage, words.manage),
  });
}

/** Rows of the app's own capabilities. */
/** Parts that a row of a capability can name. */
const PARTS: ReadonlySet<string | undefined> = new Set<AccountPart>([
  "organizations",
  "developer",
  "security",
]);

/** Rows of capabilities in a part of the page; a part that is not known is that of the others. */
function own({ props }: Input, part: AccountPart): VNode[] {
  return props.own.flatMap(({ part: named, heading, text, link }, index) =>
    (PARTS.has(named) ? named : "more") === part
      ? [row(`own-${index}`, heading, {
        value: <span class="facts">{text}</span>,
        acts: link && act(link.url, link.label, link.label),
      })]
      : []
  );
}

function copy({ props, messages: { copy: words, open } }: Input): VNode {
  return row("copy", words.heading, {
    value: <span class="facts">{words.text}</span>,
    acts: act(props.exportUrl, open.download, words.open),
  });
}

function removal({ props, messages: { removal: words, open } }: Input): VNode {
  return row("removal", words.heading, {
    value: <span class="facts">{words.text}</span>,
    acts: act(props.deleteUrl, open.delete, words.open, true),
  });
}
