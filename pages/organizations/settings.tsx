/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The settings of an organization.
 *
 * @module
 */

import { ownMember } from "../../src/base/objects.ts";
import { readableId } from "../permissions.ts";
import { shownAddress } from "../../src/base/shown_address.ts";
import type { VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { durationInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import type {
  OrganizationDeletion,
  OrganizationLogoForm,
  OrganizationPolicyForm,
  OrganizationSettingsList,
  OrganizationSettingsText,
  OrganizationTransfer,
  ShownDemand,
} from "./step.ts";
import { act, row, rows } from "../account/rows.tsx";
import { Emblem } from "../emblem.tsx";
import { Field } from "../form.tsx";
import { Heading } from "../layout.tsx";
import { backTo, memberName } from "./members.tsx";
import {
  Choice,
  One,
  permitted,
  RoleChoice,
  slugAttributes,
  StepForm,
  type ViewInput,
  Whole,
} from "./parts.tsx";

/** All settings. */
export function settings(input: ViewInput<OrganizationSettingsList>): VNode {
  const { props: { organization, urls }, words, shared } = input;
  const { change, changeOf } = shared.passkeys;
  const text = (id: "name" | "slug") =>
    row(id, words.create[id], {
      value: <bdi>{organization[id]}</bdi>,
      acts: urls[id] && act(urls[id], change, fill(changeOf, { name: words.create[id] })),
    });
  return (
    <Whole input={input} heading={organization.name}>
      <section aria-labelledby="settings">
        <h2 id="settings">{words.members.settings}</h2>
        {rows(
          text("name"),
          text("slug"),
          urls.logo !== undefined && row("logo", words.settings.logo, {
            value: organization.logo
              ? <Emblem name={organization.name} logo={organization.logo} />
              : <span class="facts">{words.settings.logoNone}</span>,
            acts: act(urls.logo, change, fill(changeOf, { name: words.settings.logo })),
          }),
          ...policy(input),
        )}
        {(urls.transfer || urls.delete) && (
          <div class="rows card danger">
            {urls.transfer && row("transfer", words.owner, {
              acts: act(urls.transfer, words.transfer.submit, words.transfer.submit, true),
            })}
            {urls.delete && row("delete", words.delete.row, {
              acts: act(urls.delete, shared.open.delete, words.delete.row, true),
            })}
          </div>
        )}
      </section>
    </Whole>
  );
}

function policy(
  { props: { policy, urls }, words, shared, language }: ViewInput<OrganizationSettingsList>,
): (VNode | false)[] {
  if (!policy) return [];
  const { settings } = words;
  const sentence = (demand: ShownDemand) =>
    "seconds" in demand
      ? fill(settings.demands[demand.name], { time: durationInWords(language, demand.seconds) })
      : fill(settings.demands[demand.name], {
        list: demand.list.map((one) => demand.name === "methods" ? methodName(shared, one) : one)
          .join(", "),
      });
  const facts = (demands: readonly ShownDemand[]) =>
    demands.map((demand) => <span class="facts" key={demand.name}>{sentence(demand)}</span>);
  // A user who cannot change rules sees all rules in one row.
  const fixed = urls.policy ? pickDemands(policy, false) : [];
  return [
    row("policy", settings.policy, {
      value: policy.length === 0
        ? <span class="facts">{settings.policyNone}</span>
        : facts(urls.policy ? pickDemands(policy, true) : policy),
      acts: urls.policy && act(
        urls.policy,
        shared.passkeys.change,
        fill(shared.passkeys.changeOf, { name: settings.policy }),
      ),
    }),
    fixed.length > 0 && row("fixed", settings.policyFixed, { value: facts(fixed) }),
  ];
}

/** The demands of a policy that the form changes, or the others. */
function pickDemands(policy: readonly ShownDemand[], isInForm: boolean): ShownDemand[] {
  return policy.flatMap((demand): ShownDemand[] => {
    if (demand.name !== "methods") return (demand.name === "domains") === isInForm ? [demand] : [];
    const list = demand.list.filter((method) => (method === "mfa") === isInForm);
    return list.length > 0 ? [{ ...demand, list }] : [];
  });
}

/** A method of a proof in words. */
function methodName(
  { address, factors, groups, passkeys, password }: ViewInput<unknown>["shared"],
  method: string,
): string {
  const names: Readonly<Record<string, string>> = {
    fed: groups.connected,
    hwk: passkeys.heading,
    mail: address.heading,
    mfa: factors.heading,
    otp: factors.heading,
    pwd: password.heading,
    swk: passkeys.heading,
  };
  return ownMember<string>(names, method) ?? readableId(method);
}

/** The name, or the name in URLs. */
export function text(input: ViewInput<OrganizationSettingsText>): VNode {
  const { props: { step, value, fault, organization }, words, shared } = input;
  const isName = step === "name";
  const errorId = fault && "form-error";
  return (
    <One input={input} back={backTo(input)}>
      <Heading
        heading={isName ? words.settings.nameTitle : words.settings.slugTitle}
        text={isName ? <bdi>{organization.name}</bdi> : words.settings.slugText}
      />
      {permitted(
        input,
        <StepForm input={input} step={step}>
          {isName
            ? (
              <Field
                id="input-name"
                name="name"
                type="text"
                value={value}
                maxlength={64}
                required
                autocomplete="off"
                label={words.create.name}
                errorId={errorId}
                autofocus={fault ? true : undefined}
              />
            )
            : (
              <Field
                id="input-slug"
                {...slugAttributes(value, fault !== undefined)}
                label={words.create.slug}
                hint={{ id: "slug-rules", text: words.create.rules }}
                errorId={errorId}
              />
            )}
          <button class="submit" type="submit">{shared.name.save}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** The logo. */
export function logoForm(input: ViewInput<OrganizationLogoForm>): VNode {
  const { props: { organization: { name, logo }, fault }, words: { settings }, shared } = input;
  const isWrong = fault?.field === "logo";
  return (
    <One input={input} back={backTo(input)}>
      {logo && <Emblem name={name} logo={logo} />}
      <Heading heading={settings.logoTitle} text={<bdi>{name}</bdi>} />
      {permitted(
        input,
        <>
          <StepForm input={input} step="logo" hasFile>
            <Field
              id="input-logo"
              name="logo"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              required
              label={settings.logoImage}
              hint={{ id: "logo-rules", text: settings.logoHint }}
              errorId={isWrong && "form-error"}
              autofocus={isWrong ? true : undefined}
            />
            <button class="submit" type="submit">{shared.name.save}</button>
          </StepForm>
          {logo && (
            <StepForm input={input} step="remove-logo" isFaulty={false}>
              <button class="button create danger" type="submit">{settings.logoRemove}</button>
            </StepForm>
          )}
        </>,
      )}
    </One>
  );
}

/** What is demanded of members. */
export function policyForm(input: ViewInput<OrganizationPolicyForm>): VNode {
  const { props: { needsTwoSteps, domains, fault }, words: { settings }, shared } = input;
  const isWrong = fault?.field === "domains";
  return (
    <One input={input} back={backTo(input)}>
      <Heading heading={settings.policyTitle} text={settings.policyText} />
      {permitted(
        input,
        <StepForm input={input} step="policy">
          <p class="check">
            <input
              id="input-mfa"
              name="mfa"
              type="checkbox"
              value="1"
              checked={needsTwoSteps}
              aria-describedby="mfa-rules"
            />
            <label for="input-mfa">{settings.policyTwoSteps}</label>
          </p>
          <p class="rules under" id="mfa-rules">{settings.policyTwoStepsHint}</p>
          <Field
            id="input-domains"
            name="domains"
            type="text"
            value={domains}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            dir="ltr"
            label={settings.policyDomains}
            hint={{ id: "domains-rules", text: settings.policyDomainsHint }}
            errorId={isWrong && "form-error"}
            autofocus={isWrong ? true : undefined}
          />
          <button class="submit" type="submit">{shared.name.save}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** Another owner in place of the user. */
export function transfer(input: ViewInput<OrganizationTransfer>): VNode {
  const { props, words } = input;
  const { organization, members, chosen, roles, becomes } = props;
  return (
    <One input={input} back={backTo(input)} isRed>
      <Heading
        heading={words.transfer.heading}
        text={fill(words.transfer.text, { organization: organization.name })}
      />
      {members.length === 0 ? <p class="note">{words.transfer.none}</p> : permitted(
        input,
        <StepForm input={input} step="transfer">
          <Choice
            id="input-member"
            name="id"
            label={words.transfer.member}
            options={members.map((one) => {
              const name = memberName(one);
              const email = one.email === null ? name : shownAddress(one.email);
              return [one.id, email === name ? name : `${name} · ${email}`] as const;
            })}
            chosen={chosen}
          />
          <RoleChoice
            input={input}
            id="input-becomes"
            name="becomes"
            label={words.transfer.becomes}
            roles={roles}
            chosen={becomes}
          />
          <button class="submit danger" type="submit">{words.transfer.submit}</button>
        </StepForm>,
      )}
    </One>
  );
}

/** The end of the organization. */
export function removal(input: ViewInput<OrganizationDeletion>): VNode {
  const { props: { organization: { name }, typed, fault }, words, shared } = input;
  const isDifferent = fault?.field !== undefined;
  // An element, and not the marks of `fill`: users copy the text.
  const [before, after] = shared.one.delete.label.split("{text}");
  // Its own sentence says which text is expected.
  const shown = isDifferent
    ? { ...input, shared: { ...shared, name: { ...shared.name, invalid: mismatch() } } }
    : input;
  function mismatch() {
    return fill(shared.one.delete.different, { text: name });
  }
  return (
    <One input={input} back={backTo(input)} isRed>
      <Heading
        heading={fill(words.delete.heading, { organization: name })}
        text={words.delete.text}
      />
      <ul class="gone">
        <li>{words.delete.gone.members}</li>
        <li>{words.delete.gone.invitations}</li>
        <li>{words.delete.gone.slug}</li>
      </ul>
      {permitted(
        input,
        <StepForm input={shown} step="delete">
          <Field
            id="input-confirm"
            label={
              <>
                {before}
                <bdi>{name}</bdi>
                {after}
              </>
            }
            name="confirm"
            type="text"
            value={typed}
            required
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            errorId={isDifferent && "form-error"}
            autofocus={isDifferent ? true : undefined}
          />
          <button class="submit danger" type="submit">{words.delete.submit}</button>
        </StepForm>,
      )}
    </One>
  );
}
