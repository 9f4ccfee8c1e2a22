/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The buttons of providers that need no field: at most four at first sight, the one that was used
 * last before the others.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "./render.ts";
import { fill } from "../src/base/language.ts";
import type { PageTexts } from "../src/types/texts.ts";
import { initialOf } from "./brand.ts";
import { hiddenFields, type HiddenFieldsProps } from "./form.tsx";
import { toImageUrl } from "./layout.tsx";
import type { PageProps, PageProvider } from "./props.ts";

/** Most buttons at first sight; the others are behind one click. */
const MOST = 4;

/** `true` when the provider needs no field. */
export function isButton({ type }: PageProvider): boolean {
  return type === "oauth" || type === "oidc";
}

/** `true` when the provider has a button with a tile, which images replace. */
export function hasTile(provider: PageProvider): boolean {
  return isButton(provider) && !toImageUrl(provider.style?.logo);
}

/** Class of the tile behind a provider's mark. */
export function markClass(index: number): string {
  return `brand-${index}`;
}

/** Hidden fields of the forms of a sign-in. */
export function hiddenOf({ csrfToken, callbackUrl }: PageProps): HiddenFieldsProps {
  return { csrfToken, fields: { callbackUrl } };
}

interface ButtonsProps {
  props: PageProps;
  messages: PageTexts;
  /** `true` below a form with fields: three or four providers then stand side by side. */
  isBelowForm: boolean;
}

/** The buttons; nothing without such a provider. */
export function providerButtons({ props, messages, isBelowForm }: ButtonsProps): VNode | null {
  const { providers = [], lastProvider } = props;
  const all = providers.flatMap((provider, index) =>
    isButton(provider) ? [{ provider, index }] : []
  );
  if (all.length === 0) return null;
  const last = all.filter(({ provider }) => provider.id === lastProvider);
  const others = all.filter(({ provider }) => provider.id !== lastProvider);
  const shown = others.slice(0, MOST - last.length);
  const more = others.slice(shown.length);
  // One form for several buttons: a form for each would be a quarter of the page.
  const form = (some: typeof all, areTiles = false) =>
    some.length > 0 && (
      <form
        action={some[0]!.provider.signinUrl}
        method="POST"
        class={areTiles ? "providers tiles" : "providers"}
      >
        {hiddenFields(hiddenOf(props))}
        {some.map(({ provider, index }, place) => {
          const text = fill(messages.signIn.with, { name: provider.name });
          return (
            <div class="provider" key={provider.id}>
              <button
                type="submit"
                class="button"
                formaction={place > 0 ? provider.signinUrl : undefined}
                title={areTiles ? text : undefined}
              >
                {providerMark(provider, index)}
                <span>{areTiles ? provider.name : text}</span>
                {provider.id === lastProvider && lastMark(messages)}
              </button>
            </div>
          );
        })}
      </form>
    );
  return (
    <>
      {form(last)}
      {form(shown, isBelowForm && shown.length > 2)}
      {more.length > 0 && (
        <details class="more">
          <summary class="button create">{messages.signIn.more}</summary>
          {form(more)}
        </details>
      )}
    </>
  );
}

/** Says that a provider was used last. */
export function lastMark({ signIn }: PageTexts): VNode {
  return <span class="last">{signIn.last}</span>;
}

/** The mark of a provider, or its initial, on the tile of its index in the stylesheet. */
export function providerMark(
  provider: Pick<PageProvider, "name" | "style">,
  index: number,
): VNode {
  const src = toImageUrl(provider.style?.logo);
  if (src) {
    return (
      <span class="mark image">
        <img src={src} alt="" height={24} loading="lazy" />
      </span>
    );
  }
  const { mark } = provider.style ?? {};
  return (
    <span class={`mark ${markClass(index)}`} aria-hidden="true">
      {mark
        ? (
          <svg viewBox="0 0 24 24">
            {mark.parts?.map(({ color, path }) => <path key={path} fill={color} d={path} />) ??
              <path d={mark.path} />}
          </svg>
        )
        : initialOf(provider.name)}
    </span>
  );
}
