/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/**
 * The form of the pages of second factors.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";

/** A form with the token that protects it. */
export function Form(
  { formAction, csrfToken, children }: {
    formAction: string;
    csrfToken?: string | undefined;
    children: ComponentChildren;
  },
): VNode {
  return (
    <form action={formAction} method="POST">
      {csrfToken !== undefined && <input type="hidden" name="csrfToken" value={csrfToken} />}
      {children}
    </form>
  );
}
