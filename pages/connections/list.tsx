/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page with everything: domains, identity provider, roles and the admin link.
 *
 * @module
 */

import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { dateInWords, timeInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { act } from "../account/rows.tsx";
import { Field } from "../form.tsx";
import { permitted, StepForm, Whole } from "../organizations/parts.tsx";
import { button, Copies, isChangeable, type ListInput } from "./parts.tsx";
import { provider, roles } from "./provider.tsx";
import type { ShownDomain } from "./step.ts";

/** Everything on one page. */
export function list(input: ListInput): VNode {
  const { props: { organization, isReadOnly, proofUrl }, own } = input;
  return (
    <Whole
      input={input}
      heading={own.title}
      hasInitial={false}
      facts={<bdi>{organization.name}</bdi>}
    >
      {proofUrl !== undefined && (
        <section>
          <div class="card">{permitted(input, false)}</div>
        </section>
      )}
      {domains(input)}
      {provider(input)}
      {roles(input)}
      {!isReadOnly && (isChangeable(input) || input.props.link) && link(input)}
    </Whole>
  );
}

function domains(input: ListInput): VNode {
  const { props: { domains, domain, fault }, own: { domains: words } } = input;
  const isWrong = fault?.field === "domain";
  return (
    <section aria-labelledby="domains">
      <h2 id="domains">{words.heading}</h2>
      <p class="facts">{words.text}</p>
      {domains.length > 0 && (
        <div class="card">
          <ul>{domains.map((one) => domainRow(input, one))}</ul>
        </div>
      )}
      {isChangeable(input) && (
        <div class="card">
          <StepForm input={input} step="add-domain" isFaulty={isWrong}>
            <Field
              id="input-domain"
              name="domain"
              type="text"
              value={domain}
              maxlength={253}
              required
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              inputmode="url"
              dir="ltr"
              label={words.label}
              errorId={isWrong && "form-error"}
              autofocus={isWrong ? true : undefined}
            />
            <button class="submit" type="submit">{words.add}</button>
          </StepForm>
        </div>
      )}
    </section>
  );
}

function domainRow(input: ListInput, one: ShownDomain): VNode {
  const { props: { isReadOnly }, own: { domains: words }, language } = input;
  const { name, isProven, lostAt, record, removeUrl } = one;
  const state = lostAt
    ? fill(words.lost, { date: dateInWords(language, lostAt, "medium") })
    : isProven
    ? words.proven
    : words.waiting;
  return (
    <li key={name}>
      <div>
        <strong>
          <bdi dir="ltr">{name}</bdi>
        </strong>
        <span class="facts">
          <span class={lostAt ? "lost" : isProven ? "good" : undefined}>{state}</span>
        </span>
        {!isProven && (
          <>
            <p class="rules">{words.record}</p>
            <Copies
              input={input}
              values={[[words.name, record.name], [words.value, record.value]]}
            />
          </>
        )}
        {!isReadOnly && (
          <div class="acts">
            {button(
              input,
              "check-domain",
              words.check,
              { domain: name },
              fill(words.checkOf, {
                domain: name,
              }),
            )}
            {act(removeUrl, words.remove, fill(words.removeOf, { domain: name }), true)}
          </div>
        )}
      </div>
    </li>
  );
}

function link(input: ListInput): VNode | false {
  const { props: { link }, own: { link: words }, language } = input;
  if (link === undefined) return false;
  const date = link && timeInWords(language, link.expires);
  return (
    <section aria-labelledby="link">
      <h2 id="link">{words.heading}</h2>
      <p class="facts">{words.text}</p>
      <div class="card">
        {link && date && <p>{fill(link.isOpened ? words.opened : words.waits, { date })}</p>}
        {isChangeable(input) && (
          <div class="acts">
            {button(input, "create-link", words.create)}
            {link && button(input, "revoke-link", words.revoke)}
          </div>
        )}
      </div>
    </section>
  );
}
