/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * One form per provider, and one for those that ask for the same address. All but passkey
 * forms work without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { withoutUndefined } from "../src/base/objects.ts";
import type { CredentialInput } from "../src/types/provider.ts";
import { initialOf } from "./brand.ts";
import { Card, Heading, hostOf, toImageUrl } from "./layout.tsx";
import { fill } from "../src/base/language.ts";
import type { PageTexts } from "../src/types/page_texts.ts";
import { Form, type HiddenFieldsProps, PasskeyForm } from "./form.tsx";
import type { PageInput, PageProps, PageProvider } from "./props.ts";
import { failedProvider, Field, fieldList, inputIdOf, Refusal } from "./signin_fields.tsx";
import { markSlot, SLOTS } from "./template.ts";

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
}

/** `true` when the page has a passkey form for the provider. */
export function hasPasskeyForm({ type, formFields }: PageProvider): boolean {
  return type === "webauthn" && Boolean(formFields);
}

/** `true` when the provider has a button with a tile, which images replace. */
export function hasTile(provider: PageProvider): boolean {
  return isButton(provider) && !toImageUrl(provider.style?.logo);
}

function isButton({ type }: PageProvider): boolean {
  return type === "oauth" || type === "oidc";
}

/** More buttons than this stand in columns, where there is room. */
const MANY = 8;

/** The sign-in page. */
export function SigninPage({ props, messages }: PageInput): VNode {
  const { theme, siteUrl, providers = [], isSignedIn } = props;
  const failedId = failedProvider(props);
  const blocks: VNode[] = [];
  const sharing = providers.filter(({ identifier }) => identifier !== undefined);
  let followsButton = true;
  providers.forEach((provider, index) => {
    const button = isButton(provider);
    const isPasskey = hasPasskeyForm(provider);
    if (!button && !isPasskey && provider.type !== "email" && !provider.credentials) return;
    const isShared = sharing.includes(provider);
    if (isShared && provider !== sharing[0]) return;
    if (blocks.length > 0 && !(button && followsButton)) blocks.push(<hr />);
    followsButton = button;
    blocks.push(
      <div class={button ? "provider" : "provider fields"} key={provider.id}>
        {isShared
          ? sharedForm(sharing, { props, messages })
          : button
          ? buttonForm({ provider, props, messages }, index)
          : isPasskey
          ? passkeyForm({ provider, props, messages })
          : fieldsForm({ provider, props, messages }, idOf(provider, providers))}
      </div>,
    );
  });
  const name = providers.filter(isButton).length > MANY ? "signin many" : "signin";
  return (
    <Card name={name} theme={theme}>
      <Heading
        heading={isSignedIn ? messages.signIn.again : messages.signIn.heading}
        text={fill(messages.signIn.to, { host: hostOf(siteUrl) })}
      />
      {failedId === undefined && <Refusal {...{ props, messages }} />}
      {blocks}
    </Card>
  );
}

function hiddenOf({ csrfToken, callbackUrl }: PageProps): HiddenFieldsProps {
  return { csrfToken, fields: { callbackUrl } };
}

interface FormProps {
  provider: PageProvider;
  props: PageProps;
  messages: PageTexts;
}

/** Says that a provider was used last. */
export function lastMark({ signIn }: PageTexts): VNode {
  return <span class="last">{signIn.last}</span>;
}

function markOf(
  { id }: PageProvider,
  props: PageProps,
  messages: PageTexts,
): VNode | string | null {
  const { lastProvider } = props;
  if (lastProvider === SLOTS.lastProvider) return markSlot(id);
  return id === lastProvider ? lastMark(messages) : null;
}

// Called as plain functions, since a component per provider would slow down long pages.
function buttonForm({ provider, props, messages }: FormProps, index: number): VNode {
  return (
    <Form action={provider.signinUrl} {...hiddenOf(props)}>
      <button type="submit" class="button">
        {mark(provider, index)}
        <span>{fill(messages.signIn.with, { name: provider.name })}</span>
        {markOf(provider, props, messages)}
      </button>
    </Form>
  );
}

function mark(provider: PageProvider, index: number): VNode {
  const src = toImageUrl(provider.style?.logo);
  if (src) {
    return (
      <span class="mark image">
        <img src={src} alt="" height={24} loading="lazy" />
      </span>
    );
  }
  const path = provider.style?.mark?.path;
  return (
    <span class={`mark ${markClass(index)}`} aria-hidden="true">
      {path
        ? (
          <svg viewBox="0 0 24 24">
            <path d={path} />
          </svg>
        )
        : initialOf(provider.name)}
    </span>
  );
}

/** The first form with fields has the id that the pages of Auth.js have; ids are unique. */
function idOf({ id }: PageProvider, providers: readonly PageProvider[]): string {
  const first = providers.find(({ type, credentials }) => type === "email" || credentials);
  return first?.id === id ? "submitButton" : `submitButton-${id}`;
}

function fieldsForm({ provider, props, messages }: FormProps, submitId: string): VNode {
  const { id, type } = provider;
  const isEmail = type === "email";
  const fields: Record<string, CredentialInput> = isEmail
    ? { email: emailField(props) }
    : provider.credentials ?? {};
  return (
    <Form action={isEmail ? provider.signinUrl : provider.callbackUrl} {...hiddenOf(props)}>
      {fieldList(
        Object.entries(fields).map(([field, input]) => ({
          id,
          field,
          input: translated(input, provider, messages),
        })),
        { props, messages },
        failedProvider(props) === id,
      )}
      <button id={submitId} class="submit" type="submit">
        {withName(provider, messages)}
        {markOf(provider, props, messages)}
      </button>
      {forgotLink({ provider, props, messages })}
    </Form>
  );
}

function emailField({ email }: PageProps): CredentialInput {
  return { label: "Email", type: "email", required: true, value: email };
}

/** The sentence on a button; a name that the app wrote is kept. */
function withName({ name, type, passwordUrl }: PageProvider, { signIn }: PageTexts): string {
  if (name === "Email") return signIn.withEmail;
  if (name === "Password" && passwordUrl !== undefined) return signIn.withPassword;
  if (name === "Passkey" && type === "webauthn") return signIn.withPasskey;
  return fill(signIn.with, { name });
}

/** The library's default words in the language of the page; words that the app wrote are kept. */
function wordOf(text: string, { passwordUrl }: PageProvider, { signIn }: PageTexts): string {
  if (text === "Email") return signIn.email;
  return text === "Password" && passwordUrl !== undefined ? signIn.password : text;
}

function translated(
  input: CredentialInput,
  provider: PageProvider,
  messages: PageTexts,
): CredentialInput {
  return input.label ? { ...input, label: wordOf(input.label, provider, messages) } : input;
}

function forgotLink(
  { provider: { passwordUrl }, props: { callbackUrl }, messages: { signIn } }: FormProps,
): VNode | undefined {
  if (passwordUrl === undefined) return undefined;
  const target = callbackUrl === SLOTS.callbackUrl
    ? SLOTS.encodedCallbackUrl
    : encodeURIComponent(callbackUrl ?? "");
  const href = target && `${passwordUrl}?callbackUrl=${target}`;
  return <a class="site" href={href || passwordUrl}>{signIn.forgot}</a>;
}

/**
 * One field for the address, a password below it, and a button for each provider. Without a
 * script, the password is posted with every button; the server leaves it out of a request for
 * a link. The buttons for passkeys are in a form of their own, which never holds the password.
 */
function sharedForm(
  sharing: readonly PageProvider[],
  { props, messages }: Omit<FormProps, "provider">,
): VNode {
  const { providers = [] } = props;
  const { signIn } = messages;
  const [mail, pass, key] = (["email", "credentials", "webauthn"] as const).map((kind) =>
    sharing.find(({ type }) => type === kind)
  );
  const owner = (mail ?? pass)!;
  const field = owner.identifier!;
  const { [field]: own = {}, ...passwords } = pass?.credentials ?? {};
  const keyInput = (key?.formFields || {})[field] ?? {};
  const failedId = failedProvider(props);
  const isFailed = sharing.some(({ id }) => id === failedId);
  const input: CredentialInput = {
    ...(mail ? emailField(props) : {}),
    ...withoutUndefined(keyInput),
    ...withoutUndefined(own),
    required: true,
    // Password managers look for a user name beside a password.
    autocomplete: (key?.autofill && keyInput.autocomplete) || "username",
  };
  return (
    <>
      <Form action={pass ? pass.callbackUrl : owner.signinUrl} {...hiddenOf(props)}>
        {fieldList(
          [
            { id: owner.id, field, input: translated(input, owner, messages) },
            ...Object.entries(passwords).map(([field, input]) => ({
              id: pass!.id,
              field,
              input: translated(input, pass!, messages),
            })),
          ],
          { props, messages },
          isFailed,
          failedId === mail?.id ? field : undefined,
        )}
        {/* The Enter key uses the first button. */}
        {pass && (
          <button id={idOf(pass, providers)} class="submit" type="submit">
            {signIn.submit}
            {markOf(pass, props, messages)}
          </button>
        )}
        {mail && pass && (
          <button
            id={idOf(mail, providers)}
            class="button create"
            type="submit"
            formaction={mail.signinUrl}
            formnovalidate
          >
            {signIn.link}
            {markOf(mail, props, messages)}
          </button>
        )}
        {mail && !pass && (
          <button id={idOf(mail, providers)} class="submit" type="submit">
            {withName(mail, messages)}
            {markOf(mail, props, messages)}
          </button>
        )}
        {pass && forgotLink({ provider: pass, props, messages })}
      </Form>
      {key && passkeyForm({ provider: key, props, messages }, inputIdOf(field, owner.id))}
    </>
  );
}

/** @param identifier id of the field of another form that names the user */
function passkeyForm({ provider, props, messages }: FormProps, identifier?: string): VNode {
  const { id, callbackUrl, optionsUrl, formFields, autofill, mayRegister = true } = provider;
  const { passkey } = messages;
  const fields = identifier === undefined ? Object.entries(formFields || {}) : [];
  const namesUser = identifier !== undefined || fields.length > 0;
  return (
    <PasskeyForm
      {...hiddenOf(props)}
      id={`${id}-form`}
      action={callbackUrl}
      data={{
        "data-passkey": optionsUrl,
        "data-action": props.isSignedIn ? "authenticate" : undefined,
        "data-autofill": autofill ? "" : undefined,
        "data-identifier": identifier,
      }}
      texts={passkey}
    >
      {fields.map(([field, input]) => (
        <Field
          key={field}
          {...{ id, field, input: translated(input, provider, messages) }}
          data-form-field=""
        />
      ))}
      <button
        id={`submitButton-${id}`}
        class={identifier === undefined ? "submit" : "button create"}
        type="submit"
      >
        {withName(provider, messages)}
        {markOf(provider, props, messages)}
      </button>
      {namesUser && mayRegister && (
        <button class="button create" type="button" hidden>{passkey.create}</button>
      )}
    </PasskeyForm>
  );
}
