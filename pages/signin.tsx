/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The sign-in page. Where a password is one of several ways that begin with the same address, it
 * asks for the address first, and for the proof on the next page, which is the same for every
 * address; who wants a link gets it from the first. All forms but those for passkeys work without
 * scripts.
 *
 * @module
 */

import { shownAddress } from "../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { withoutUndefined } from "../src/base/objects.ts";
import { fill } from "../src/base/language.ts";
import type { CredentialInput } from "../src/types/provider.ts";
import type { PageTexts } from "../src/types/texts.ts";
import { initialOf } from "./brand.ts";
import { Form } from "./form.tsx";
import { Card, Heading, siteName } from "./layout.tsx";
import { hasPasskeyForm, passkeyForm } from "./passkey_form.tsx";
import type { PageInput, PageProps, PageProvider } from "./props.ts";
import { hiddenOf, isButton, lastMark, providerButtons } from "./provider_buttons.tsx";
import {
  emailField,
  failedProvider,
  fieldList,
  makeInputId,
  Refusal,
  SignedIn,
  translated,
  withName,
} from "./signin_fields.tsx";
import { SLOTS } from "./template.ts";

type FormInput = Omit<PageInput, "language">;

/** The sign-in page. */
export function SigninPage({ props, messages }: PageInput): VNode {
  const { theme, providers = [], isSignedIn, signupUrl } = props;
  const { signIn } = messages;
  const shared = sharedForms(providers);
  const address = shared && pickAddress(shared, props);
  const isSecondStep = address !== undefined;
  const site = siteName(props);
  const forms = listForms({ props, messages }, shared, address);
  const buttons = isSecondStep && !isSignedIn
    ? null
    : providerButtons({ props, messages, isBelowForm: forms.length > 0 });
  // A proof begins with the way that began the session.
  const prefersButton = isSignedIn && forms.length > 0 && isButton(providers[0]!);
  return (
    <Card name="signin" theme={theme}>
      <Heading
        heading={isSignedIn ? signIn.again : signIn.heading}
        text={fill(signIn.to, { site })}
      />
      {failedProvider(props) === undefined && <Refusal {...{ props, messages }} />}
      <SignedIn {...{ props, messages }} />
      {prefersButton && (
        <>
          {buttons}
          <hr data-text={signIn.or} />
        </>
      )}
      {forms.flatMap((form, index) => index > 0 ? [<hr key={`before ${index}`} />, form] : form)}
      {!prefersButton && forms.length > 0 && buttons && <hr data-text={signIn.or} />}
      {!prefersButton && buttons}
      {signupUrl && !isSecondStep && !isSignedIn && (
        <p class="foot">
          {signIn.isNew} <a href={withTarget(signupUrl, props)}>{signIn.create}</a>
        </p>
      )}
    </Card>
  );
}

/** URL of another page that leads to the same target afterwards. */
function withTarget(url: string, { callbackUrl }: PageProps): string {
  if (callbackUrl === undefined) return url;
  const target = callbackUrl === SLOTS.callbackUrl
    ? SLOTS.encodedCallbackUrl
    : encodeURIComponent(callbackUrl);
  return `${url}?callbackUrl=${target}`;
}

/** The providers that ask for the same field, by what they ask for next. */
interface Shared {
  /** The field. */
  field: string;
  mail?: PageProvider | undefined;
  pass?: PageProvider | undefined;
  key?: PageProvider | undefined;
}

function sharedForms(providers: readonly PageProvider[]): Shared | undefined {
  const sharing = providers.filter(({ identifier }) => identifier !== undefined);
  const [mail, pass, key] = (["email", "credentials", "webauthn"] as const).map((kind) =>
    sharing.find(({ type }) => type === kind)
  );
  // The page of one provider has passkeys without a form whose field they share.
  if (!mail && !pass) return undefined;
  return { field: sharing[0]!.identifier!, mail, pass, key };
}

/** The address for the second step; `undefined` while it is asked for. */
function pickAddress({ field, pass }: Shared, props: PageProps): string | undefined {
  const { step, typed, email, isSignedIn } = props;
  if (isSignedIn) return field === "email" ? email : undefined;
  return pass && step === "password" ? typed?.fields[field] : undefined;
}

/** The forms with fields, and those of passkeys, in the order of the config. */
function listForms(
  input: FormInput,
  shared: Shared | undefined,
  address: string | undefined,
): VNode[] {
  const { providers = [] } = input.props;
  const [first] = providers.filter(({ identifier }) => identifier !== undefined);
  const forms: VNode[] = [];
  for (const provider of providers) {
    if (isButton(provider)) continue;
    const isFirst = forms.length === 0;
    if (shared && provider.identifier !== undefined) {
      if (provider !== first) continue;
      forms.push(
        address === undefined
          ? sharedForm(input, shared, isFirst)
          : proofForms(input, shared, address),
      );
    } else if (address !== undefined && !input.props.isSignedIn) {
      continue; // the other forms ask for something else than the address
    } else if (hasPasskeyForm(provider)) {
      forms.push(passkeyForm({ provider, ...input, isSecond: !isFirst }));
    } else if (provider.type === "email" || provider.credentials) {
      forms.push(fieldsForm(input, provider, isFirst));
    }
  }
  return forms.map((form, index) => <div class="provider fields" key={index}>{form}</div>);
}

/** The first form with fields has the id that the pages of Auth.js have; ids are unique. */
function makeFormId({ id }: PageProvider, { providers = [] }: PageProps): string {
  const first = providers.find(({ type, credentials }) => type === "email" || credentials);
  return first?.id === id ? "submitButton" : `submitButton-${id}`;
}

/** The form of one provider, which shares no field. */
function fieldsForm(
  { props, messages }: FormInput,
  provider: PageProvider,
  isFirst: boolean,
): VNode {
  const { id, type, callbackUrl, signinUrl, credentials = {} } = provider;
  const isEmail = type === "email";
  // The address of a user who is signed in stands in the form above.
  const known = props.isSignedIn && !isFirst ? credentials.email?.value : undefined;
  const fields: Record<string, CredentialInput> = isEmail
    ? { email: emailField(props) }
    : credentials;
  return (
    <Form action={isEmail ? signinUrl : callbackUrl} {...hiddenOf(props)}>
      {fieldList({
        fields: Object.entries(fields).filter(([field]) => !(known && field === "email"))
          .map(([field, input]) => ({
            id,
            field,
            input: translated(input, provider, messages),
          })),
        props,
        messages,
        owners: [id],
        isFirst,
      })}
      {known && (
        <input type="text" name="email" autocomplete="username" value={known} hidden readonly />
      )}
      <button
        id={makeFormId(provider, props)}
        class={isFirst ? "submit" : "button create"}
        type="submit"
      >
        {withName(provider, messages)}
        {id === props.lastProvider && lastMark(messages)}
      </button>
      {forgotLink({ props, messages }, provider)}
    </Form>
  );
}

function forgotLink({ props, messages }: FormInput, { passwordUrl }: PageProvider) {
  return passwordUrl && (
    <a class="site" href={withTarget(passwordUrl, props)}>{messages.signIn.forgot}</a>
  );
}

/** The field that providers share: the only one, or the first step before a password. */
function sharedForm({ props, messages }: FormInput, shared: Shared, isFirst: boolean): VNode {
  const { field, mail, pass, key } = shared;
  const { signIn } = messages;
  const owner = (mail ?? pass)!;
  return (
    <>
      <Form action={pass ? props.signinAction : owner.signinUrl} {...hiddenOf(props)}>
        {fieldList({
          fields: [{ id: owner.id, field, input: sharedInput(shared, props, messages) }],
          props,
          messages,
          owners: [mail?.id, pass?.id],
          isFirst,
        })}
        <button
          id={makeFormId(owner, props)}
          class={isFirst ? "submit" : "button create"}
          type="submit"
        >
          {signIn.next}
        </button>
        {pass && mail && (
          <button class="quiet" type="submit" formaction={mail.signinUrl}>
            {signIn.link}
            {mail.id === props.lastProvider && lastMark(messages)}
          </button>
        )}
      </Form>
      {key && passkeyForm({
        provider: key,
        props,
        messages,
        identifier: makeInputId(field, owner.id),
        isSecond: true,
      })}
    </>
  );
}

/** The field with the attributes that each of its providers gives it. */
function sharedInput(
  { field, mail, pass, key }: Shared,
  props: PageProps,
  messages: PageTexts,
): CredentialInput {
  const own = pass?.credentials?.[field] ?? {};
  const ofKey = (key?.formFields || {})[field] ?? {};
  const input: CredentialInput = {
    ...(mail ? emailField(props) : {}),
    ...withoutUndefined(ofKey),
    ...withoutUndefined(own),
    required: true,
    // Password managers look for a user name beside a password.
    autocomplete: (key?.autofill && ofKey.autocomplete) || "username",
  };
  return translated(input, (mail ?? pass)!, messages);
}

/**
 * The second step: the password, and the other ways for the same address. Without a script, the
 * password is posted with the button for a link too; the server leaves it out of that request.
 */
function proofForms({ props, messages }: FormInput, shared: Shared, address: string): VNode {
  const { field, mail, pass, key } = shared;
  const { signIn } = messages;
  const { [field]: _, ...passwords } = pass?.credentials ?? {};
  const owner = (pass ?? mail)!;
  return (
    <>
      <Form action={pass ? pass.callbackUrl : owner.signinUrl} {...hiddenOf(props)}>
        {who({ props, messages }, shared, address)}
        {pass && fieldList({
          fields: Object.entries(passwords).map(([field, input]) => ({
            id: pass.id,
            field,
            input: translated(input, pass, messages),
          })),
          props,
          messages,
          owners: [pass.id],
          isFirst: true,
        })}
        {pass && (
          <button id={makeFormId(pass, props)} class="submit" type="submit">
            {signIn.submit}
            {pass.id === props.lastProvider && lastMark(messages)}
          </button>
        )}
        {pass?.passwordUrl && mail && (
          <button
            class="quiet"
            type="submit"
            name="purpose"
            value="password"
            formaction={mail.signinUrl}
            formnovalidate
          >
            {signIn.forgot}
          </button>
        )}
        {mail && (
          <button
            id={makeFormId(mail, props)}
            class={pass ? "button create" : "submit"}
            type="submit"
            formaction={mail.signinUrl}
            formnovalidate
          >
            {signIn.link}
            {mail.id === props.lastProvider && lastMark(messages)}
          </button>
        )}
      </Form>
      {key && passkeyForm({
        provider: key,
        props,
        messages,
        identifier: makeInputId(field, owner.id),
        isSecond: true,
      })}
    </>
  );
}

/** Who signs in: password managers read it too. */
function who({ props, messages }: FormInput, shared: Shared, address: string): VNode {
  const { field, mail, pass } = shared;
  const { label = field, type } = sharedInput(shared, props, messages);
  const id = makeInputId(field, (pass ?? mail)!.id);
  return (
    <div class="who">
      <span class="initial" aria-hidden="true">{initialOf(address)}</span>
      <input
        id={id}
        name={field}
        type={type}
        value={shownAddress(address)}
        autocomplete="username"
        aria-label={label}
        readonly
      />
      {props.changeUrl && !props.isSignedIn && (
        <a href={props.changeUrl}>{messages.signIn.change}</a>
      )}
    </div>
  );
}
