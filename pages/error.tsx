/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Shows the kind of an error, without its details, and what to do next.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "./render.ts";
import { durationInWords } from "../src/base/in_words.ts";
import { fill } from "../src/base/language.ts";
import type { PageTexts } from "../src/types/texts.ts";
import { Card, SiteLink } from "./layout.tsx";
import type { PageInput, PageProps } from "./props.ts";

/** Status by `error`; any other page answers 200. */
const STATUSES = {
  Configuration: 500,
  InvalidCheck: 400,
  AccessDenied: 403,
  NoProof: 403,
  ConnectionFailed: 403,
  NoConnection: 403,
  NotAdmitted: 403,
  OtherDomain: 403,
  Verification: 403,
  WebAuthnVerificationError: 403,
  TooManyRequests: 429,
  NotFound: 404,
  BadRequest: 400,
} as const;

/** Key of the page's text: `error`, or `code` where it has a text of its own. */
function keyOf({ error, code }: PageProps): keyof PageTexts["errors"] {
  if (error === "Configuration" && code === "InvalidCheck") return code;
  if (error === "AccessDenied" && isOfDenial(code)) return code;
  return isKnown(error) ? error : "default";
}

/** Codes of `AccessDenied` with a text of their own. */
const DENIALS = [
  "NoProof",
  "ConnectionFailed",
  "NoConnection",
  "NotAdmitted",
  "OtherDomain",
] as const;

function isOfDenial(code: string | undefined): code is (typeof DENIALS)[number] {
  return DENIALS.some((one) => one === code);
}

function isKnown(error: string | undefined): error is keyof typeof STATUSES {
  return error !== undefined && Object.hasOwn(STATUSES, error);
}

/** Status of the answer that carries the page. */
export function errorStatus(props: PageProps): number {
  const key = keyOf(props);
  return key === "default" ? 200 : STATUSES[key];
}

/** What the page says happened, for its title. */
export function errorTitle({ props, messages }: Omit<PageInput, "language">): string {
  return messages.errors[keyOf(props)].heading;
}

/** The error page. */
export function ErrorPage(input: PageInput): VNode {
  const { props, messages } = input;
  const { theme, signinUrl, reference, retryAfter, limit } = props;
  const key = keyOf(props);
  // The sign-in page would lead to the same limit again, unless there is another way in.
  const isStuck = retryAfter !== undefined && limit !== "account";
  const again = key !== "default" && key !== "Configuration" && !isStuck;
  return (
    <Card name="error" theme={theme}>
      <h1>{messages.errors[key].heading}</h1>
      <div class="message">
        <p>{key === "TooManyRequests" ? waitText(input) : messages.errors[key].text}</p>
      </div>
      {again && signinUrl && <a class="submit" href={signinUrl}>{messages.again}</a>}
      <SiteLink frame={props} text={messages.site} />
      {reference && <p class="hint">{fill(messages.reference, { reference })}</p>}
    </Card>
  );
}

/** When to try again, and what else helps. */
function waitText({ props, messages, language }: PageInput): string {
  const { retryAfter, limit } = props;
  const { wait, errors } = messages;
  if (retryAfter === undefined) return errors.TooManyRequests.text;
  // Rounded up: a minute too early is another refusal.
  const seconds = retryAfter > 60 ? Math.ceil(retryAfter / 60) * 60 : retryAfter;
  const until = fill(wait.until, { time: durationInWords(language, seconds, Math.ceil) });
  return limit === undefined ? until : `${until} ${wait[limit]}`;
}
