/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * The form of a passkey or security key, for every page that proves or enrols one. A page
 * that shows it must have {@linkcode ceremonyScript} as its script.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import type { WebAuthnAction } from "../../src/types/webauthn.ts";
import type { FactorMessages } from "./messages.ts";

export { ceremonyScript } from "./ceremony_script.ts";

/** Input of the form. */
export interface CeremonyProps {
  /** Purpose: to register a key, or to use one. */
  action: WebAuthnAction;
  /** Options of the ceremony. */
  options: object;
  /** Target of the form, which gets the credential as the field `answer`. */
  formAction: string;
  /** Hidden fields; `undefined` leaves one out. */
  fields: Readonly<Record<string, string | undefined>>;
  /** `true` after a wrong answer. */
  isWrong: boolean;
  /** Texts. */
  messages: FactorMessages;
  /** Fields above the button. */
  children?: ComponentChildren;
}

/** Hidden until the page's script has found that the browser supports passkeys. */
export function Ceremony(
  { action, options, formAction, fields, isWrong, messages, children }: CeremonyProps,
): VNode {
  const { ceremony, wrong } = messages;
  return (
    <>
      <form
        action={formAction}
        method="POST"
        hidden
        data-ceremony={JSON.stringify({ action, options })}
        data-texts={JSON.stringify(ceremony.errors)}
      >
        {Object.entries(fields).map(([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />
        )}
        <div class="error" role="alert" hidden={!isWrong}>
          <p>{isWrong && wrong}</p>
        </div>
        {children}
        <button class="submit" type="submit">{ceremony[action]}</button>
      </form>
      <p class="note" hidden>{ceremony.unsupported}</p>
      <noscript>
        <p class="note">{ceremony.noScript}</p>
      </noscript>
    </>
  );
}
