/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The access of an app, in words.
 *
 * @module
 */

import { h } from "../render.ts";
import { scopeInWords, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { ShownAccess } from "./step.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Access to a resource, with its name and its scopes in words. */
export interface AccessInWords {
  /** Name of the resource. */
  name: string;
  /** Scopes. */
  scopes: readonly string[];
}

/** Puts access into words. */
export function inWords(
  { resource, scopes }: ShownAccess,
  { own, scopes: words }: Texts["oauthServer"]["ask"],
  wording: Wording,
): AccessInWords {
  return {
    name: resource ?? own,
    scopes: scopes.map((name) =>
      (resource === null ? ownMember<string>(words, name) : undefined) ??
        scopeInWords(wording, name)
    ),
  };
}

/** A list of scopes below the name of their resource. */
export function AccessList({ name, scopes }: AccessInWords) {
  return (
    <div key={name}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <bdi>{scope}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
