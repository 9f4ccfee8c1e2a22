/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * Sends a link, sets a password, or changes it. Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Logo } from "../layout.tsx";
import { fill } from "../../src/language.ts";
import type { PageProps } from "../props.ts";
import type { PasswordPageTexts } from "../../src/types/page_texts.ts";
import { errorText } from "./messages.ts";
import type { PasswordProps } from "./props.ts";

/** Parts of a page. */
interface Part<Step extends PasswordProps["step"]> {
  props: Extract<PasswordProps, { step: Step }>;
  messages: PasswordPageTexts;
}

/** The page. */
export function PasswordPage(
  { props, frame, messages }: {
    props: PasswordProps;
    frame: PageProps;
    messages: PasswordPageTexts;
  },
): VNode {
  const content = props.step === "ask"
    ? ask({ props, messages })
    : props.step === "done"
    ? done({ props, messages })
    : choose({ props, messages });
  return (
    <main class="password">
      <div class="card">
        <Logo theme={frame.theme} />
        {content}
      </div>
    </main>
  );
}

function ask({ props, messages }: Part<"ask">): VNode {
  const { heading, text, textSignedIn, label, submit } = messages.ask;
  const { email } = props;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle">{email === undefined ? text : textSignedIn}</p>
      {failure({ props, messages }, {})}
      <form action={props.mailAction} method="POST">
        {hidden(props, props.pageUrl)}
        <div class="field">
          <label class="section-header" for="input-email">{label}</label>
          <input
            id="input-email"
            name="email"
            type="email"
            autocomplete="email"
            required
            value={email}
            readonly={email !== undefined}
          />
        </div>
        <button id="submitButton" class="submit" type="submit">{submit}</button>
      </form>
    </>
  );
}

function choose({ props, messages }: Part<"set" | "change">): VNode {
  const { step, email, error, minLength, maxLength } = props;
  const slots = { min: String(minLength), max: String(maxLength) };
  const ofCurrent = error === "wrong-password";
  const invalid = error === undefined ? undefined : "true";
  return (
    <>
      <h1>{step === "set" ? messages.set : messages.change}</h1>
      <p class="subtitle">
        <bdi>{email}</bdi>
      </p>
      {failure({ props, messages }, slots)}
      <form action={props.formAction} method="POST">
        {hidden(props, props.callbackUrl)}
        {/* Password managers store it with the password. */}
        <input type="text" name="username" autocomplete="username" value={email} hidden readonly />
        {step === "change" && (
          <div class="field">
            <label class="section-header" for="input-current">{messages.current}</label>
            <input
              id="input-current"
              name="current"
              type="password"
              autocomplete="current-password"
              required
              aria-invalid={ofCurrent ? "true" : undefined}
              aria-describedby={ofCurrent ? "password-error" : undefined}
            />
          </div>
        )}
        <div class="field">
          <label class="section-header" for="input-password">{messages.password}</label>
          <input
            id="input-password"
            name="password"
            type="password"
            autocomplete="new-password"
            minlength={minLength}
            required
            aria-invalid={ofCurrent ? undefined : invalid}
            aria-describedby={invalid && !ofCurrent ? "rules password-error" : "rules"}
          />
          <p class="rules" id="rules">{fill(messages.rules, slots)}</p>
        </div>
        <div class="field">
          <label class="section-header" for="input-repeat">{messages.repeat}</label>
          <input
            id="input-repeat"
            name="repeat"
            type="password"
            autocomplete="new-password"
            required
            aria-invalid={error === "different" ? "true" : undefined}
            aria-describedby={error === "different" ? "password-error" : undefined}
          />
        </div>
        <button id="submitButton" class="submit" type="submit">{messages.submit}</button>
      </form>
      {step === "change" && (
        <form action={props.mailAction} method="POST">
          {hidden(props, props.pageUrl)}
          <input type="hidden" name="email" value={email} />
          <button class="button create" type="submit">{messages.forgot}</button>
        </form>
      )}
    </>
  );
}

function done({ props, messages }: Part<"done">): VNode {
  const { heading, text, submit } = messages.done;
  return (
    <>
      <h1>{heading}</h1>
      <p class="subtitle" role="status">{text}</p>
      <a class="submit" href={props.callbackUrl}>{submit}</a>
    </>
  );
}

function failure(
  { props: { error }, messages }: { props: PasswordProps; messages: PasswordPageTexts },
  slots: Record<string, string>,
): VNode | undefined {
  if (error === undefined) return undefined;
  return (
    <div class="error" id="password-error" role="alert">
      <p>{fill(errorText(messages, error), slots)}</p>
    </div>
  );
}

function hidden({ csrfToken }: PasswordProps, callbackUrl: string): VNode {
  return (
    <>
      {csrfToken !== undefined && <input type="hidden" name="csrfToken" value={csrfToken} />}
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
}
