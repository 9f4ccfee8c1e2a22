/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The forms of the pages of API keys: for a new key, and for whatever has a name and scopes.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import type { Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { KeyForm, KeyPageProps } from "./step.ts";
import { ErrorMessage, Field, Form } from "../form.tsx";
import { ProofLink } from "../layout.tsx";
import { groupScopes, type PermissionGroup, scopeInWords } from "../permissions.ts";
import type { PageProps } from "../props.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Input of a page of keys. */
export interface KeysInput<Props> {
  /** Data of the page. */
  readonly props: Props;
  /** Data of every page. */
  readonly frame: PageProps;
  /** Language of the texts. */
  readonly wording: Wording;
  /** Texts. */
  readonly words: Texts["keys"];
  /** Texts that are those of the account page. */
  readonly shared: Texts["account"];
  /** Texts of the button that copies. */
  readonly copy: Pick<Texts["factor"], "copied" | "copy">;
  /** The link at the end of the list; absent without one. */
  readonly back?: { readonly url: string; readonly text: string } | undefined;
}

/** The form, or the way to the proof that it needs. */
export function permitted(
  { props: { proofUrl }, shared: { one } }: KeysInput<KeyPageProps>,
  form: VNode,
): VNode {
  if (proofUrl === undefined) return form;
  return <ProofLink stale={one.stale} prove={one.prove} url={proofUrl} />;
}

/** Numbers of days that the field offers; it takes any other one too. */
const USUAL_DAYS = [7, 30, 60, 90, 365];

/**
 * The form for a new key.
 *
 * @param service id of the service that it is for, which has a page of its own
 */
export function keyForm(
  input: KeysInput<KeyPageProps>,
  { once, days, ...typed }: KeyForm,
  service?: string,
): VNode {
  const { props: { fault }, words: { create: words, faults } } = input;
  const isWrong = fault?.field === "expiresIn";
  return (
    <ScopesForm
      input={input}
      fields={{ step: "create", once, ...service === undefined ? {} : { service } }}
      isAlone={service !== undefined}
      typed={typed}
      words={words}
      faults={faults}
    >
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
        list="usual-days"
        label={words.days}
        errorId={isWrong && "form-error"}
        autofocus={isWrong ? true : undefined}
      >
        <datalist id="usual-days">
          {USUAL_DAYS.map((days) => <option key={days} value={days} />)}
        </datalist>
      </Field>
    </ScopesForm>
  );
}

/** A form for something with a name and scopes. */
export function ScopesForm(
  { input, fields, isAlone, typed, words, faults, children }: {
    input: KeysInput<KeyPageProps>;
    /** Hidden fields. */
    fields: Readonly<Record<string, string>>;
    /** `true` on a page that shows the reason of a refusal nowhere else. */
    isAlone: boolean;
    /** The fields of the form, as the user typed them before. */
    typed: Pick<KeyForm, "name" | "scopes" | "offered">;
    words: Readonly<Record<"name" | "scopes" | "submit", string>>;
    /** Faults of fields. */
    faults: Readonly<Record<string, string>>;
    /** Further fields. */
    children?: ComponentChildren;
  },
): VNode {
  const { props: { fault, formAction, csrfToken }, shared, wording, words: { reasons } } = input;
  const { name, scopes, offered } = typed;
  const field = fault?.field;
  const isOf = (one: string) => field === one;
  const sentence = field !== undefined
    ? ownMember<string>(faults, field) ?? shared.name.invalid
    : isAlone && fault?.reason && reasons[fault.reason];
  return (
    <Form action={formAction} csrfToken={csrfToken} fields={fields}>
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
          {groupScopes(wording, offered).map((group, _, { length }) => (
            <ScopeGroup
              key={group.id}
              wording={wording}
              group={group}
              isAlone={length === 1}
              chosen={scopes}
            />
          ))}
        </fieldset>
      )}
      {children}
      <button class="submit" type="submit">{words.submit}</button>
    </Form>
  );
}

/** Scopes about one thing, with a box that stands for all of them: it needs no script. */
function ScopeGroup(
  { wording, group: { id, name, all, scopes }, isAlone, chosen }: {
    wording: Wording;
    group: PermissionGroup;
    /** `true` for the only group: the form has its heading. */
    isAlone: boolean;
    /** Scopes that are chosen. */
    chosen: readonly string[];
  },
): VNode {
  const boxes = [
    ...scopes.length > 1
      ? [{ name: `scopes.${id}`, value: scopes.join(" "), label: all, isChosen: false }]
      : [],
    ...scopes.map((scope) => ({
      name: `scope.${scope}`,
      value: "1",
      label: scopeInWords(wording, scope),
      isChosen: chosen.includes(scope),
    })),
  ].map(({ name, value, label, isChosen }) => (
    <p class="check" key={name}>
      <input id={`box-${name}`} type="checkbox" name={name} value={value} checked={isChosen} />
      <label for={`box-${name}`}>
        <bdi>{label}</bdi>
      </label>
    </p>
  ));
  if (isAlone) return <>{boxes}</>;
  return (
    <fieldset class="group">
      <legend>{name}</legend>
      {boxes}
    </fieldset>
  );
}
