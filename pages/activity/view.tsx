/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * What happened in an organization, and to an account: loaded only where it is shown.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { timeInWords } from "../../src/base/in_words.ts";
import { fill, textsIn } from "../../src/base/language.ts";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { siteName } from "../layout.tsx";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import { organizationEnglish } from "../organizations/english.ts";
import { CSS, type PartInput, textsAround, Whole } from "../organizations/parts.tsx";
import { activityEnglish } from "./english.ts";
import type { ActivityPerson, ActivityProps, ShownActivity } from "./step.ts";

interface Input extends PartInput {
  props: ActivityProps;
  own: Texts["activity"];
  language: string;
  members: Texts["organizations"]["members"];
  /** Link back to the account. */
  toAccount: string;
}

/** The page. */
export const activityPart: Part<ActivityProps> = (props, frame, wording) => {
  const own = textsIn(activityEnglish, wording, ({ activity }) => activity);
  const shared = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  const input: Input = {
    ...{ props, frame, own, words: shared, members: shared.members },
    language: wording.language,
    around: textsAround(shared),
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
    toAccount: pageTexts(wording).toAccount,
  };
  return {
    title: props.organization ? `${own.title} · ${props.organization.name}` : own.own,
    hasError: props.isTooMany === true,
    content: content(input),
    css: CSS,
    texts: own,
  };
};

function content(input: Input): VNode {
  const { props, own, members, toAccount } = input;
  const { organization, entries, isTooMany, nextUrl, previousUrl, accountUrl } = props;
  return (
    <Whole
      input={input}
      heading={organization?.name ?? own.own}
      hasInitial={organization !== undefined}
    >
      <section aria-labelledby={organization ? "activity" : undefined}>
        {organization && <h2 id="activity">{own.title}</h2>}
        {entries.length > 0
          ? (
            <div class="card">
              <ul>{entries.map((one, index) => row(input, one, index))}</ul>
            </div>
          )
          // A page can have no entry that is shown, and lead on to some.
          : !nextUrl && <p class="note">{isTooMany ? own.tooMany : own.none}</p>}
        {(nextUrl || previousUrl || accountUrl) && (
          <div class="ends">
            {previousUrl && <a class="act" href={previousUrl}>{members.previous}</a>}
            {nextUrl && <a class="act" href={nextUrl}>{members.more}</a>}
            {accountUrl && <a class="act" href={accountUrl}>{toAccount}</a>}
          </div>
        )}
      </section>
    </Whole>
  );
}

function row(input: Input, one: ShownActivity, index: number): VNode {
  const { own, language, shared } = input;
  const { kind, at, who, by, browser, system } = one;
  const device = browser && system
    ? fill(shared.sessions.device, { browser, system })
    : browser ?? system;
  return (
    <li key={index}>
      <div>
        <strong>{own.kinds[kind]}</strong>
        <span class="facts">
          {who && (
            <span>
              <bdi>{makeName(input, who)}</bdi>
            </span>
          )}
          {by && <span>{doneBy(input, by)}</span>}
          {device && (
            <span>
              <bdi>{device}</bdi>
            </span>
          )}
          <span>{timeInWords(language, at)}</span>
        </span>
      </div>
    </li>
  );
}

function doneBy(input: Input, by: ActivityPerson): string {
  const { own, frame } = input;
  if (by.is === "link") return own.byLink;
  if (by.is === "app") return fill(own.byApp, { site: siteName(frame) });
  return fill(own.by, { name: makeName(input, by) });
}

function makeName({ own }: Input, person: ActivityPerson): string {
  if (person.is === undefined || person.is === "operator") return person.name;
  return person.is === "deleted" ? own.deleted : own.outside;
}
