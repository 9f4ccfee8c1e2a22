/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * What a test of the sign-in has found.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { h } from "../render.ts";
import type { Texts } from "../../src/types/texts.ts";
import { Heading } from "../layout.tsx";
import { One, permitted, StepForm } from "../organizations/parts.tsx";
import type { Input } from "./parts.tsx";
import type { SignInTested } from "./step.ts";

/** The heading. */
export function headingOfTest(
  { tried: words }: Texts["connections"],
  { result }: Pick<SignInTested, "result">,
): string {
  return result === null ? words.waits : result.refused ? words.refused : words.works;
}

/** The page. */
export function tried(input: Input<SignInTested>): VNode {
  const { props: { id, result, formAction }, own, roleLabel, roleOf } = input;
  const { tried: words } = own;
  const { subject, email, groups, role, as, refused } = result ?? {};
  const facts: (readonly [label: string, value: ComponentChildren])[] = [
    ...as ? [[words.result, words.as[as]] as const] : [],
    ...role ? [[roleLabel, <bdi key="role">{roleOf(role).name}</bdi>] as const] : [],
    ...subject != null ? [[words.email, written(email ?? words.none, email != null)] as const] : [],
    ...subject != null ? [[words.subject, written(subject)] as const] : [],
    ...groups
      ? [[words.groups, written(groups.join(", ") || words.none, groups.length > 0)] as const]
      : [],
    ...refused?.field != null ? [[words.field, written(refused.field)] as const] : [],
  ];
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }} isRed={!!refused}>
      <Heading
        heading={headingOfTest(own, input.props)}
        text={result ? words.text : words.waitsText}
      />
      {refused && (
        <div class="done failed" role="alert">
          {words.refusals[refused.by]}
          {refused.message !== "" && <code dir="ltr">{refused.message}</code>}
        </div>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {permitted(
        input,
        <StepForm input={input} step="try" fields={{ id }}>
          <button class="submit" type="submit">{words.again}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** A text that the provider has written. */
function written(text: string, isCode = true): VNode {
  return isCode ? <code dir="auto">{text}</code> : <span>{text}</span>;
}
