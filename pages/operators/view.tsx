/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The pages of operators: users, one of them, questions before changes, the audit log and webhooks.
 * Works without scripts.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords, timeInWords } from "../../src/base/in_words.ts";
import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { shownAddress } from "../../src/base/shown_address.ts";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { act, row, rows } from "../account/rows.tsx";
import { factorMessages, pickTexts } from "../factor/messages.ts";
import { ErrorMessage, Field } from "../form.tsx";
import { keyEnglish } from "../keys/english.ts";
import { Heading } from "../layout.tsx";
import type { Part, PartContent } from "../mod.ts";
import { oauthServerEnglish } from "../oauth_server/english.ts";
import { organizationEnglish } from "../organizations/english.ts";
import {
  CSS as ORGANIZATION_CSS,
  One,
  type PartInput,
  StepForm,
  textsAround,
  Whole,
} from "../organizations/parts.tsx";
import { roleInWords } from "../organizations/roles.ts";
import type { PageProps } from "../props.ts";
import { operatorEnglish } from "./english.ts";
import type {
  OperatorChange,
  OperatorLog,
  OperatorPager,
  OperatorProps,
  OperatorQuestion,
  OperatorRefused,
  OperatorUser,
  OperatorUserForm,
  OperatorUserList,
  OperatorWebhooks,
  ShownOperatorEntry,
  ShownOperatorItem,
  ShownOperatorSession,
  ShownOperatorUser,
} from "./step.ts";

type Input<Props> = Omit<PartInput, "props" | "words"> & {
  props: Props;
  words: Texts["operators"];
  language: string;
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
const CSS = `${ORGANIZATION_CSS}
.account form.search{display:grid;gap:0 1rem;align-items:end;margin:0}.account .search>*{margin:0 0 1rem}
@media (min-width:40rem){.account form.search{grid-template-columns:repeat(2,minmax(0,1fr))}}
.account .facts a{color:inherit}.account .actions a{flex-shrink:1;white-space:normal}.account .id{overflow-wrap:anywhere}
.account h3{overflow-wrap:anywhere}`;

/** Name of a user: the address, or the id, where there is none. */
function nameOf({ name, email, id }: Pick<ShownOperatorUser, "name" | "email" | "id">): string {
  return name || (email === null ? id : shownAddress(email));
}

/** All pages. */
export const operatorPart: Part<OperatorProps> = (
  props: OperatorProps,
  frame: PageProps,
  wording: Wording,
): PartContent => {
  const words = textsIn(operatorEnglish, wording, ({ operators }) => operators);
  const team = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  const input = {
    ...{ frame, words, team, around: textsAround(team), language: wording.language },
    roleOf: (role: string) => roleInWords(wording, role).name,
    factorOf: (id: string) => pickTexts(factorMessages(wording), { id, name: id }).name,
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
    names: {
      keys: textsIn(keyEnglish, wording, ({ keys }) => keys).row.heading,
      grants: textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer).apps.row
        .heading,
    },
  };
  const isRefused = props.step === "refused";
  return {
    title: titleOf(props, words),
    hasError: isRefused || props.fault !== undefined,
    content: contentOf(input, props),
    css: CSS,
    texts: words,
  };
};

function titleOf(props: OperatorProps, words: Texts["operators"]): string {
  switch (props.step) {
    case "list":
    case "refused":
      return words.title;
    case "create":
      return words.create.heading;
    case "user":
      return nameOf(props.user);
    case "log":
      return words.log.title;
    case "webhooks":
      return words.webhooks.title;
    default:
      return fill(words[props.step].heading, { name: props.name });
  }
}

function contentOf(input: Omit<Input<never>, "props">, props: OperatorProps): VNode {
  switch (props.step) {
    case "list":
      return list({ ...input, props });
    case "create":
      return create({ ...input, props });
    case "user":
      return user({ ...input, props });
    case "log":
      return log({ ...input, props });
    case "webhooks":
      return webhooks({ ...input, props });
    case "refused":
      return refused({ ...input, props });
    default:
      return question({ ...input, props });
  }
}

/** What the frame needs: an operator is nobody's member, and acts for nobody. */
function framed<Props extends object>(input: Input<Props>) {
  return input as unknown as PartInput;
}

function list(input: Input<OperatorUserList>): VNode {
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

function create(input: Input<OperatorUserForm>): VNode {
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

const RED: ReadonlySet<string> = new Set(["delete", "suspend"]);

function user(input: Input<OperatorUser>): VNode {
  const { props, words, shared, language, names } = input;
  const { user: one, backUrl, urls, obstacle, passwordSetAt, entries, entriesUrl } = props;
  const { id, email, emailVerified, suspendedAt } = one;
  const name = nameOf(one);
  const date = (at: Date) => dateInWords(language, at, "long");
  const changes = Object.entries(urls) as [
    Exclude<OperatorChange, "end-session"> | "act",
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
      {obstacle && <p class="done" role="status">{words.reasons[obstacle]}</p>}
      <section>
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

function itemRow({ language }: Input<unknown>, { name, text, at }: ShownOperatorItem): VNode {
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="facts">
          {text && (
            <span>
              <bdi>{text}</bdi>
            </span>
          )}
          {at && <span>{dateInWords(language, at, "medium")}</span>}
        </span>
      </div>
    </li>
  );
}

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

function question(input: Input<OperatorQuestion>): VNode {
  const { props, words } = input;
  const { step, name, session, note, backUrl, fault } = props;
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

function log(input: Input<OperatorLog>): VNode {
  const { props: { typed, entries, hasOrganizations }, words } = input;
  return (
    <Whole input={framed(input)} heading={words.log.title} hasInitial={false}>
      <section>
        <SearchForm input={input}>
          <Text id="user" label={words.log.user} value={typed.user} />
          <Text id="actor" label={words.log.actor} value={typed.actor} />
          {hasOrganizations && (
            <Text id="organization" label={words.search.organization} value={typed.organization} />
          )}
          <Text id="name" label={words.log.event} value={typed.name} />
          <Text id="from" label={words.log.from} value={typed.from} type="date" />
          <Text id="to" label={words.log.to} value={typed.to} type="date" />
        </SearchForm>
      </section>
      <section>
        {entryList(input, entries)}
        <Pager input={input} />
      </section>
    </Whole>
  );
}

function entryList(input: Input<unknown>, entries: readonly ShownOperatorEntry[]): VNode {
  return (
    <div class="card">
      {entries.length === 0
        ? <p class="facts">{input.words.log.none}</p>
        : <ul>{entries.map((entry) => entryRow(input, entry))}</ul>}
    </div>
  );
}

function entryRow({ words, language }: Input<unknown>, entry: ShownOperatorEntry): VNode {
  const { id, at, name, reason, userId, userUrl, actor, note, organization, provider, address } =
    entry;
  const facts = [organization, provider, address].filter((text) => typeof text === "string");
  return (
    <li key={id}>
      <div>
        <strong dir="ltr">{reason === undefined ? name : `${name} (${reason})`}</strong>
        <span class="facts">
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
          {actor !== undefined && <span class="id">{fill(words.log.by, { id: actor })}</span>}
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

function webhooks(input: Input<OperatorWebhooks>): VNode {
  const { props: { endpoints, webhooks, canSend }, words: { webhooks: words }, language } = input;
  return (
    <Whole input={framed(input)} heading={words.title} hasInitial={false}>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">{words.endpoints}</h2>
        <div class="card">
          <ul>
            {endpoints.map(({ origin, types }) => (
              <li key={origin}>
                <div>
                  <strong>
                    <bdi>{origin}</bdi>
                  </strong>
                  <span class="facts">
                    {types
                      ? types.map((type) => <span key={type}>{type}</span>)
                      : <span>{words.all}</span>}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="failed">
        <h2 id="failed">{words.failed}</h2>
        <div class="card">
          {webhooks.length === 0 ? <p class="facts">{words.none}</p> : (
            <ul>
              {webhooks.map(({ id, type, origin, attempts, since }) => (
                <li key={id}>
                  <div>
                    <strong dir="ltr">{type}</strong>
                    <span class="facts">
                      <span>
                        <bdi>{origin ?? words.gone}</bdi>
                      </span>
                      <span>{timeInWords(language, since)}</span>
                      <span>{fill(words.tries, { number: String(attempts) })}</span>
                    </span>
                    {canSend && (
                      <div class="acts">
                        <StepForm
                          input={framed(input)}
                          step="send"
                          fields={{ id }}
                          isFaulty={false}
                        >
                          <button
                            class="small"
                            type="submit"
                            aria-label={fill(words.sendOf, { name: type })}
                          >
                            {words.send}
                          </button>
                        </StepForm>
                      </div>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Pager input={input} />
      </section>
    </Whole>
  );
}

function refused(input: Input<OperatorRefused>): VNode {
  const { props: { reason, backUrl }, words } = input;
  return (
    <One input={framed(input)} back={{ url: backUrl, text: words.title }} isRed>
      <Heading heading={words.title} text={ownMember(words.reasons, reason)} />
    </One>
  );
}

/** A form that shows a part of the list: a link can lead to what it shows. */
function SearchForm(
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

function Text(
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

function Options(
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

function Pager({ input }: { input: Input<OperatorPager> }): VNode | null {
  const { props: { nextUrl, firstUrl }, words, team: { members } } = input;
  if (!nextUrl && !firstUrl) return null;
  return (
    <div class="ends">
      {firstUrl && <a class="act" href={firstUrl}>{words.search.first}</a>}
      {nextUrl && <a class="act" href={nextUrl}>{members.more}</a>}
    </div>
  );
}
