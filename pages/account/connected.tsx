/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The connected accounts of the account page, and the providers of which one can be connected.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import type { AccountList, ShownAccount } from "./step.ts";
import { Form } from "../form.tsx";
import type { PageProvider } from "../props.ts";
import { act } from "./rows.tsx";
import { providerMark } from "../provider_buttons.tsx";
import type { ViewInput } from "./form.tsx";

type Input = ViewInput<"list">;

/** Most providers at first sight; the others are behind one click. */
const MOST = 4;

/** The providers whose marks the list shows, each once, for its stylesheet. */
export function markedProviders({ accounts }: AccountList): PageProvider[] {
  if (!accounts) return [];
  const shown = [...accounts.linked, ...accounts.linkable];
  const byId = new Map(shown.map(({ provider: id, name, style }) => [id, { id, name, style }]));
  return [...byId.values()].map(({ id, name, style }) => ({
    ...{ id, name, type: "oauth", signinUrl: "", callbackUrl: "" },
    ...style ? { style } : {},
  }));
}

/** The accounts, and the providers; nothing without either. */
export function accounts(input: Input): VNode | false {
  const { props, messages: { accounts: words } } = input;
  if (!props.accounts) return false;
  const { linked, linkable } = props.accounts;
  const more = linkable.slice(MOST);
  return (
    <div class="card">
      {linked.length === 0 && <p class="facts">{words.none}</p>}
      {linked.length > 0 && <ul>{linked.map((account) => row(input, account))}</ul>}
      {!props.isReadOnly && linkable.length > 0 && (
        <div class="connect" role="group" aria-labelledby="connect">
          <h3 id="connect">{words.another}</h3>
          {tiles(input, linkable.slice(0, MOST))}
          {more.length > 0 && (
            <details>
              <summary>{words.more}</summary>
              {tiles(input, more)}
            </details>
          )}
        </div>
      )}
    </div>
  );
}

function row(input: Input, account: ShownAccount): VNode {
  const { props, messages: { accounts: words } } = input;
  const { provider, id, name, label, url } = account;
  const full = label === undefined ? name : `${name} · ${shownAddress(label)}`;
  return (
    <li key={`${provider} ${id}`}>
      {showMark(input, account)}
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {label !== undefined && (
          <span class="facts">
            <bdi>{shownAddress(label)}</bdi>
          </span>
        )}
      </div>
      {!props.isReadOnly &&
        act(url, words.unlink, fill(words.unlinkOf, { name: full }), true)}
    </li>
  );
}

/** Buttons with marks, each of which begins a sign-in at a provider. */
function tiles(
  input: Input,
  some: NonNullable<AccountList["accounts"]>["linkable"],
): VNode {
  const { props, messages: { accounts: words } } = input;
  return (
    <ul class="tiles">
      {some.map((one) => (
        <li key={one.provider}>
          <Form
            action={one.action}
            csrfToken={props.csrfToken}
            fields={{ callbackUrl: props.accounts?.doneUrl }}
          >
            <button class="small" type="submit" aria-label={fill(words.link, { name: one.name })}>
              {showMark(input, one)}
              <span>{one.name}</span>
            </button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

function showMark(
  { props }: Input,
  shown: Pick<ShownAccount, "provider" | "name" | "style">,
): VNode {
  const index = markedProviders(props).findIndex(({ id }) => id === shown.provider);
  return providerMark(shown, index);
}
