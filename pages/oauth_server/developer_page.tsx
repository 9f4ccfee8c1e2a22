/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The views of the page of an organization's own apps.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords, numberInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import type { Texts } from "../../src/types/texts.ts";
import { act } from "../account/rows.tsx";
import { CopyButton } from "../factor/parts.tsx";
import { Field, TextArea } from "../form.tsx";
import { Heading } from "../layout.tsx";
import {
  Choice,
  CSS as ORGANIZATION_CSS,
  One,
  type PartInput,
  permitted,
  StepForm,
  Whole,
} from "../organizations/parts.tsx";
import type {
  DeveloperAppChange,
  DeveloperAppForm,
  DeveloperAppList,
  DeveloperAppMade,
  DeveloperAppPageProps,
  DeveloperAppProps,
  DeveloperAppQuestion,
  ShownDeveloperApp,
} from "./developer_step.ts";

/** Input of a view. */
export interface Input<Props = unknown> extends Omit<PartInput, "props"> {
  /** Data of the page. */
  readonly props: Props;
  /** Language of the texts. */
  readonly language: string;
  /** Texts of this page. */
  readonly own: Texts["developerApps"];
  /** "More than {count}". */
  readonly atLeast: string;
  /** Texts of the buttons that copy. */
  readonly copy: Pick<Texts["factor"], "copied" | "copy">;
}

/** The styles: those of organizations, and of values to copy. */
export const CSS = `${ORGANIZATION_CSS}
.account code{font-family:ui-monospace,monospace;font-size:.875rem;overflow-wrap:anywhere;user-select:all}
.account .copies dd{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;align-items:center}
.account li .copies{margin:.75rem 0 0}`;

/** The view of a step. */
export function contentOf(input: Input<DeveloperAppProps>): VNode {
  const { props } = input;
  switch (props.step) {
    case "list":
      return list({ ...input, props });
    case "change":
      return change({ ...input, props });
    case "made":
      return made({ ...input, props });
    default:
      return question({ ...input, props });
  }
}

function list(input: Input<DeveloperAppList>): VNode {
  const { props: { organization, apps, create, proofUrl }, own } = input;
  return (
    <Whole
      input={input}
      heading={own.title}
      hasInitial={false}
      facts={<bdi>{organization.name}</bdi>}
    >
      {apps.length > 0 && (
        <section aria-labelledby="apps">
          <h2 id="apps">{own.list}</h2>
          <div class="card">
            <ul>{apps.map((one) => row(input, one))}</ul>
          </div>
        </section>
      )}
      {(create || proofUrl !== undefined) && (
        <section aria-labelledby="create">
          <h2 id="create">{own.create.heading}</h2>
          <p class="facts">{own.text}</p>
          <div class="card">
            {permitted(
              input,
              create && (
                <StepForm
                  input={input}
                  step="create"
                  fields={{ once: create.once }}
                  isFaulty={input.props.fault?.field !== undefined}
                >
                  {named(input, create)}
                  <Choice
                    id="input-method"
                    name="method"
                    label={own.fields.method}
                    options={[["secret", own.methods.secret], ["none", own.methods.none]]}
                    chosen={create.method}
                  />
                  {links(input, create)}
                  <button class="submit" type="submit">{own.create.submit}</button>
                </StepForm>
              ),
            )}
          </div>
        </section>
      )}
    </Whole>
  );
}

/** The number of people who gave an app access, or "More than 1,000". */
function countLine(
  { atLeast, language, own }: Input,
  { people }: ShownDeveloperApp,
): VNode | undefined {
  if (!people) return undefined;
  const number = numberInWords(language, people.count);
  const count = people.isMore ? fill(atLeast, { count: number }) : number;
  return <p class="facts">{fill(own.people, { count })}</p>;
}

function row(
  input: Input<DeveloperAppList>,
  { id, name, redirectUris, createdAt, previousSecretExpires, urls }: ShownDeveloperApp,
): VNode {
  const { props: { isReadOnly }, own, language, copy } = input;
  const date = dateInWords(language, createdAt, "medium");
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {redirectUris.map((uri) => (
          <span class="facts" key={uri}>
            <bdi dir="ltr">{uri}</bdi>
          </span>
        ))}
        <span class="facts">{fill(own.created, { date })}</span>
        {previousSecretExpires && (
          <span class="facts">
            {fill(own.previous, { date: dateInWords(language, previousSecretExpires, "medium") })}
          </span>
        )}
        {values([[own.clientId, id]], copy)}
        {!isReadOnly && (
          <div class="acts">
            {act(urls.change, own.change.act, fill(own.change.actOf, { name }))}
            {urls.rotate !== undefined &&
              act(urls.rotate, own.rotate.act, fill(own.rotate.actOf, { name }))}
            {act(urls.remove, own.remove.act, fill(own.remove.actOf, { name }), true)}
          </div>
        )}
      </div>
    </li>
  );
}

/** Values to copy. */
function values(
  list: readonly (readonly [label: string, value: string])[],
  copy: Input["copy"],
): VNode {
  return (
    <dl class="copies">
      {list.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <code dir="ltr">{value}</code>
            <CopyButton text={value} texts={copy} name="small" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name and the redirect URIs. */
function named(
  { props: { fault }, own: { fields: words } }: Input<DeveloperAppPageProps>,
  { name, redirectUris }: DeveloperAppForm,
): VNode {
  const isWrong = (field: string) => fault?.field === field;
  const areWrong = isWrong("redirectUris");
  return (
    <>
      <Field
        id="input-name"
        name="name"
        type="text"
        value={name}
        maxlength={64}
        required
        autocomplete="off"
        label={words.name}
        errorId={isWrong("name") && "form-error"}
        autofocus={isWrong("name") ? true : undefined}
      />
      <TextArea
        id="input-redirectUris"
        name="redirectUris"
        value={redirectUris}
        rows={3}
        maxlength={20_500}
        required
        dir="ltr"
        label={words.redirectUris}
        hint={{ id: "redirectUris-hint", text: words.redirectUrisHint }}
        errorId={areWrong && "form-error"}
        autofocus={areWrong ? true : undefined}
      />
    </>
  );
}

/** Addresses that the question of consent shows. */
function links(
  { props: { fault }, own: { fields: words } }: Input<DeveloperAppPageProps>,
  form: DeveloperAppForm,
): VNode {
  const names = ["clientUri", "logoUri", "tosUri", "policyUri"] as const;
  return (
    <>
      {names.map((name) => (
        <Field
          key={name}
          id={`input-${name}`}
          name={name}
          type="url"
          value={form[name]}
          maxlength={1000}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          dir="ltr"
          label={words[name]}
          hint={{ id: `${name}-hint`, text: words.optional }}
          errorId={fault?.field === name && "form-error"}
          autofocus={fault?.field === name ? true : undefined}
        />
      ))}
    </>
  );
}

function change(input: Input<DeveloperAppChange>): VNode {
  const { props: { app, form, formAction }, own, shared } = input;
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }}>
      <Heading heading={fill(own.change.heading, { name: app.name })} text={own.text} />
      {countLine(input, app)}
      {permitted(
        input,
        <StepForm input={input} step="change" fields={{ id: app.id }}>
          {named(input, form)}
          {links(input, form)}
          <button class="submit" type="submit">{shared.name.save}</button>
        </StepForm>,
      )}
    </One>
  );
}

function question(input: Input<DeveloperAppQuestion>): VNode {
  const { props: { step, app, once, formAction }, own } = input;
  const { heading, text, submit } = own[step];
  const isRed = step === "remove";
  const { overlap, now, day, week } = own.rotate;
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }} isRed={isRed}>
      <Heading heading={fill(heading, { name: app.name })} text={text} />
      {countLine(input, app)}
      {permitted(
        input,
        <StepForm input={input} step={step} fields={{ id: app.id, once }}>
          {step === "rotate" && (
            <Choice
              id="input-overlap"
              name="overlap"
              label={overlap}
              options={[["0", now], ["86400", day], ["604800", week]]}
              chosen="86400"
            />
          )}
          <button class={isRed ? "submit danger" : "submit"} type="submit">{submit}</button>
        </StepForm>,
      )}
    </One>
  );
}

function made(input: Input<DeveloperAppMade>): VNode {
  const { props: { id, name, secret, formAction }, own, copy } = input;
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }}>
      <Heading heading={fill(own.made.heading, { name })} text={own.made.text} />
      {values([[own.clientId, id], [own.secret, secret]], copy)}
    </One>
  );
}
