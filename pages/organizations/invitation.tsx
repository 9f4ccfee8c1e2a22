/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page of an invitation, which asks before it is accepted: programs that open the links of emails
 * press no button.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import type { InvitationProps, InvitationQuestion } from "./step.ts";
import type { PageTexts } from "../../src/types/texts.ts";
import { Emblem } from "../emblem.tsx";
import { Fact, Facts } from "../facts.tsx";
import { Form } from "../form.tsx";
import { Heading, SiteLink } from "../layout.tsx";
import { One, StepForm, type ViewInput } from "./parts.tsx";

/** The page. */
export function invitation(input: ViewInput<InvitationProps>, texts: PageTexts): VNode {
  const { props, frame, words: { invitation: words } } = input;
  if (props.step === "ended") {
    return (
      <One input={input}>
        <Heading heading={words.ended} text={words.endedText} />
        <SiteLink frame={frame} />
      </One>
    );
  }
  return question({ ...input, props }, texts);
}

function question(input: ViewInput<InvitationQuestion>, texts: PageTexts): VNode {
  const { props, words: { invitation: words }, roleOf } = input;
  const given = roleOf(props.role);
  const { organization, inviter, address } = props;
  return (
    <One input={input}>
      {props.logo && <Emblem name={organization} logo={props.logo} />}
      <Heading
        heading={fill(words.heading, { organization })}
        text={inviter === null ? words.textOfApp : fill(words.text, { inviter })}
      />
      <Facts>
        <Fact name={words.role}>
          <bdi>{given.name}</bdi>
          {given.text && <span class="facts">{given.text}</span>}
        </Fact>
        <Fact name={words.address}>
          <bdi>{shownAddress(address)}</bdi>
        </Fact>
      </Facts>
      {way(input, texts)}
    </One>
  );
}

/** The buttons for this visitor. */
function way(input: ViewInput<InvitationQuestion>, texts: PageTexts): VNode {
  const { props, words: { invitation: words }, shared } = input;
  switch (props.step) {
    case "ask":
      return (
        <StepForm input={input} step="accept" fields={props.fields}>
          <button class="submit" type="submit">{words.accept}</button>
        </StepForm>
      );
    case "sign-in":
      return (
        <>
          <p class="note above">{words.signIn}</p>
          <a class="submit" href={props.signinUrl}>{texts.signIn.submit}</a>
          {props.signupUrl && (
            <a class="button create" href={props.signupUrl}>{texts.signIn.create}</a>
          )}
        </>
      );
    case "other":
    case "unproven":
      return (
        <>
          <p class="note above">
            {props.step === "other"
              ? fill(words.another, { account: shownAddress(props.account ?? "") })
              : words.unproven}
          </p>
          {props.step === "unproven" && props.addressUrl && (
            <a class="submit" href={props.addressUrl}>{words.confirm}</a>
          )}
          <Form action={props.signOutAction} csrfToken={props.csrfToken}>
            <button class="button create" type="submit">{shared.signOut}</button>
          </Form>
        </>
      );
  }
}
