/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The devices of the account page.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { agoInWords, countInWords, dateInWords, timeInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import type { ShownSession } from "./step.ts";
import { StepForm, type ViewInput } from "./form.tsx";

type Input = ViewInput<"list">;

/** Number of devices that are shown at once. */
const FIRST_DEVICES = 5;

/** The devices on which the user is signed in, that of this browser first. */
export function devices(input: Input): VNode {
  const { props, messages: { sessions: words }, language } = input;
  const { sessions, isReadOnly, endOthersUrl } = props;
  const alike = findAlike(input);
  const [first, others] = [sessions.slice(0, FIRST_DEVICES), sessions.slice(FIRST_DEVICES)];
  const rows = (some: readonly ShownSession[]) => (
    <ul>{some.map((session) => <li key={session.id}>{device(input, session, alike)}</li>)}</ul>
  );
  return (
    <div class="card">
      {rows(first)}
      {others.length > 0 && (
        <details>
          <summary>{countInWords(language, words.more, others.length)}</summary>
          {rows(others)}
        </details>
      )}
      {sessions.some(({ isCurrent }) => !isCurrent) && !isReadOnly && (
        <a class="act danger" href={endOthersUrl}>{words.endOthers}</a>
      )}
    </div>
  );
}

function device(input: Input, session: ShownSession, alike: ReadonlySet<string>): VNode {
  const { props, messages: { sessions: words } } = input;
  return (
    <>
      {picture(session)}
      <div>
        <strong>{describeDevice(input, session)}</strong>
        {seen(input, session, alike)}
      </div>
      {!session.isCurrent && !props.isReadOnly && (
        <StepForm props={props} step="session-end" fields={{ id: session.id }}>
          <button class="small" type="submit" aria-label={endLabel(input, session)}>
            {words.end}
          </button>
        </StepForm>
      )}
    </>
  );
}

/** A laptop, or a phone. */
function picture({ kind }: ShownSession): VNode {
  return (
    <svg class="device" viewBox="0 0 24 24" aria-hidden="true">
      {kind === "phone"
        ? <path d="M7 2h10v20H7zM11 18.5h2" />
        : <path d="M4 5h16v11H4zM2 19.5h20" />}
    </svg>
  );
}

function describeDevice({ messages: { sessions: words } }: Input, session: ShownSession): string {
  const { browser, system } = session;
  if (browser === null) {
    return system === null ? words.unknown : fill(words.unknownOn, { system });
  }
  return system === null ? browser : fill(words.device, { browser, system });
}

/** Name and place of a device, as text. */
const nameAndPlace = (input: Input, session: ShownSession) =>
  `${describeDevice(input, session)}\n${session.place ?? ""}`;

/** The names and places that several devices have. */
function findAlike(input: Input): ReadonlySet<string> {
  const [all, alike] = [new Set<string>(), new Set<string>()];
  for (const session of input.props.sessions) {
    const text = nameAndPlace(input, session);
    if (all.has(text)) alike.add(text);
    all.add(text);
  }
  return alike;
}

function endLabel(input: Input, session: ShownSession): string {
  const { place } = session;
  const { endOf, endOfAt } = input.messages.sessions;
  const name = describeDevice(input, session);
  return place === null ? fill(endOf, { name }) : fill(endOfAt, { name, place });
}

/** Place, time of the last use, and of the sign-in: by the minute where that tells devices apart. */
function seen(input: Input, session: ShownSession, alike: ReadonlySet<string>): VNode {
  const { props: { now }, messages, language } = input;
  const { place, lastSeenAt, signedInAt, isCurrent } = session;
  const { sessions: words } = messages;
  const [before, after] = words.seen.split("{when}");
  const isActive = lastSeenAt !== null && now.valueOf() - lastSeenAt.valueOf() < 60_000;
  return (
    <span class="facts">
      {isCurrent && <span class="current">{words.current}</span>}
      {place !== null && (
        <span>
          <bdi>{place}</bdi>
        </span>
      )}
      {isActive && <span>{words.active}</span>}
      {lastSeenAt && !isActive && (
        <span>
          {before}
          <time datetime={lastSeenAt.toISOString()} title={timeInWords(language, lastSeenAt)}>
            {agoInWords(language, now, lastSeenAt)}
          </time>
          {after}
        </span>
      )}
      {signedInAt && (
        <span>
          {fill(words.signedIn, {
            date: alike.has(nameAndPlace(input, session))
              ? timeInWords(language, signedInAt)
              : dateInWords(language, signedInAt, "long"),
          })}
        </span>
      )}
      {!isCurrent && place === null && !lastSeenAt && !signedInAt && <span>{words.nothing}</span>}
    </span>
  );
}
