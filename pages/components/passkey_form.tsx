/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * The form of a passkey ceremony, as `src/client/form.ts` finds it in the page.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { hiddenFields, type HiddenFieldsProps } from "./form.tsx";

/** Input of the form. */
export interface PasskeyFormProps extends HiddenFieldsProps {
  /** Id of the form. */
  id?: string;
  /** Target of the form, which gets the credential. */
  action: string;
  /** `data-` attributes for the page's script. */
  data: Readonly<Record<`data-${string}`, string | undefined>>;
  /** Texts. */
  texts: {
    readonly errors: Readonly<Record<string, string>>;
    readonly unsupported: string;
    readonly noScript: string;
  };
  /** Sentence about an error that the server found. */
  error?: string | false;
  /** Fields and buttons. */
  children: ComponentChildren;
}

/** Hidden until the page's script has found that the browser supports passkeys. */
export function PasskeyForm(
  { id, action, data, texts, error, children, ...hidden }: PasskeyFormProps,
): VNode {
  return (
    <>
      <form
        id={id}
        action={action}
        method="POST"
        hidden
        {...data}
        data-texts={JSON.stringify(texts.errors)}
      >
        {hiddenFields(hidden)}
        <div class="error" role="alert" hidden={!error}>
          <p>{error}</p>
        </div>
        {children}
      </form>
      <p class="note" hidden>{texts.unsupported}</p>
      <noscript>
        <p class="note">{texts.noScript}</p>
      </noscript>
    </>
  );
}
