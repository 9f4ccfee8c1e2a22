/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Parts for the pages of capabilities of your own: forms, fields and facts as the built-in pages have
 * them. Import them in the module that `load` of a page imports, so that they are loaded with the page.
 *
 * @example
 * ```ts
 * import { defineCapability } from "@x/auth/capability";
 * import { Field, Form, SubmitButton } from "@x/auth/capability/parts";
 * import { defineAuth } from "@x/auth/server";
 * import { assertStringIncludes } from "@std/assert";
 * import { h } from "preact";
 *
 * const survey = defineCapability({
 *   id: "survey",
 *   pages: {
 *     "survey": {
 *       methods: ["GET"],
 *       load: () => ({
 *         GET: (page) => ({
 *           title: "Survey",
 *           text: "One question.",
 *           content: h(
 *             Form,
 *             { page },
 *             h(Field, { name: "color", label: "Your color", required: true }),
 *             h(SubmitButton, null, "Send"),
 *           ),
 *         }),
 *       }),
 *     },
 *   },
 * });
 * const auth = defineAuth({
 *   providers: [],
 *   capabilities: { survey },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const page = await auth.handler(new Request("https://app.example/auth/survey"));
 * assertStringIncludes(await page.text(), 'name="csrfToken"');
 * ```
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { h } from "../render.ts";
import type { PageContext } from "../../src/types/custom.ts";
import { Fact as Row, Facts as Frame } from "../facts.tsx";
import {
  ErrorMessage as Message,
  Field as Input,
  Form as Posted,
  SubmitButton as Submit,
} from "../form.tsx";

/** Input of {@linkcode Form}. */
export interface FormProps {
  /** The page, which takes the post; its token is the first hidden field. */
  readonly page: Pick<PageContext, "csrfToken" | "url">;
  /** Further hidden fields; `undefined` leaves one out. Default: none */
  readonly fields?: Readonly<Record<string, string | undefined>> | undefined;
  /** Fields and buttons: Preact elements. */
  readonly children?: unknown;
}

/** Input of {@linkcode Field}. */
export interface FieldProps {
  /** Name of the field. */
  readonly name: string;
  /** Label. */
  readonly label: string;
  /** Type of the input. Default `"text"`. */
  readonly type?: string | undefined;
  /** Value of the field. Default: empty. */
  readonly value?: string | number | undefined;
  /** `true` when it must not stay empty. Default `false`. */
  readonly required?: boolean | undefined;
  /** Most characters. Default: no limit. Check the length in the handler, too. */
  readonly maxlength?: number | undefined;
  /** Kind of value that the browser may fill in. Default `"off"`: none. */
  readonly autocomplete?: string | undefined;
  /** Sentence below it about what it takes. Default: none. */
  readonly hint?: string | undefined;
  /** Id of the message about an error in it, see {@linkcode ErrorMessage}. Default: none. */
  readonly errorId?: string | undefined;
}

/** A form that the page takes, with its token. */
export function Form({ page: { url, csrfToken }, fields, children }: FormProps): object {
  return (
    <Posted action={url} csrfToken={csrfToken} fields={fields}>
      {children as ComponentChildren}
    </Posted>
  );
}

/** A field with its label. Its id is `input-` with its name. */
export function Field(
  { name, hint, errorId, type = "text", autocomplete = "off", ...rest }: FieldProps,
): object {
  const id = `input-${name}`;
  return (
    <Input
      id={id}
      name={name}
      type={type}
      autocomplete={autocomplete}
      {...rest}
      autofocus={errorId === undefined ? undefined : true}
      {...errorId === undefined ? {} : { errorId }}
      {...hint === undefined ? {} : { hint: { id: `${id}-hint`, text: hint } }}
    />
  );
}

/** A sentence about an error, which screen readers announce; nothing without a sentence. */
export function ErrorMessage(
  { id, text }: {
    /** Id that the field with the error names. Default: none */
    readonly id?: string | undefined;
    /** The sentence. */
    readonly text: string | undefined;
  },
): object {
  return <Message {...id === undefined ? {} : { id }} text={text} />;
}

/** The button of a form. */
export function SubmitButton({ children }: {
  /** Its text. */
  readonly children?: unknown;
}): object {
  return <Submit>{String(children)}</Submit>;
}

/** Facts in a frame. */
export function Facts({ children }: {
  /** Elements of {@linkcode Fact}. */
  readonly children?: unknown;
}): object {
  return <Frame>{children as ComponentChildren}</Frame>;
}

/** A fact. */
export function Fact({ name, children }: {
  /** Its name. */
  readonly name: string;
  /** Value of the fact: a text or Preact elements. */
  readonly children?: unknown;
}): object {
  return <Row name={name}>{children as ComponentChildren}</Row>;
}
