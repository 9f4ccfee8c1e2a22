/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The identity provider of an organization, the form for it, and roles by its groups.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { act, row } from "../account/rows.tsx";
import { Field, TextArea } from "../form.tsx";
import { Heading, siteName } from "../layout.tsx";
import { One, permitted, RoleChoice, StepForm } from "../organizations/parts.tsx";
import { button, Copies, type Input, isChangeable, type ListInput } from "./parts.tsx";
import type {
  ConnectionChange,
  ConnectionForm,
  ConnectionPageProps,
  FailedTest,
  SamlForm,
  ShownConnection,
} from "./step.ts";

/** The provider, or the form for it. */
export function provider(input: ListInput): VNode {
  const { props, own: { provider: words } } = input;
  const { connection, create, createSaml, kind, redirectUri, entityId, failed } = props;
  const isSaml = kind === "saml";
  const otherWord = isSaml ? words.useOidc : words.useSaml;
  return (
    <section aria-labelledby="provider">
      <h2 id="provider">{words.heading}</h2>
      {(create || createSaml) && <p class="facts">{isSaml ? words.samlText : words.text}</p>}
      {failed && lack(input, failed)}
      <div class="card">
        <Copies
          input={input}
          values={entityId === undefined ? [[words.redirect, redirectUri]] : [
            [words.entityId, entityId],
            [words.acs, redirectUri],
            [words.ownMetadata, entityId],
          ]}
        />
        {connection && connected(input, connection)}
        {(create || createSaml) && isChangeable(input) && (
          <StepForm input={input} step="connect" fields={{ kind }} isFaulty={isOfForm(props)}>
            {create && fields(input, create)}
            {createSaml && samlFields(input, createSaml)}
            <button class="submit" type="submit">{words.connect}</button>
          </StepForm>
        )}
        {props.otherKindUrl !== undefined && !connection && isChangeable(input) && (
          <div class="acts">{act(props.otherKindUrl, otherWord, otherWord)}</div>
        )}
      </div>
    </section>
  );
}

/** Fields of the form of the provider. */
const FIELDS: ReadonlySet<string | undefined> = new Set([
  ...["issuer", "clientId", "clientSecret", "secretExpires", "tenants"],
  ...["metadata", "metadataUrl", "subject", "email", "groups", "signsOutAtProvider"],
]);

function isOfForm({ fault }: Pick<ConnectionPageProps, "fault">): boolean {
  return FIELDS.has(fault?.field);
}

function lack({ own: { lacks } }: ListInput, { lacks: name, message }: FailedTest): VNode {
  const sentence = Object.hasOwn(lacks, name)
    ? lacks[name as keyof typeof lacks]
    : fill(lacks.endpoint, { field: name });
  return (
    <div class="done failed" role="alert">
      {sentence}
      <code dir="ltr">{message}</code>
    </div>
  );
}

function connected(input: ListInput, connection: ShownConnection): VNode {
  const { props: { urls, isReadOnly }, own: { provider: words, required }, language } = input;
  const { id, kind, issuer, clientId, ssoUrl, secretExpires, tenants, isRequired } = connection;
  const { signOutUrl } = connection;
  const until = kind === "saml" ? words.certificateUntil : words.secretUntil;
  const requireWord = isRequired ? required.release : required.require;
  const values = [
    [kind === "saml" ? words.entityId : words.issuer, issuer],
    kind === "saml" ? [words.signOn, ssoUrl] : [words.clientId, clientId],
    ...tenants ? [[words.tenants, tenants.join(" ")]] : [],
    ...signOutUrl === undefined
      ? []
      : [[kind === "saml" ? words.logoutUrl : words.logoutRedirect, signOutUrl]],
  ];
  return (
    <>
      <dl>
        {values.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code dir="ltr">{value}</code>
            </dd>
          </div>
        ))}
        {secretExpires && (
          <div>
            <dt>
              {fill(until, { date: dateInWords(language, secretExpires, "long") })}
            </dt>
          </div>
        )}
      </dl>
      {!isReadOnly && (
        <div class="acts">
          {button(input, "test", words.test, { id })}
          {button(input, "try", words.try, { id })}
          {urls && act(urls.change, words.change, words.change)}
          {urls?.remove !== undefined && act(urls.remove, words.remove, words.remove, true)}
        </div>
      )}
      {urls?.require !== undefined && row("required", required.heading, {
        value: <span class="facts">{isRequired ? required.on : required.off}</span>,
        acts: !isReadOnly &&
          act(urls.require, requireWord, requireWord),
      })}
    </>
  );
}

/** The fields of the provider; the secret is never filled in. */
function fields(
  { props: { fault }, own: { provider: words } }: Input<ConnectionPageProps>,
  { issuer, clientId, secretExpires, tenants, signsOutAtProvider }: ConnectionForm,
  isChange = false,
): VNode {
  const common = (name: string) => ({
    id: `input-${name}`,
    name,
    autocomplete: "off",
    autocapitalize: "none" as const,
    spellcheck: false,
    dir: "ltr" as const,
    errorId: fault?.field === name && "form-error",
    autofocus: fault?.field === name ? true : undefined,
  });
  return (
    <>
      <Field
        {...common("issuer")}
        type="url"
        value={issuer}
        maxlength={500}
        required
        label={words.issuer}
        hint={{ id: "issuer-hint", text: words.issuerHint }}
      />
      {tenants !== undefined && (
        <Field
          {...common("tenants")}
          type="text"
          value={tenants}
          maxlength={800}
          label={words.tenants}
        />
      )}
      <Field
        {...common("clientId")}
        type="text"
        value={clientId}
        maxlength={255}
        required
        label={words.clientId}
      />
      <Field
        {...common("clientSecret")}
        type="password"
        autocomplete="new-password"
        maxlength={2000}
        label={words.clientSecret}
        {...isChange ? { hint: { id: "secret-hint", text: words.secretHint } } : {}}
      />
      <Field
        {...common("secretExpires")}
        type="date"
        value={secretExpires}
        label={words.expires}
      />
      {box("signsOutAtProvider", words.signsOut, signsOutAtProvider)}
    </>
  );
}

/** A field that is on or off. */
function box(name: string, label: string, checked: boolean, errorId?: string | false): VNode {
  return (
    <p class="check">
      <input
        id={`input-${name}`}
        name={name}
        type="checkbox"
        value="1"
        checked={checked}
        aria-invalid={errorId ? "true" : undefined}
        aria-describedby={errorId || undefined}
      />
      <label for={`input-${name}`}>{label}</label>
    </p>
  );
}

/** The fields of a provider that speaks SAML. */
function samlFields(
  { props: { fault }, own: { provider: words } }: Input<ConnectionPageProps>,
  form: SamlForm,
  isChange = false,
): VNode {
  const errorOf = (name: string) => fault?.field === name && "form-error";
  const attribute = (name: "email" | "groups" | "subject") => ({
    id: `input-${name}`,
    // A browser would fill in the address of the owner.
    name: `${name}Attribute`,
    type: "text",
    value: form[name],
    maxlength: 500,
    autocomplete: "off",
    autocapitalize: "none" as const,
    spellcheck: false,
    dir: "ltr" as const,
    label: words[name],
    errorId: errorOf(name),
  });
  const hint = isChange ? { id: "metadata-hint", text: words.metadataHint } : undefined;
  return (
    <>
      <Field
        id="input-metadataUrl"
        name="metadataUrl"
        type="url"
        value={form.metadataUrl}
        maxlength={1000}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        dir="ltr"
        label={words.metadataUrl}
        errorId={errorOf("metadataUrl")}
        autofocus={errorOf("metadataUrl") ? true : undefined}
      />
      <TextArea
        id="input-metadata"
        name="metadata"
        value={form.metadata}
        rows={6}
        maxlength={100_000}
        dir="ltr"
        label={words.metadata}
        hint={hint}
        errorId={errorOf("metadata")}
      />
      <Field
        {...attribute("subject")}
        hint={{ id: "subject-hint", text: words.subjectHint }}
      />
      <Field {...attribute("email")} />
      <Field {...attribute("groups")} />
      {box("takesSignedResponse", words.signedResponse, form.takesSignedResponse)}
      {box("startsAtProvider", words.startsThere, form.startsAtProvider)}
      {form.signsOutAtProvider !== undefined &&
        box(
          "signsOutAtProvider",
          words.signsOut,
          form.signsOutAtProvider,
          errorOf("signsOutAtProvider"),
        )}
    </>
  );
}

/** The form that changes the provider. */
export function change(input: Input<ConnectionChange>): VNode {
  const { props: { id, form, saml, formAction }, own, shared } = input;
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }}>
      <Heading
        heading={own.change.heading}
        text={saml ? own.change.samlText : own.change.text}
      />
      {permitted(
        input,
        <StepForm input={input} step="change" fields={{ id, kind: saml ? "saml" : "oidc" }}>
          {form && fields(input, form, true)}
          {saml && samlFields(input, saml, true)}
          <button class="submit" type="submit">{shared.name.save}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** Roles by groups. */
export function roles(input: ListInput): VNode | false {
  const { props, frame, own: { roles: words }, roleOf } = input;
  const { connection, roles, fault } = props;
  if (!connection || !roles) return false;
  const { id } = connection;
  const { list, isOfApp, offered, group: typed, role: chosen } = roles;
  const isWrong = fault?.field === "roles";
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">{words.heading}</h2>
      <p class="facts">
        <span>{list.length > 0 ? words.text : words.none}</span>{" "}
        {isOfApp && list.length > 0 && fill(words.ofApp, { site: siteName(frame) })}
      </p>
      {list.length > 0 && (
        <div class="card">
          <ul>
            {list.map(({ group, role }, index) => (
              <li key={`${group} ${role}`}>
                <div>
                  <strong>
                    <bdi>{group}</bdi>
                  </strong>
                  <span class="facts">
                    <bdi>{roleOf(role).name}</bdi>
                  </span>
                  <div class="acts">
                    {index > 0 && button(
                      input,
                      "raise-role",
                      words.up,
                      { id, group, role },
                      fill(words.upOf, { group }),
                    )}
                    {button(
                      input,
                      "remove-role",
                      words.remove,
                      { id, group, role },
                      fill(words.removeOf, { group }),
                    )}
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isChangeable(input) && (
        <div class="card">
          <StepForm input={input} step="add-role" fields={{ id }} isFaulty={isWrong}>
            <div class="pair">
              <Field
                id="input-group"
                name="group"
                type="text"
                value={typed}
                maxlength={200}
                required
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                label={words.group}
                errorId={isWrong && "form-error"}
                autofocus={isWrong ? true : undefined}
              />
              <RoleChoice
                input={input}
                id="input-role"
                name="role"
                label={input.roleLabel}
                roles={offered}
                chosen={chosen}
              />
            </div>
            <button class="submit" type="submit">{words.add}</button>
          </StepForm>
        </div>
      )}
    </section>
  );
}
