/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Apps with access: the list, and the question before the access of one ends. Works without scripts.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill, type Wording } from "../../src/base/language.ts";
import type { AppsList, AppsProps, AppsQuestion, ShownGrant } from "./step.ts";
import { act } from "../account/rows.tsx";
import { accountCss } from "../account/styles.ts";
import { Form } from "../form.tsx";
import { AccountLink, Card, Heading, Logo, ProofLink, SiteLink } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import { inWords } from "./in_words.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Input of the pages. */
export interface AppsPageInput<Props = AppsProps> {
  /** Data of the page. */
  props: Props;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts, and words of the app. */
  wording: Wording;
  /** Texts. */
  words: Texts["oauthServer"];
  /** Texts that are those of the account page. */
  shared: Texts["account"];
  /** Text of the link to the account page. */
  toAccount: string;
}

/** The styles: those of the account page, in one column. */
export const CSS = `${accountCss}
.page>.account.plain{max-width:42rem}.account.plain:not(.one){display:block}
.account .card>p:last-child{margin:0}.account li .acts{margin-top:.125rem;justify-content:flex-start}`;

/** The page. */
export function AppsPage(input: AppsPageInput): VNode {
  const { props } = input;
  return props.step === "list" ? list({ ...input, props }) : question({ ...input, props });
}

function list(input: AppsPageInput<AppsList>): VNode {
  const { props, frame, words: { apps: words }, shared } = input;
  const { apps, done, isUnknown, isReadOnly, accountUrl } = props;
  return (
    <main class="account plain">
      <header>
        <Logo theme={frame.theme} />
        <div class="me">
          <div>
            <h1>{words.title}</h1>
            <p class="facts">{words.text}</p>
          </div>
        </div>
        {done === "ended" && <p class="done" role="status">{words.ended}</p>}
        {isUnknown && <p class="done" role="alert">{words.unknown}</p>}
        {isReadOnly && <p class="done" role="status">{shared.readOnly}</p>}
      </header>
      <section aria-label={words.title}>
        <div class="card">
          {apps.length === 0
            ? <p class="facts">{words.row.none}</p>
            : <ul>{apps.map((app) => row(input, app))}</ul>}
        </div>
      </section>
      <AccountLink accountUrl={accountUrl} text={input.toAccount} />
      {!accountUrl && <SiteLink frame={frame} />}
    </main>
  );
}

function row(input: AppsPageInput<AppsList>, app: ShownGrant): VNode {
  const { words: { apps: { end } } } = input;
  const { id, client, endUrl } = app;
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{client}</bdi>
        </strong>
        {facts(input, app)}
        {endUrl !== undefined && (
          <div class="acts">{act(endUrl, end.act, fill(end.actOf, { client }), true)}</div>
        )}
      </div>
    </li>
  );
}

function facts(
  { words: { ask, apps }, wording }: AppsPageInput<AppsList>,
  app: ShownGrant,
): VNode {
  const { targets, access, organization, createdAt, lastUsedAt } = app;
  const dated = (text: string, date: Date) =>
    fill(text, { date: dateInWords(wording.language, date, "medium") });
  return (
    <>
      <span class="facts">
        {[...targets, ...organization === null ? [] : [organization]].map((one) => (
          <span key={one}>
            <bdi>{one}</bdi>
          </span>
        ))}
      </span>
      {access.map((one) => inWords(one, ask, wording)).map(({ name, scopes }) => (
        <span class="facts" key={name}>
          {[name, ...scopes].map((text) => (
            <span key={text}>
              <bdi>{text}</bdi>
            </span>
          ))}
        </span>
      ))}
      <span class="facts">
        <span>{dated(apps.given, createdAt)}</span>
        <span>{lastUsedAt ? dated(apps.used, lastUsedAt) : apps.neverUsed}</span>
      </span>
    </>
  );
}

function question({ props, frame, words: { apps }, shared }: AppsPageInput<AppsQuestion>): VNode {
  const { step, app: { id, client }, formAction, csrfToken, proofUrl } = props;
  const { end } = apps;
  return (
    <Card name="account one red" theme={frame.theme}>
      <Heading heading={fill(end.heading, { client })} text={end.text} />
      {proofUrl === undefined
        ? (
          <Form action={formAction} csrfToken={csrfToken} fields={{ step, id }}>
            <button class="submit danger" type="submit">{end.submit}</button>
          </Form>
        )
        : <ProofLink stale={shared.one.stale} prove={shared.one.prove} url={proofUrl} />}
      <a class="site" href={formAction}>{apps.title}</a>
    </Card>
  );
}
