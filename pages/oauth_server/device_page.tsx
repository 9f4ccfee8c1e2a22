/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The code of another device: the form for it, the question, and the end. Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import type { DevicePageTexts } from "../../src/types/device_texts.ts";
import type { DeviceEntry, DeviceProps, DeviceQuestion } from "../../src/types/steps/device.ts";
import { CodeField, ErrorMessage, Form } from "../form.tsx";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";

/** Input of the page. */
interface Input<Props = DeviceProps> {
  props: Props;
  frame: PageProps;
  words: DevicePageTexts;
  heading: string;
}

/** The styles. */
export const CSS = `
.device dl{margin:0 0 1.5rem;border:var(--line);border-radius:var(--border-radius);padding:.375rem 1rem}
.device dl>div{padding:.375rem 0}.device dl>div+div{border-top:var(--line)}
.device dt{color:var(--color-primary);font-size:.875rem}.device dd{margin:0;font-weight:550;overflow-wrap:anywhere}
.device .shown{font-family:ui-monospace,monospace;font-size:1.375rem;letter-spacing:.08em}
.device ul{margin:0;padding-inline-start:1.25rem;font-weight:400}
.device .button{width:100%}`;

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
        <Card name="device" theme={theme}>
          <Heading heading={heading} text={words[props.step].text} role="status" />
        </Card>
      );
  }
}

function entry({ props, frame: { theme }, words: { enter }, heading }: Input<DeviceEntry>): VNode {
  const { formAction, csrfToken, userCode, fault } = props;
  return (
    <Card name="device" theme={theme}>
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

function question(
  { props, frame: { theme }, words: { ask }, heading }: Input<DeviceQuestion>,
): VNode {
  const { formAction, csrfToken, userCode, account, device, address, place, scopes } = props;
  const form = (step: string) => ({
    action: formAction,
    csrfToken,
    fields: { user_code: userCode, step },
  });
  const where = [place, address].filter(Boolean).join(" · ");
  return (
    <Card name="device" theme={theme}>
      <Heading heading={heading} text={ask.text} />
      <dl>
        {fact(ask.code, <bdi class="shown">{userCode}</bdi>)}
        {device !== null && fact(ask.device, <bdi>{device}</bdi>)}
        {where !== "" && fact(ask.place, <bdi>{where}</bdi>)}
        {fact(ask.account, <bdi>{account}</bdi>)}
        {fact(
          ask.scopes,
          <ul>
            {scopes.map(({ resource, scopes }) =>
              scopes.map((words) => (
                <li key={words}>
                  {words} (<bdi>{resource}</bdi>)
                </li>
              ))
            )}
          </ul>,
        )}
      </dl>
      <Form {...form("deny")}>
        <button class="button" type="submit">{ask.deny}</button>
      </Form>
      <Form {...form("allow")}>
        <button class="submit" type="submit">{ask.allow}</button>
      </Form>
      <Form action={props.signOutAction} csrfToken={csrfToken}>
        <button class="button" type="submit">{ask.another}</button>
      </Form>
    </Card>
  );
}

function fact(name: string, value: VNode): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
