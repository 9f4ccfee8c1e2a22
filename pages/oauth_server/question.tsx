/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The question whether an app gets access. The button that refuses comes first: it is the one that the
 * return key presses.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill, type Wording } from "../../src/base/language.ts";
import type { OAuthQuestion } from "./step.ts";
import { Fact, Facts, FACTS_CSS } from "../facts.tsx";
import { Emblem, EMBLEM_CSS } from "../emblem.tsx";
import { Form } from "../form.tsx";
import { Card, Heading } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import { ScopeList } from "./scope_list.tsx";
import { inWords } from "./in_words.ts";
import type { PageTexts, Texts } from "../../src/types/texts.ts";

/** The styles. */
export const CSS = `
${FACTS_CSS}
.oauth .access{margin:0 0 1.25rem;border:var(--line);border-radius:var(--border-radius);padding:.375rem 1rem}
.oauth .access>div{padding:.375rem 0}.oauth .access>div+div{border-top:var(--line)}
.oauth h3{color:var(--color-primary);font-size:.875rem;font-weight:400;line-height:1.5;margin:0}
.oauth h2{font-size:1rem;line-height:1.4;font-weight:600;margin:0 0 .5rem}
.oauth ul{list-style:none;margin:0;padding:0}.oauth li{padding:.0625rem 0;overflow-wrap:anywhere}
.oauth .error{margin-bottom:1.25rem}.oauth .error p+p{margin-top:.5rem}
.oauth label{display:block;margin:0 0 .375rem;font-weight:600}
${EMBLEM_CSS}
.oauth .choose{margin:0 0 1.25rem;padding:0;border:0}.oauth .choose legend{margin:0 0 .375rem;padding:0;font-weight:600}
.oauth .choose label{display:flex;align-items:center;gap:.75rem;min-height:2.875rem;margin:0;padding:.375rem .875rem;font-weight:400;border:var(--line);border-top-width:0;cursor:pointer}.oauth .choose label:first-of-type{border-top-width:var(--border-width);border-start-start-radius:var(--border-radius);border-start-end-radius:var(--border-radius)}.oauth .choose label:last-of-type{border-end-start-radius:var(--border-radius);border-end-end-radius:var(--border-radius)}
.oauth .choose label:has(:checked){background:var(--color-background-hover)}.oauth .choose input{width:1.25rem;height:1.25rem;min-height:0;margin:0;flex-shrink:0;accent-color:var(--accent)}.oauth .choose .initial{flex-shrink:0}.oauth .choose bdi{min-width:0;overflow-wrap:anywhere}
.oauth select{display:block;width:100%;min-height:2.875rem;margin:0 0 1.25rem;padding:.5rem .875rem;font:inherit;color:inherit;text-overflow:ellipsis;
background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.oauth select:focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
.oauth .answers{display:flex;flex-wrap:wrap;gap:.75rem}.oauth .answers>*{flex:1 1 8rem;width:auto;padding-inline:1rem}
.oauth .links a{color:inherit}.oauth .button{padding-inline:1rem}.oauth .button::after{content:none}`;

/** The page. */
export function Question(
  { props, frame: { theme }, heading, words, links, wording }: {
    props: OAuthQuestion;
    frame: PageProps;
    heading: string;
    words: Texts["oauthServer"]["ask"];
    links: PageTexts["links"];
    wording: Wording;
  },
): VNode {
  const { target, access, account, formAction, csrfToken, request, signOutAction, maker } = props;
  return (
    <Card name="oauth" theme={theme}>
      {picture(props)}
      <Heading heading={heading} text={words.text} />
      {warning(props, words)}
      <Facts>
        {maker !== undefined && (
          <Fact name={words.maker}>
            <bdi>{maker}</bdi>
          </Fact>
        )}
        <Fact name={words.account}>
          <bdi>{shownAddress(account)}</bdi>
        </Fact>
        <Fact name={words.target}>
          <bdi>{target}</bdi>
        </Fact>
      </Facts>
      <h2>{words.access}</h2>
      <div class="access">{access.map((one) => ScopeList(inWords(one, words, wording)))}</div>
      <Form action={formAction} csrfToken={csrfToken} fields={{ request }}>
        {choice(props, words)}
        <div class="answers">
          <button class="button" type="submit" name="step" value="deny">{words.deny}</button>
          <button class="submit" type="submit" name="step" value="allow">{words.allow}</button>
        </div>
      </Form>
      <Form action={signOutAction} csrfToken={csrfToken}>
        <button class="button" type="submit">{words.another}</button>
      </Form>
      {about(props, links)}
    </Card>
  );
}

/** The picture of an app that is known. Its name stands below it. */
function picture({ links: { logoUri } }: OAuthQuestion): VNode | false {
  return logoUri !== undefined && (
    <img class="logo" src={logoUri} alt="" referrerpolicy="no-referrer" />
  );
}

/** Links of an app that is known: they open beside the question, which stays. */
function about(
  { links: { clientUri, tosUri, policyUri } }: OAuthQuestion,
  { terms, privacy }: PageTexts["links"],
): VNode | false {
  const shown = ([
    [clientUri, clientUri && new URL(clientUri).host],
    [tosUri, terms],
    [policyUri, privacy],
  ] as const).filter(([url]) => url !== undefined);
  return shown.length > 0 && (
    <p class="hint links">
      {shown.map(([url, text]) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer">{text}</a>
      ))}
    </p>
  );
}

/** A warning about an app that registered itself, or that runs on the device of the user. */
function warning(
  { isStranger, isLoopback, target }: OAuthQuestion,
  words: Texts["oauthServer"]["ask"],
): VNode | false {
  return isStranger && (
    <div class="error" role="note">
      <p>{fill(words.stranger, { target })}</p>
      {isLoopback && <p>{words.loopback}</p>}
    </div>
  );
}

/** Most organizations that are all shown, with their logos. */
const MOST_SHOWN = 6;

/** The choice of an organization; nothing where there is none. */
export function choice(
  { organizations, organization }: Pick<OAuthQuestion, "organization" | "organizations">,
  words: Texts["oauthServer"]["ask"],
): VNode | false {
  if (organizations.length > 0 && organizations.length <= MOST_SHOWN) {
    const chosen = organization ?? organizations[0]!.id;
    return (
      <fieldset class="choose">
        <legend>{words.organization}</legend>
        {organizations.map(({ id, name, logo }) => (
          <label key={id}>
            <input
              type="radio"
              name="organization"
              value={id}
              checked={id === chosen}
              required
            />
            <Emblem name={name} logo={logo} />
            <bdi>{name}</bdi>
          </label>
        ))}
      </fieldset>
    );
  }
  return organizations.length > 0 && (
    <div>
      <label for="organization">{words.organization}</label>
      <select id="organization" name="organization" required>
        {organizations.map(({ id, name }) => (
          <option key={id} value={id} selected={id === organization}>{name}</option>
        ))}
      </select>
    </div>
  );
}
