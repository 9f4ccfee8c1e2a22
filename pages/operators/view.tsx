/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The pages of operators: users, one of them, questions before changes, the audit log and webhooks.
 * Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { timeInWords } from "../../src/base/in_words.ts";
import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { activityEnglish } from "../activity/english.ts";
import { factorMessages, pickTexts } from "../factor/messages.ts";
import { keyEnglish } from "../keys/english.ts";
import { Heading } from "../layout.tsx";
import type { Part, PartContent } from "../mod.ts";
import { oauthServerEnglish } from "../oauth_server/english.ts";
import { organizationEnglish } from "../organizations/english.ts";
import { One, StepForm, textsAround, Whole } from "../organizations/parts.tsx";
import { roleInWords } from "../organizations/roles.ts";
import type { PageProps } from "../props.ts";
import { operatorEnglish } from "./english.ts";
import {
  CSS,
  entryList,
  framed,
  type Input,
  nameOf,
  Options,
  Pager,
  SearchForm,
  Text,
} from "./parts.tsx";
import type { OperatorLog, OperatorProps, OperatorRefused, OperatorWebhooks } from "./step.ts";
import { mergeCancel, mergeForm, mergeQuestion } from "./merge.tsx";
import { create, list, question, user } from "./users.tsx";

/** All pages. */
export const operatorPart: Part<OperatorProps> = (
  props: OperatorProps,
  frame: PageProps,
  wording: Wording,
): PartContent => {
  const words = textsIn(operatorEnglish, wording, ({ operators }) => operators);
  const team = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  const input = {
    ...{ frame, words, team, around: textsAround(team), language: wording.language },
    activity: textsIn(activityEnglish, wording, ({ activity }) => activity),
    roleOf: (role: string) => roleInWords(wording, role).name,
    factorOf: (id: string) => pickTexts(factorMessages(wording), { id, name: id }).name,
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
    names: {
      keys: textsIn(keyEnglish, wording, ({ keys }) => keys).row.heading,
      grants: textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer).apps.row
        .heading,
    },
  };
  const isRefused = props.step === "refused";
  return {
    title: makeTitle(props, words),
    hasError: isRefused || props.fault !== undefined,
    content: renderContent(input, props),
    css: CSS,
    texts: words,
  };
};

function makeTitle(props: OperatorProps, words: Texts["operators"]): string {
  switch (props.step) {
    case "list":
    case "refused":
      return words.title;
    case "create":
      return words.create.heading;
    case "user":
      return nameOf(props.user);
    case "log":
      return words.log.title;
    case "webhooks":
      return words.webhooks.title;
    case "merge-cancel":
    case "merge-into":
      return fill(words[props.step].heading, { name: props.name, into: props.into.name });
    default:
      return fill(words[props.step].heading, { name: props.name });
  }
}

function renderContent(input: Omit<Input<never>, "props">, props: OperatorProps): VNode {
  switch (props.step) {
    case "list":
      return list({ ...input, props });
    case "create":
      return create({ ...input, props });
    case "user":
      return user({ ...input, props });
    case "log":
      return log({ ...input, props });
    case "webhooks":
      return webhooks({ ...input, props });
    case "merge":
      return mergeForm({ ...input, props });
    case "merge-cancel":
      return mergeCancel({ ...input, props });
    case "merge-into":
      return mergeQuestion({ ...input, props });
    case "refused":
      return refused({ ...input, props });
    default:
      return question({ ...input, props });
  }
}

function log(input: Input<OperatorLog>): VNode {
  const { props: { typed, entries, hasOrganizations }, words, activity } = input;
  return (
    <Whole input={framed(input)} heading={words.log.title} hasInitial={false}>
      <section>
        <SearchForm input={input}>
          <Text id="user" label={words.log.user} value={typed.user} />
          <Text id="by" label={words.log.person} value={typed.by} />
          {hasOrganizations && (
            <Text id="organization" label={words.search.organization} value={typed.organization} />
          )}
          <Options
            id="name"
            label={words.log.event}
            value={typed.name}
            options={[["", words.search.any], ...events(activity)]}
          />
          <Text id="from" label={words.log.from} value={typed.from} type="date" />
          <Text id="to" label={words.log.to} value={typed.to} type="date" />
        </SearchForm>
      </section>
      <section>
        {entryList(input, entries)}
        <Pager input={input} />
      </section>
    </Whole>
  );
}

/** The events that a person can ask for. */
function events({ kinds: { unknown: _, ...kinds } }: Texts["activity"]) {
  return Object.entries(kinds);
}

function webhooks(input: Input<OperatorWebhooks>): VNode {
  const { props: { endpoints, webhooks, canSend }, words: { webhooks: words }, language } = input;
  const { kinds: names } = input.activity;
  return (
    <Whole input={framed(input)} heading={words.title} hasInitial={false}>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">{words.endpoints}</h2>
        <div class="card">
          <ul>
            {endpoints.map(({ origin, kinds }) => (
              <li key={origin}>
                <div>
                  <strong>
                    <bdi>{origin}</bdi>
                  </strong>
                  <span class="facts">
                    {kinds
                      ? kinds.map((kind) => <span key={kind}>{names[kind]}</span>)
                      : <span>{words.all}</span>}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="failed">
        <h2 id="failed">{words.failed}</h2>
        <div class="card">
          {webhooks.length === 0 ? <p class="facts">{words.none}</p> : (
            <ul>
              {webhooks.map(({ id, kind, origin, attempts, since }) => (
                <li key={id}>
                  <div>
                    <strong>{names[kind]}</strong>
                    <span class="facts">
                      <span>
                        <bdi>{origin ?? words.gone}</bdi>
                      </span>
                      <span>{timeInWords(language, since)}</span>
                      <span>{fill(words.tries, { number: String(attempts) })}</span>
                    </span>
                    {canSend && (
                      <div class="acts">
                        <StepForm
                          input={framed(input)}
                          step="send"
                          fields={{ id }}
                          isFaulty={false}
                        >
                          <button
                            class="small"
                            type="submit"
                            aria-label={fill(words.sendOf, { name: names[kind] })}
                          >
                            {words.send}
                          </button>
                        </StepForm>
                      </div>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Pager input={input} />
      </section>
    </Whole>
  );
}

function refused(input: Input<OperatorRefused>): VNode {
  const { props: { reason, backUrl }, words } = input;
  return (
    <One input={framed(input)} back={{ url: backUrl, text: words.title }} isRed>
      <Heading heading={words.title} text={ownMember(words.reasons, reason)} />
    </One>
  );
}
