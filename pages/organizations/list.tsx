/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The organizations of a user, and the form for a new one.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import type { OrganizationList, OwnInvitation, ShownOrganization } from "./step.ts";
import { Emblem } from "../emblem.tsx";
import { Field } from "../form.tsx";
import { AccountLink, SiteLink } from "../layout.tsx";
import { permitted, slugAttributes, StepForm, type ViewInput, Whole } from "./parts.tsx";

type Input = ViewInput<OrganizationList>;

/** The page. */
export function list(input: Input, toAccount: string): VNode {
  const { props, frame, words } = input;
  const { organizations, invitations = [], create, accountUrl, isReadOnly } = props;
  return (
    <Whole input={input} heading={words.title} hasInitial={false}>
      <section aria-labelledby="mine">
        <h2 id="mine">{words.row.heading}</h2>
        <div class="card">
          {organizations.length === 0
            ? <p class="facts">{words.none}</p>
            : <ul>{organizations.map((one) => row(input, one))}</ul>}
        </div>
      </section>
      {invitations.length > 0 && (
        <section aria-labelledby="invited">
          <h2 id="invited">{words.invited.heading}</h2>
          <div class="card">
            <ul>{invitations.map((one) => invited(input, one))}</ul>
          </div>
        </section>
      )}
      {create && !isReadOnly && (
        <section aria-labelledby="create">
          <h2 id="create">{words.create.heading}</h2>
          <div class="card">{permitted(input, form(input, create))}</div>
        </section>
      )}
      <AccountLink accountUrl={accountUrl} text={toAccount} />
      {!accountUrl && <SiteLink frame={frame} />}
    </Whole>
  );
}

function row({ words, roleOf, language }: Input, one: ShownOrganization): VNode {
  const { name, slug, logo, role, since, url } = one;
  return (
    <li key={slug}>
      <Emblem name={name} logo={logo} />
      <div>
        <strong>
          <a class="act" href={url}>
            <bdi>{name}</bdi>
          </a>
        </strong>
        <span class="facts">
          <span>
            <bdi>{roleOf(role).name}</bdi>
          </span>
          <span>{fill(words.since, { date: dateInWords(language, since, "medium") })}</span>
        </span>
      </div>
    </li>
  );
}

function invited(input: Input, one: OwnInvitation): VNode {
  const { words, roleOf, language, props: { isReadOnly } } = input;
  const { id, organization, logo, role, inviter, expires } = one;
  const date = dateInWords(language, expires, "medium");
  const { text, textOfApp } = words.invitation;
  return (
    <li key={id}>
      <Emblem name={organization} logo={logo} />
      <div>
        <strong>
          <bdi>{organization}</bdi>
        </strong>
        <span class="facts">
          <span>{inviter === null ? textOfApp : fill(text, { inviter })}</span>
          <span>
            <bdi>{roleOf(role).name}</bdi>
          </span>
          <span>{fill(words.invitations.until, { date })}</span>
        </span>
        {!isReadOnly && permitted(
          input,
          <div class="acts">
            {(["accept", "decline"] as const).map((step) => (
              <StepForm key={step} input={input} step={step} fields={{ id }} isFaulty={false}>
                <button
                  class="small"
                  type="submit"
                  aria-label={fill(words.invited[`${step}Of`], { organization })}
                >
                  {words.invited[step]}
                </button>
              </StepForm>
            ))}
          </div>,
        )}
      </div>
    </li>
  );
}

function form(input: Input, typed: NonNullable<OrganizationList["create"]>): VNode {
  const { words: { create: words }, props: { fault } } = input;
  const isOf = (field: string) =>
    fault?.field === field || field === "slug" && fault?.reason === "slug-taken";
  return (
    <StepForm input={input} step="create" isFaulty={fault?.field !== undefined}>
      <Field
        id="input-name"
        name="name"
        type="text"
        value={typed.name}
        maxlength={64}
        required
        autocomplete="organization"
        label={words.name}
        errorId={isOf("name") && "form-error"}
        autofocus={isOf("name") ? true : undefined}
      />
      <Field
        id="input-slug"
        {...slugAttributes(typed.slug, isOf("slug"))}
        required={false}
        label={words.slug}
        hint={{ id: "slug-rules", text: words.optional }}
        errorId={isOf("slug") && "form-error"}
      />
      <button class="submit" type="submit">{words.submit}</button>
    </StepForm>
  );
}
