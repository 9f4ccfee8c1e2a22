/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * One thing to change, and the page after the account was deleted.
 *
 * @module
 */

import type { VNode } from "preact";
import { fill } from "../../src/language.ts";
import { Logo } from "../layout.tsx";
import { Form, NameField, type ViewInput } from "./form.tsx";

type Input = ViewInput<"one">;

/** The view of one thing. */
export function one(input: Input): VNode {
  const { props, frame, messages } = input;
  return (
    <main class="account one">
      <div class="card">
        <Logo theme={frame.theme} />
        {content(input)}
        <a class="site" href={props.url}>{messages.one.back}</a>
      </div>
    </main>
  );
}

function content(input: Input): VNode {
  const { props, messages: { one: words, passkeys } } = input;
  switch (props.view) {
    case "passkey": {
      const { key, isNameInvalid } = props;
      return (
        <>
          <h1>{key.name ?? passkeys.unnamed}</h1>
          <p class="subtitle">{key.isSynced ? passkeys.synced : passkeys.single}</p>
          <Form props={props} step="passkey-rename" fields={{ id: key.id }}>
            <NameField
              value={key.name ?? ""}
              label={words.passkey.label}
              save={words.passkey.save}
              invalid={isNameInvalid && input.messages.name.invalid}
            />
          </Form>
          <p class="above">{words.passkey.text}</p>
          {permitted(
            input,
            <Form props={props} step="passkey-remove" fields={{ id: key.id }}>
              <button class="button create" type="submit">{words.passkey.remove}</button>
            </Form>,
          )}
        </>
      );
    }
    case "account": {
      const { provider, id, name } = props.account;
      return (
        <>
          <h1>{fill(words.account.heading, { name })}</h1>
          <p class="subtitle">{words.account.text}</p>
          {permitted(
            input,
            <Form props={props} step="unlink" fields={{ provider, id }}>
              <button class="submit" type="submit">{words.account.submit}</button>
            </Form>,
          )}
        </>
      );
    }
    case "password":
    case "export": {
      const { heading, text, submit } = words[props.view];
      return (
        <>
          <h1>{heading}</h1>
          <p class="subtitle">{text}</p>
          {permitted(
            input,
            <Form props={props} step={props.view === "export" ? "export" : "password-remove"}>
              <button class="submit" type="submit">{submit}</button>
            </Form>,
          )}
        </>
      );
    }
    case "delete":
      return removal(input, props.expected, props.isDifferent);
  }
}

function removal(input: Input, expected: string, isDifferent: boolean): VNode {
  const { props, messages: { one: { delete: words } } } = input;
  // An element, and not the marks of `fill`: users copy the text.
  const [before, after] = words.label.split("{text}");
  return (
    <>
      <h1>{words.heading}</h1>
      <p class="subtitle">{words.text}</p>
      {permitted(
        input,
        <Form props={props} step="delete">
          {isDifferent && (
            <div class="error" id="confirm-error" role="alert">
              <p>{words.different}</p>
            </div>
          )}
          <div class="field">
            <label class="section-header" for="input-confirm">
              {before}
              <bdi>{expected}</bdi>
              {after}
            </label>
            <input
              id="input-confirm"
              name="confirm"
              type="text"
              required
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              aria-invalid={isDifferent ? "true" : undefined}
              aria-describedby={isDifferent ? "confirm-error" : undefined}
            />
          </div>
          <button class="submit" type="submit">{words.submit}</button>
        </Form>,
      )}
    </>
  );
}

/** The form, or the reason why there is none. */
function permitted({ props: { isLast, proofUrl }, messages: { one } }: Input, form: VNode): VNode {
  if (isLast) return <p class="note">{one.last}</p>;
  if (proofUrl === undefined) return form;
  return (
    <>
      <p class="note">{one.stale}</p>
      <a class="submit prove" href={proofUrl}>{one.prove}</a>
    </>
  );
}

/** The page after the account was deleted. */
export function deleted({ frame, messages: { deleted: words } }: ViewInput<"deleted">): VNode {
  return (
    <main class="account one">
      <div class="card">
        <Logo theme={frame.theme} />
        <h1>{words.heading}</h1>
        <p class="subtitle" role="status">{words.text}</p>
        {frame.siteUrl && <a class="site" href={frame.siteUrl}>{new URL(frame.siteUrl).host}</a>}
      </div>
    </main>
  );
}
