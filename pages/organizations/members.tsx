/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page of an organization: its members, one of them, invitations, and the end of the user's own
 * membership.
 *
 * @module
 */

import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { countInWords, dateInWords, numberInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type {
  MemberRemoval,
  OrganizationLeave,
  OrganizationMember,
  OrganizationMembers,
  ShownInvitation,
  ShownMember,
} from "./step.ts";
import { act } from "../account/rows.tsx";
import { ErrorMessage, Field, TextArea } from "../form.tsx";
import { Heading } from "../layout.tsx";
import {
  Choice,
  faultText,
  One,
  permitted,
  RoleChoice,
  StepForm,
  type ViewInput,
  Whole,
} from "./parts.tsx";

type Input = ViewInput<OrganizationMembers>;

/** Members and invitations. */
export function members(input: Input): VNode {
  const { props, words } = input;
  const { organization, nextUrl, previousUrl, leaveUrl, isOnlyOwner, list } = props;
  const isEmpty = props.members.length === 0;
  return (
    <Whole
      input={input}
      heading={organization.name}
      facts={
        <>
          <span>
            <bdi>{input.roleOf(organization.role).name}</bdi>
          </span>
          <span>
            <bdi>{organization.slug}</bdi>
          </span>
        </>
      }
    >
      <section aria-labelledby="members">
        <h2 id="members">
          {words.members.heading} <span class="facts">{countOf(input)}</span>
        </h2>
        {search(input)}
        {list.isLimited && <p class="note" role="alert">{words.members.limited}</p>}
        {list.isPartial && <p class="note">{words.members.partial}</p>}
        {isEmpty
          ? !list.isPartial && <p class="note" role="status">{words.members.nobody}</p>
          : (
            <div class="card">
              <ul>{props.members.map((one) => row(input, one))}</ul>
            </div>
          )}
        {(nextUrl || previousUrl || list.query) && (
          <div class="ends">
            {previousUrl && <a class="act" href={previousUrl}>{words.members.previous}</a>}
            {nextUrl && <a class="act" href={nextUrl}>{words.members.more}</a>}
            {list.query && <a class="act" href={organization.url}>{words.members.all}</a>}
          </div>
        )}
      </section>
      {invitations(input)}
      {leaveUrl && (
        <div class="ends">
          <a class="act danger" href={leaveUrl}>{words.members.leave}</a>
        </div>
      )}
      {isOnlyOwner && <p class="rules ends">{words.members.onlyOwner}</p>}
    </Whole>
  );
}

function countOf({ props: { count, isMore }, words, language }: Input): string {
  const number = numberInWords(language, count);
  return isMore ? fill(words.members.atLeast, { count: number }) : number;
}

/** Members from which on a list has a form that searches it: fewer are seen at once. */
const SEARCHED = 10;

/** The form that searches and sorts. It changes nothing, so its answer has a URL of its own. */
function search(input: Input): VNode | false {
  const { props: { count, list, fault, formAction }, words: { members: texts } } = input;
  const isWrong = fault?.field === "query";
  if (count <= SEARCHED && list.query === "") return false;
  return (
    <form class="search" role="search" action={formAction} method="get">
      <ErrorMessage id="search-error" text={isWrong && faultText(input, fault)} />
      <div class="pair">
        <Field
          id="input-query"
          name="query"
          type="search"
          value={list.query}
          maxlength={100}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          label={list.findsAddresses ? texts.search : texts.searchNames}
          errorId={isWrong && "search-error"}
        />
        {list.sorts.length > 1 && (
          <Choice
            id="input-sort"
            name="sort"
            label={texts.sort}
            options={list.sorts.map((sort) => [sort, texts.sorts[sort]] as const)}
            chosen={list.sort}
          />
        )}
        <button class="small" type="submit">{texts.submit}</button>
      </div>
    </form>
  );
}

/** Name of a member: the address, where there is none. */
export function memberName(
  { name, email, id }: Pick<ShownMember, "name" | "email" | "id">,
): string {
  return name || (email === null ? id : shownAddress(email));
}

/** The link to what the user may do with a member; its word says what that is. */
function changeLink(
  { words: { members }, shared: { passkeys } }: Input,
  { url, changes = [] }: ShownMember,
  name: string,
): VNode | false {
  if (!url) return false;
  if (!changes.includes("removal")) {
    return act(url, passkeys.change, fill(passkeys.changeOf, { name }));
  }
  return changes.length > 1
    ? act(url, members.change, fill(members.changeOf, { name }))
    : act(url, members.remove, fill(members.removeOf, { name }), true);
}

function row(input: Input, member: ShownMember): VNode {
  const { words, roleOf, language } = input;
  const { id, email, role, since, isManaged, isSelf } = member;
  const name = memberName(member);
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="facts">
          {isSelf && <span class="current">{words.members.you}</span>}
          <span>
            <bdi>{roleOf(role).name}</bdi>
          </span>
          {email !== null && shownAddress(email) !== name && (
            <span>
              <bdi>{shownAddress(email)}</bdi>
            </span>
          )}
          <span>{fill(words.since, { date: dateInWords(language, since, "medium") })}</span>
          {isManaged && <span>{words.members.managed}</span>}
        </span>
      </div>
      {changeLink(input, member, name)}
    </li>
  );
}

function invitations(input: Input): VNode | false {
  const { props: { invitations = [], invite, fault }, words } = input;
  if (!invite && invitations.length === 0) return false;
  const isWrong = fault?.field === "email" || fault?.field === "emails";
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{words.invitations.heading}</h2>
      {invitations.length > 0 && (
        <div class="card">
          <ul>{invitations.map((one) => invitation(input, one))}</ul>
        </div>
      )}
      {invite && (
        <div class="card">
          {answers(input)}
          <StepForm input={input} step="invite" isFaulty={isWrong}>
            <div class="pair">
              <TextArea
                id="input-email"
                name="email"
                value={invite.email}
                rows={invite.email.includes("\n") ? 6 : 2}
                maxlength={16_384}
                required
                dir="ltr"
                label={words.invitations.invite}
                hint={{ id: "email-rules", text: words.invitations.rules }}
                errorId={isWrong && "form-error"}
                // The answers are right above it.
                autofocus={isWrong || invite.answers ? true : undefined}
              />
              <RoleChoice
                input={input}
                id="input-role"
                name="role"
                label={words.member.role}
                roles={invite.roles}
                chosen={invite.role}
              />
            </div>
            <button class="submit" type="submit">{words.invitations.submit}</button>
          </StepForm>
        </div>
      )}
    </section>
  );
}

/** What became of each address of a list. */
function answers({ props: { invite }, words, language }: Input): VNode | false {
  if (!invite?.answers) return false;
  const texts: Readonly<Record<string, string>> = {
    ...words.reasons,
    ...words.invitations.answers,
  };
  const sent = invite.answers.filter(({ answer }) => answer === "invited").length;
  return (
    <div class="answers" role="status">
      {sent > 0 && <p>{countInWords(language, words.invitations.sent, sent)}</p>}
      <ul>
        {invite.answers.map(({ email, answer }) => (
          <li key={email}>
            <div>
              <strong>
                <bdi>{shownAddress(email)}</bdi>
              </strong>
              <span class={answer === "invited" ? "facts good" : "facts"}>
                {ownMember(texts, answer)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function invitation(input: Input, { id, email, role, expires, isFixed }: ShownInvitation): VNode {
  const { words, roleOf, language, props: { isReadOnly } } = input;
  const date = dateInWords(language, expires, "medium");
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{shownAddress(email)}</bdi>
        </strong>
        <span class="facts">
          <span>
            <bdi>{roleOf(role).name}</bdi>
          </span>
          <span>{fill(words.invitations.until, { date })}</span>
        </span>
        {!isReadOnly && !isFixed && (
          <div class="acts">
            {([["resend", "again"], ["cancel", "cancel"]] as const).map(([step, word]) => (
              <StepForm key={step} input={input} step={step} fields={{ id }} isFaulty={false}>
                <button
                  class="small"
                  type="submit"
                  aria-label={fill(words.invitations[`${word}Of`], { email: shownAddress(email) })}
                >
                  {words.invitations[word]}
                </button>
              </StepForm>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

/** The link back to the organization. */
export function backTo(
  { words, props: { organization: { name, url } } }: Pick<
    ViewInput<{ organization: OrganizationMembers["organization"] }>,
    "words" | "props"
  >,
): { url: string; text: string } {
  return { url, text: fill(words.settings.back, { organization: name }) };
}

/** One member to change. */
export function member(input: ViewInput<OrganizationMember>): VNode {
  const { props, words, shared, language } = input;
  const { member: one, roles, chosen, removeUrl, transferUrl } = props;
  const { id, email, role, since } = one;
  const name = memberName(one);
  const date = dateInWords(language, since, "long");
  return (
    <One input={input} back={backTo(input)}>
      <Heading
        heading={<bdi>{name}</bdi>}
        text={
          <>
            {email !== null && shownAddress(email) !== name && (
              <>
                <bdi>{shownAddress(email)}</bdi>
                <br />
              </>
            )}
            {fill(words.since, { date })}
          </>
        }
      />
      {one.isManaged && <p class="note">{words.member.managed}</p>}
      {permitted(
        input,
        <>
          {roles.length > 0 && (
            <StepForm input={input} step="role" fields={{ id }}>
              <RoleChoice
                input={input}
                id="input-role"
                name="role"
                label={words.member.role}
                // A role that the app no longer defines, or that the user may not give, can stay.
                roles={roles.includes(role) ? roles : [role, ...roles]}
                chosen={chosen ?? role}
              />
              <button class="submit" type="submit">{shared.name.save}</button>
            </StepForm>
          )}
        </>,
      )}
      {transferUrl && <a class="site" href={transferUrl}>{words.transfer.submit}</a>}
      {removeUrl && <a class="site danger" href={removeUrl}>{words.member.remove}</a>}
    </One>
  );
}

/** Asks before a member is removed. */
export function removeMember(input: ViewInput<MemberRemoval>): VNode {
  const { props: { member, organization: { name: organization } }, words } = input;
  const name = memberName(member);
  return (
    <One input={input} back={{ ...backTo(input), text: words.member.cancel }} isRed>
      <Heading
        heading={fill(words.member.removeHeading, { name })}
        text={fill(words.member.removeText, { name, organization })}
      />
      {member.isManaged && <p class="note">{words.member.managed}</p>}
      {permitted(
        input,
        <StepForm input={input} step="remove" fields={{ id: member.id }}>
          <button class="submit danger" type="submit">{words.member.remove}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** Asks the user before leaving. */
export function leave(input: ViewInput<OrganizationLeave>): VNode {
  const { props: { organization: { name } }, words } = input;
  return (
    <One input={input} back={backTo(input)}>
      <Heading
        heading={fill(words.leave.heading, { organization: name })}
        text={words.leave.text}
      />
      {permitted(
        input,
        <StepForm input={input} step="leave">
          <button class="submit danger" type="submit">{words.leave.submit}</button>
        </StepForm>,
      )}
    </One>
  );
}
