/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The code of another device: the form for it, the question, and the end. Works without scripts.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { h } from "../render.ts";
import type { Wording } from "../../src/base/language.ts";
import type { DeviceEntry, DeviceProps, DeviceQuestion } from "./device_step.ts";
import { Fact, Facts } from "../facts.tsx";
import { CodeField, ErrorMessage, Form } from "../form.tsx";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import { ScopeList } from "./scope_list.tsx";
import { inWords } from "./in_words.ts";
import { choice, CSS as QUESTION_CSS } from "./question.tsx";
import type { Texts } from "../../src/types/texts.ts";

/** Input of the page. */
interface Input<Props = DeviceProps> {
  props: Props;
  frame: PageProps;
  words: Texts["device"];
  /** Texts of the question that an app asks in the browser. */
  shared: Texts["oauthServer"]["ask"];
  heading: string;
  wording: Wording;
}

/** The styles: those of the question that an app asks in the browser. */
export const CSS = `${QUESTION_CSS}
.oauth .typed{font-family:ui-monospace,monospace;font-size:1.375rem;letter-spacing:.08em}`;

/** The page. */
export function DevicePage(input: Input): VNode {
  const { props, frame: { theme }, words, heading } = input;
  switch (props.step) {
    case "enter":
      return entry({ ...input, props });
    case "ask":
      return question({ ...input, props });
    default:
      return (
        <Card name="oauth" theme={theme}>
          <Heading heading={heading} text={words[props.step].text} role="status" />
        </Card>
      );
  }
}

function entry({ props, frame: { theme }, words: { enter }, heading }: Input<DeviceEntry>): VNode {
  const { formAction, csrfToken, userCode, fault } = props;
  return (
    <Card name="oauth" theme={theme}>
      <Heading heading={heading} text={enter.text} />
      <ErrorMessage id="code-error" text={fault && enter.unknown} />
      <Form action={formAction} csrfToken={csrfToken} fields={{ step: "open" }}>
        <CodeField
          id="input-user-code"
          label={enter.label}
          errorId={fault && "code-error"}
          name="user_code"
          value={userCode}
          inputmode="text"
          autocomplete="off"
          autocapitalize="characters"
          maxlength={16}
        />
        <button class="submit" type="submit">{enter.submit}</button>
      </Form>
    </Card>
  );
}

/** The button that refuses comes first: it is the one that the return key presses. */
function question(
  { props, frame: { theme }, words: { ask }, shared, heading, wording }: Input<DeviceQuestion>,
): VNode {
  const { formAction, csrfToken, userCode, account, device, address, place, access, maker } = props;
  const where = [place, address].filter(Boolean).join(" · ");
  return (
    <Card name="oauth" theme={theme}>
      <Heading heading={heading} text={ask.text} />
      {props.isStranger && (
        <div class="error" role="note">
          <p>{ask.stranger}</p>
        </div>
      )}
      <Facts>
        {maker !== undefined && (
          <Fact name={shared.maker}>
            <bdi>{maker}</bdi>
          </Fact>
        )}
        <Fact name={ask.code}>
          <bdi class="typed">{userCode}</bdi>
        </Fact>
        {device !== null && (
          <Fact name={ask.device}>
            <bdi>{device}</bdi>
          </Fact>
        )}
        {where !== "" && (
          <Fact name={ask.place}>
            <bdi>{where}</bdi>
          </Fact>
        )}
        <Fact name={shared.account}>
          <bdi>{shownAddress(account)}</bdi>
        </Fact>
      </Facts>
      <h2>{shared.access}</h2>
      <div class="access">{access.map((one) => ScopeList(inWords(one, shared, wording)))}</div>
      <Form action={formAction} csrfToken={csrfToken} fields={{ user_code: userCode }}>
        {choice(props, shared)}
        <div class="answers">
          <button class="button" type="submit" name="step" value="deny">{shared.deny}</button>
          <button class="submit" type="submit" name="step" value="allow">{shared.allow}</button>
        </div>
      </Form>
      <Form action={props.signOutAction} csrfToken={csrfToken}>
        <button class="button" type="submit">{shared.another}</button>
      </Form>
    </Card>
  );
}
