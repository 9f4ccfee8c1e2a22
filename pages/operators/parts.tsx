/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Common parts of the pages of operators.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { h } from "../render.ts";
import { timeInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { shownAddress } from "../../src/base/shown_address.ts";
import type { Texts } from "../../src/types/texts.ts";
import { ErrorMessage, Field } from "../form.tsx";
import { CSS as ORGANIZATION_CSS, type PartInput } from "../organizations/parts.tsx";
import type { OperatorPager, ShownOperatorEntry, ShownOperatorUser } from "./step.ts";

/** Input of a page. */
export type Input<Props> = Omit<PartInput, "props" | "words"> & {
  props: Props;
  words: Texts["operators"];
  language: string;
  /** Texts of the audit log. */
  activity: Texts["activity"];
  /** Texts of the pages of organizations. */
  team: Texts["organizations"];
  /** Names of what other pages show. */
  names: { keys: string; grants: string };
  /** The words for a role. */
  roleOf: (role: string) => string;
  /** The words for a second factor that its owner has not named. */
  factorOf: (id: string) => string;
};

/** The styles: those of the pages of organizations, wider, with a form above a list. */
export const CSS = `${ORGANIZATION_CSS}
.account form.search{display:grid;gap:0 1rem;align-items:end;margin:0}.account .search>*{margin:0 0 1rem}
@media (min-width:40rem){.account form.search{grid-template-columns:repeat(2,minmax(0,1fr))}}
.account .facts a{color:inherit}.account .actions a{flex-shrink:1;white-space:normal}.account .id{overflow-wrap:anywhere}
.account h3{overflow-wrap:anywhere}`;

/** Name of a user: the address, or the id, where there is none. */
export function nameOf(
  { name, email, id }: Pick<ShownOperatorUser, "name" | "email" | "id">,
): string {
  return name || (email === null ? id : shownAddress(email));
}

/** What the frame needs: an operator is nobody's member, and acts for nobody. */
export function framed<Props extends object>(input: Input<Props>) {
  return input as unknown as PartInput;
}

/** A list of entries of the audit log. */
export function entryList(input: Input<unknown>, entries: readonly ShownOperatorEntry[]): VNode {
  return (
    <div class="card">
      {entries.length === 0
        ? <p class="facts">{input.words.log.none}</p>
        : <ul>{entries.map((entry) => entryRow(input, entry))}</ul>}
    </div>
  );
}

function entryRow(
  { words, activity, language }: Input<unknown>,
  entry: ShownOperatorEntry,
): VNode {
  const { id, at, kind, reason, userId, userUrl, by, note, organization, provider, address } =
    entry;
  const facts = [organization, provider, address].filter((text) => typeof text === "string");
  return (
    <li key={id}>
      <div>
        <strong>{activity.kinds[kind]}</strong>
        <span class="facts">
          {reason && <span>{activity.reasons[reason]}</span>}
          <span>
            <time datetime={at.toISOString()}>{timeInWords(language, at)}</time>
          </span>
          {userId !== undefined && (
            <span class="id">
              {userUrl
                ? (
                  <a href={userUrl}>
                    <bdi>{userId}</bdi>
                  </a>
                )
                : <bdi>{userId}</bdi>}
            </span>
          )}
          {by !== undefined && <span class="id">{fill(words.log.by, { id: by })}</span>}
          {facts.map((text) => (
            <span key={text}>
              <bdi>{text}</bdi>
            </span>
          ))}
        </span>
        {note !== undefined && (
          <p class="rules">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

/** A form that shows a part of the list: a link can lead to what it shows. */
export function SearchForm(
  { input, children }: {
    input: Input<{ formAction: string; fault?: { field?: string | undefined } | undefined }>;
    children: ComponentChildren;
  },
): VNode {
  const { props: { formAction, fault }, words } = input;
  const text = fault?.field !== undefined &&
    (ownMember<string>(words.faults, fault.field) ?? words.faults.search);
  return (
    <div class="card">
      <ErrorMessage id="form-error" text={text} />
      <form class="search" action={formAction} method="GET" role="search">
        {children}
        <button class="submit" type="submit">{words.search.submit}</button>
      </form>
    </div>
  );
}

/** A field of such a form. */
export function Text(
  { id, label, value, type = "text", maxLength = 255, isWrong = false }: {
    id: string;
    label: string;
    value: string;
    type?: "date" | "text";
    maxLength?: number;
    isWrong?: boolean;
  },
): VNode {
  return (
    <Field
      id={`input-${id}`}
      name={id}
      type={type}
      value={value || undefined}
      maxlength={type === "text" ? maxLength : undefined}
      autocomplete="off"
      spellcheck={false}
      label={label}
      errorId={isWrong && "form-error"}
    />
  );
}

/** A choice of such a form. */
export function Options(
  { id, label, value, options }: {
    id: string;
    label: string;
    value: string;
    options: readonly (readonly [value: string, text: string])[];
  },
): VNode {
  return (
    <div class="field">
      <label class="section-header" for={`input-${id}`}>{label}</label>
      <select id={`input-${id}`} name={id}>
        {options.map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>{text}</option>
        ))}
      </select>
    </div>
  );
}

/** Links to other pages of a list. */
export function Pager({ input }: { input: Input<OperatorPager> }): VNode | null {
  const { props: { nextUrl, firstUrl }, words, team: { members } } = input;
  if (!nextUrl && !firstUrl) return null;
  return (
    <div class="ends">
      {firstUrl && <a class="act" href={firstUrl}>{words.search.first}</a>}
      {nextUrl && <a class="act" href={nextUrl}>{members.more}</a>}
    </div>
  );
}
