/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Questions before changes, and admin links: one that was made, and the page that one opens.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { CopyButton } from "../factor/parts.tsx";
import { Heading } from "../layout.tsx";
import { One, permitted, StepForm } from "../organizations/parts.tsx";
import type { Input } from "./parts.tsx";
import type {
  AdminLinkMade,
  ConnectionQuestion,
  DomainQuestion,
  SetupEnded,
  SetupQuestion,
} from "./step.ts";

/** A question before a change. */
export function question(input: Input<ConnectionQuestion | DomainQuestion>): VNode {
  const { props, own } = input;
  const { step, formAction } = props;
  const isDomain = step === "remove-domain";
  const { heading, text, submit } = isDomain ? own.removeDomain : own[step];
  const isRed = isDomain || step === "remove";
  const fields: Readonly<Record<string, string>> = isDomain
    ? { domain: props.domain }
    : { id: props.id };
  return (
    <One input={input} back={{ url: formAction, text: own.made.done }} isRed={isRed}>
      <Heading heading={isDomain ? aboutDomain(heading, props.domain) : heading} text={text} />
      {permitted(
        input,
        <StepForm input={input} step={step} fields={fields}>
          <button class={isRed ? "submit danger" : "submit"} type="submit">{submit}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** A text with a domain, which can break after a dot. */
function aboutDomain(text: string, domain: string): ComponentChildren[] {
  // The domain can be a word of the text.
  const [before, after] = fill(text, { domain: "\ufffc" }).split("\ufffc");
  const [first, ...rest] = domain.split(/(?<=\.)/);
  return [before, first, ...rest.flatMap((label) => [<wbr key={label} />, label]), after];
}

/** A link that was made just now. */
export function made(input: Input<AdminLinkMade>): VNode {
  const { props: { url, formAction }, own: { made: words }, copy } = input;
  return (
    <One input={input} back={{ url: formAction, text: words.done }}>
      <Heading heading={words.heading} text={words.text} />
      <code class="made" dir="ltr" aria-label={words.link}>{url}</code>
      <CopyButton text={url} texts={copy} />
    </One>
  );
}

/** Asks before a link is used. */
export function open(input: Input<SetupQuestion>): VNode {
  const { props: { organization, fields }, own: { setup: words } } = input;
  return (
    <One input={input}>
      <Heading
        heading={fill(words.heading, { organization: organization.name })}
        text={words.text}
      />
      <StepForm input={input} step="open" fields={fields}>
        <button class="submit" type="submit">{words.open}</button>
      </StepForm>
    </One>
  );
}

/** A link that opens nothing. */
export function ended(input: Input<SetupEnded>): VNode {
  const { own: { setup: words } } = input;
  return (
    <One input={input}>
      <Heading heading={words.ended} text={words.endedText} />
    </One>
  );
}
