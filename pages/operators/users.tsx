/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Users: the list, the form for a new one, one user, and the questions before changes.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords, timeInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { shownAddress } from "../../src/base/shown_address.ts";
import { act, row, rows } from "../account/rows.tsx";
import { Field } from "../form.tsx";
import { Heading } from "../layout.tsx";
import { One, StepForm, Whole } from "../organizations/parts.tsx";
import { itemRow } from "./items.tsx";
import { unfinishedMerge } from "./merge.tsx";
import {
  entryList,
  framed,
  type Input,
  nameOf,
  Options,
  Pager,
  SearchForm,
  Text,
} from "./parts.tsx";
import type {
  OperatorChange,
  OperatorQuestion,
  OperatorUser,
  OperatorUserForm,
  OperatorUserList,
  ShownOperatorItem,
  ShownOperatorSession,
  ShownOperatorUser,
} from "./step.ts";

/** The search. */
export function list(input: Input<OperatorUserList>): VNode {
  const { props, words } = input;
  const { typed, users, search, hasOrganizations, createUrl, fault } = props;
  const states = Object.entries(words.states);
  return (
    <Whole input={framed(input)} heading={words.title} hasInitial={false}>
      <section>
        <SearchForm input={input}>
          <Text id="query" label={words.search.query} value={typed.query} maxLength={100} />
          <Options
            id="state"
            label={words.search.state}
            value={typed.state}
            options={[["", words.search.any], ...states]}
          />
          {hasOrganizations && (
            <Text
              id="organization"
              label={words.search.organization}
              value={typed.organization}
              isWrong={fault?.field === "organization"}
            />
          )}
        </SearchForm>
      </section>
      <section>
        <div class="card">
          {users.length === 0
            ? <p class="facts">{words.search.none}</p>
            : <ul>{users.map((one) => userRow(input, one))}</ul>}
        </div>
        {search === "scan" && <p class="rules">{words.search.scan}</p>}
        {search === "exact" && <p class="rules">{words.search.exact}</p>}
        <Pager input={input} />
      </section>
      {createUrl && (
        <div class="ends">
          <a class="act" href={createUrl}>{words.create.heading}</a>
        </div>
      )}
    </Whole>
  );
}

function userRow({ words }: Input<unknown>, one: ShownOperatorUser): VNode {
  const { id, email, emailVerified, suspendedAt, url } = one;
  const name = nameOf(one);
  return (
    <li key={id}>
      <div>
        <strong>
          <a class="act" href={url}>
            <bdi>{name}</bdi>
          </a>
        </strong>
        <span class="facts">
          {email !== null && shownAddress(email) !== name && (
            <span>
              <bdi>{shownAddress(email)}</bdi>
            </span>
          )}
          {suspendedAt && <span>{words.states.suspended}</span>}
          {email !== null && !emailVerified && <span>{words.states.unconfirmed}</span>}
        </span>
      </div>
    </li>
  );
}

/** The form for a new user. */
export function create(input: Input<OperatorUserForm>): VNode {
  const { props: { typed, backUrl, fault }, words } = input;
  const errorOf = (field: string) => fault?.field === field && "form-error";
  return (
    <One input={framed(input)} back={{ url: backUrl, text: words.title }}>
      <Heading heading={words.create.heading} text={words.create.text} />
      <StepForm input={framed(input)} step="create">
        <Field
          id="input-email"
          name="email"
          type="email"
          value={typed.email}
          required
          autocomplete="off"
          label={words.create.email}
          errorId={errorOf("email")}
          autofocus={errorOf("email") ? true : undefined}
        />
        <Field
          id="input-name"
          name="name"
          type="text"
          value={typed.name}
          maxlength={64}
          autocomplete="off"
          label={words.create.name}
          errorId={errorOf("name")}
          autofocus={errorOf("name") ? true : undefined}
        />
        <p class="check">
          <input
            id="input-confirmed"
            name="confirmed"
            type="checkbox"
            value="1"
            checked={typed.isConfirmed}
          />
          <label for="input-confirmed">{words.create.confirmed}</label>
        </p>
        <button class="submit" type="submit">{words.create.heading}</button>
      </StepForm>
    </One>
  );
}

const RED: ReadonlySet<string> = new Set(["delete", "merge", "suspend"]);

/** One user. */
export function user(input: Input<OperatorUser>): VNode {
  const { props, words, shared, language, names } = input;
  const { user: one, backUrl, urls, obstacle, passwordSetAt, entries, entriesUrl } = props;
  const { id, email, emailVerified, suspendedAt } = one;
  const name = nameOf(one);
  const date = (at: Date) => dateInWords(language, at, "long");
  const changes = Object.entries(urls) as [
    Exclude<OperatorChange, "end-session"> | "act" | "merge",
    string,
  ][];
  const items = (key: string, label: string, some: readonly ShownOperatorItem[] | undefined) =>
    some !== undefined && row(key, label, {
      children: some.length === 0
        ? <span class="facts">{words.user.none}</span>
        : <ul>{some.map((item) => itemRow(input, item))}</ul>,
    });
  return (
    <Whole
      input={framed(input)}
      heading={name}
      facts={
        <>
          {suspendedAt && <span>{fill(words.user.since, { date: date(suspendedAt) })}</span>}
          <a href={backUrl}>{words.title}</a>
        </>
      }
    >
      {props.unfinished && unfinishedMerge(input, props.unfinished)}
      {obstacle && <p class="done" role="status">{words.reasons[obstacle]}</p>}
      <section aria-labelledby="profile">
        <h2 id="profile">{shared.groups.profile}</h2>
        {rows(
          row("id", "ID", { value: <bdi>{id}</bdi> }),
          row("email", shared.address.heading, {
            value: email === null ? words.user.none : (
              <>
                <bdi>{shownAddress(email)}</bdi>
                <span class="facts">
                  {emailVerified
                    ? fill(words.user.confirmed, { date: date(emailVerified) })
                    : words.states.unconfirmed}
                </span>
              </>
            ),
          }),
          row("password", shared.password.heading, {
            value: passwordSetAt
              ? fill(shared.password.since, { date: date(passwordSetAt) })
              : words.user.none,
          }),
          row("sessions", shared.groups.devices, {
            children: props.sessions.length === 0
              ? <span class="facts">{words.user.none}</span>
              : <ul>{props.sessions.map((session) => sessionRow(input, session))}</ul>,
          }),
          items("factors", shared.factors.heading, props.factors.map(named(input.factorOf))),
          items("passkeys", shared.passkeys.heading, props.passkeys),
          items("accounts", shared.groups.connected, props.accounts),
          items(
            "organizations",
            shared.groups.organizations,
            props.organizations?.map((one) => ({ ...one, text: input.roleOf(one.text ?? "") })),
          ),
          items("keys", names.keys, props.keys),
          items("grants", names.grants, props.grants),
        )}
      </section>
      {changes.length > 0 && (
        <section aria-labelledby="actions">
          <h2 id="actions">{words.user.actions}</h2>
          <div class="card">
            <ul class="actions">
              {changes.map(([change, url]) => (
                <li key={change}>
                  <a class={RED.has(change) ? "act danger" : "act"} href={url}>
                    {change === "act" ? words.user.act : words[change].submit}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      {entries && (
        <section aria-labelledby="activity">
          <h2 id="activity">{words.user.activity}</h2>
          {entryList(input, entries)}
          {entriesUrl && (
            <div class="ends">
              <a class="act" href={entriesUrl}>{words.user.all}</a>
            </div>
          )}
        </section>
      )}
    </Whole>
  );
}

/** With words in place of the id of a factor. */
const named = (factorOf: (id: string) => string) => (item: ShownOperatorItem) => ({
  ...item,
  name: item.isId ? factorOf(item.name) : item.name,
});

function sessionRow(
  { language, shared: { sessions: words } }: Input<unknown>,
  { id, browser, system, lastSeenAt, address, endUrl }: ShownOperatorSession,
): VNode {
  const name = browser === null
    ? system === null ? words.unknown : fill(words.unknownOn, { system })
    : system === null
    ? browser
    : fill(words.device, { browser, system });
  return (
    <li key={id}>
      <div>
        <strong>{name}</strong>
        <span class="facts">
          {address !== null && (
            <span>
              <bdi>{address}</bdi>
            </span>
          )}
          {lastSeenAt && (
            <span>{fill(words.seen, { when: timeInWords(language, lastSeenAt) })}</span>
          )}
        </span>
      </div>
      {endUrl && act(endUrl, words.end, fill(words.endOf, { name }))}
    </li>
  );
}

/** Asks before a change. */
export function question(input: Input<OperatorQuestion>): VNode {
  const { props, words } = input;
  const { step, name, session, note, backUrl, fault, givesBackTo } = props;
  const { heading, text, submit } = words[step];
  const isRed = RED.has(step);
  const isWrong = fault?.field === "note";
  return (
    <One
      input={framed(input)}
      back={{ url: backUrl, text: fill(words.user.back, { name }) }}
      isRed={isRed}
    >
      <Heading heading={fill(heading, { name })} text={text} />
      {givesBackTo !== undefined && (
        <p class="done" role="status">{fill(words.merging.deleting, { name: givesBackTo })}</p>
      )}
      <StepForm input={framed(input)} step={step} fields={session === undefined ? {} : { session }}>
        {note !== undefined && (
          <Field
            id="input-note"
            name="note"
            type="text"
            value={note}
            maxlength={200}
            required
            autocomplete="off"
            label={words.reason.label}
            hint={{ id: "note-rules", text: words.reason.rules }}
            errorId={isWrong && "form-error"}
            autofocus={isWrong ? true : undefined}
          />
        )}
        <button class={isRed ? "submit danger" : "submit"} type="submit">{submit}</button>
      </StepForm>
    </One>
  );
}
