/** @jsxRuntime classic */
/** @jsx h */
/** @jsxFrag Fragment */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * Common parts of the pages of organizations.
 *
 * @module
 */

import type { ComponentChildren, VNode } from "preact";
import { Fragment, h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { Emblem, EMBLEM_CSS } from "../emblem.tsx";
import { accountCss } from "../account/styles.ts";
import type { OrganizationShell, PageShell } from "./step.ts";
import { FACTS_CSS } from "../facts.tsx";
import { ErrorMessage, Form } from "../form.tsx";
import { Card, Logo, ProofLink } from "../layout.tsx";
import type { PageProps } from "../props.ts";
import type { roleInWords } from "./roles.ts";
import type { Texts } from "../../src/types/texts.ts";

/** Input of a view. */
export interface ViewInput<Props> {
  /** Data of the page. */
  props: Props;
  /** Data of every page. */
  frame: PageProps;
  /** Language of the texts. */
  language: string;
  /** Texts. */
  words: Texts["organizations"];
  /** Texts around the page. */
  around: Around;
  /** The words for a role. */
  roleOf: (role: string) => ReturnType<typeof roleInWords>;
  /** Texts that are those of the account page. */
  shared: Texts["account"];
}

/** What is around a page: also around one that is of no organization. */
type Shell = PageShell & Partial<OrganizationShell>;

/** What the common parts of these pages read of their input. */
export interface PartInput {
  /** Data of the page. */
  props: {
    csrfToken?: string | undefined;
    formAction: string;
    fault?: {
      field?: string | undefined;
      entry?: string | undefined;
      reason?: string | undefined;
    } | undefined;
    done?: string | undefined;
    isReadOnly?: boolean | undefined;
    proofUrl?: string | undefined;
    shell?: Shell | undefined;
  };
  /** Data of every page. */
  frame: PageProps;
  /** Sentences after a change, reasons to refuse one, and what is wrong with a field. */
  words: Readonly<Record<"done" | "reasons" | "faults", Readonly<Record<string, string>>>>;
  /** Texts around the page. */
  around: Around;
  /** Texts that are those of the account page. */
  shared: Texts["account"];
}

/** Texts around the page. */
export interface Around {
  /** Name of the page with members. */
  members: string;
  /** Name of the page with settings. */
  settings: string;
  /** Name of what leads to other organizations. */
  others: string;
  /** Name of the page with all organizations. */
  all: string;
}

/** Picks the texts around a page. */
export function textsAround({ members, title, others }: Texts["organizations"]): Around {
  return { members: members.heading, settings: members.settings, others, all: title };
}

/** The styles of what is around a page. */
export const FRAME_CSS =
  `.account .bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}.account .bar form{margin:0}
.account .bar>:first-child{margin-inline-end:auto;min-width:0;overflow-wrap:anywhere}.account .bar ul{padding-bottom:.5rem}.account .bar li{padding:0;border:0}.account .bar details[open]{flex-basis:100%;order:1}@media (max-width:30rem){.account .bar details{flex-basis:100%;order:1}}
.account .tabs{position:static;margin:0}.account .tabs ul{display:flex;flex-wrap:wrap;gap:0 .25rem;margin:1.25rem 0 0;padding:0;border-bottom:var(--line)}.account .tabs li{padding:0}
.account .tabs a{padding:.625rem .75rem;border:0;border-bottom:2px solid transparent;border-radius:0;background:none}.account .tabs a:hover{background:none;border-bottom-color:var(--color-text)}.account .tabs a[aria-current]{border-bottom-color:var(--accent)}`;

/** The styles: those of the account page, in one column. */
export const CSS = `${accountCss}
.page>.account.plain{max-width:42rem}.account.plain:not(.one){display:block}
.account select{display:block;width:100%;min-height:2.875rem;padding:.5rem .875rem;font:inherit;color:inherit;text-overflow:ellipsis;
background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius)}
.account textarea{display:block;width:100%;padding:.625rem .875rem;font:inherit;color:inherit;background:var(--color-background-card);border:var(--edge);border-radius:var(--border-radius);resize:vertical}
.account .answers{margin-bottom:1.25rem}
.account select:focus-visible,.account textarea:focus-visible,.account summary:focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
.account .rules{color:var(--color-primary);font-size:.875rem;margin:.375rem 0 0}.account .rules.under{margin:-.75rem 0 1rem}.account .rules.ends{margin-top:1rem}.account .rules>span{display:block}.account .pair>.rules{grid-column:1/-1}
.account .done[role=alert]{background:var(--color-info);color:var(--color-info-text);border-color:var(--color-info-hover)}
.account a.small{display:flex;align-items:center;text-decoration:none}
.account li .acts{margin-top:.5rem;justify-content:flex-start;gap:.75rem}.account .acts form{margin:0}.account .ends{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin-top:1rem}.account .current::after{font-weight:400;color:var(--color-primary)}
.account .card>p:last-child{margin:0}.account li:has(>div+.act){flex-wrap:wrap;gap:0 1rem}.account li>div:has(+.act){flex-basis:11rem}
${FACTS_CSS}
${FRAME_CSS}
.account [type=file]{padding:.5rem}.account ::file-selector-button{min-height:1.75rem;margin-inline-end:.75rem;padding:0 .75rem;font:inherit;font-weight:550;color:inherit;background:var(--color-background-card);border:var(--edge);border-radius:calc(var(--border-radius)*2/3);cursor:pointer}
${EMBLEM_CSS}.account li>.initial,.account .value>.initial{width:2.25rem;height:2.25rem;font-size:1rem}.account .bar li{gap:.75rem}.account.one .heading>.initial,.account.one>.card>.initial{margin:0 auto 1rem}
.account .check{display:flex;align-items:center;gap:.625rem;margin:0 0 1rem}.account .check input{width:1.25rem;height:1.25rem;margin:0;flex-shrink:0;accent-color:var(--accent)}.account .check label{padding:.375rem 0;min-width:0}
.account .search{margin:0 0 1rem}.account .search>.pair{display:flex;flex-wrap:wrap;align-items:flex-end;gap:.75rem 1rem}.account .search>.pair>.field{flex:1 1 9rem;margin:0}.account .search>.pair>.field:first-child{flex:2 1 14rem}.account h2 .facts{font-weight:400}.account section .note+.card{margin-top:.75rem}
.account.one .above{margin:1.75rem 0 .75rem}.account.one .button.create{width:100%}
@media (max-width:40rem){.account.plain .me h1{flex-basis:11rem}}
@media (min-width:30rem){.account .pair{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:0 1rem;align-items:start}.account section .submit{width:fit-content;padding-inline:1.5rem}}`;

/** Words for the fault of the last form; `undefined` without one. */
export function faultText(
  { words, shared }: Pick<PartInput, "words" | "shared">,
  fault: PartInput["props"]["fault"],
): string | undefined {
  if (!fault) return undefined;
  const { field = "", entry, reason } = fault;
  if (reason) return ownMember(words.reasons, reason);
  const named = entry === undefined ? undefined : ownMember(words.faults, `${field}Entry`);
  if (named !== undefined) return fill(named, { entry: entry! });
  return ownMember(words.faults, field) ?? shared.name.invalid;
}

/** A page of several cards, and whose it is. */
export function Whole(
  { input, heading, hasInitial = true, facts, children }: {
    input: PartInput;
    heading: string;
    /** `false` for a heading that is no name. */
    hasInitial?: boolean;
    /** Sentence below the heading. */
    facts?: ComponentChildren;
    children: ComponentChildren;
  },
): VNode {
  const { props: { done, fault, isReadOnly, shell }, frame, words, shared } = input;
  const message = done !== undefined && ownMember(words.done, done);
  return (
    <main class="account plain">
      <header>
        {shell && <Bar input={input} shell={shell} />}
        <Logo theme={frame.theme} />
        <div class="me">
          {hasInitial && <Emblem name={heading} logo={shell?.logo} />}
          <div>
            <h1>
              <bdi>{heading}</bdi>
            </h1>
            {facts && <p class="facts">{facts}</p>}
          </div>
        </div>
        {shell && <Tabs input={input} shell={shell} />}
        {message && <p class="done" role="status">{message}</p>}
        {fault?.reason && <p class="done" role="alert">{faultText(input, fault)}</p>}
        {isReadOnly && <p class="done" role="status">{shared.readOnly}</p>}
      </header>
      {children}
    </main>
  );
}

/** What a bar or tabs need of the input. */
type Framed = Pick<PartInput, "around" | "shared"> & {
  props: Pick<PartInput["props"], "csrfToken" | "formAction">;
};

/** Who is signed in, the other organizations, and the way out. */
export function Bar({ input, shell }: { input: Framed; shell: Shell }): VNode {
  const { account, accountUrl, signOutAction, others = [], listUrl } = shell;
  const { props: { csrfToken }, around, shared } = input;
  return (
    <div class="bar">
      {accountUrl
        ? (
          <a class="act" href={accountUrl}>
            <bdi>{account}</bdi>
          </a>
        )
        : <bdi>{account}</bdi>}
      {listUrl && (
        <details>
          <summary>{around.others}</summary>
          <ul>
            {others.map(({ name, url, logo }) => (
              <li key={url}>
                <Emblem name={name} logo={logo} />
                <a class="act" href={url}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
            <li>
              <a class="act" href={listUrl}>{around.all}</a>
            </li>
          </ul>
        </details>
      )}
      {signOutAction && (
        <Form action={signOutAction} csrfToken={csrfToken}>
          <button class="small" type="submit">{shared.signOut}</button>
        </Form>
      )}
    </div>
  );
}

/** The pages of the organization that the role permits. */
export function Tabs({ input, shell }: { input: Framed; shell: Shell }): VNode {
  const { membersUrl, settingsUrl, links } = shell;
  const { props: { formAction }, around } = input;
  const tabs = [
    ...membersUrl ? [{ url: membersUrl, label: around.members }] : [],
    ...settingsUrl ? [{ url: settingsUrl, label: around.settings }] : [],
    ...links,
  ];
  return (
    <nav class="tabs">
      <ul>
        {tabs.map(({ url, label }) => (
          <li key={url}>
            <a href={url} aria-current={url === formAction ? "page" : undefined}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page of one card, with the link that leads back. */
export function One(
  { input, back, isRed = false, children }: {
    input: PartInput;
    /** Target and text of the link. */
    back?: { url: string; text: string } | undefined;
    isRed?: boolean;
    children: ComponentChildren;
  },
): VNode {
  return (
    <Card name={isRed ? "account one red" : "account one"} theme={input.frame.theme}>
      {children}
      {back && <a class="site" href={back.url}>{back.text}</a>}
    </Card>
  );
}

/** A form that asks for one change, and what is wrong with it. */
export function StepForm(
  { input, step, fields, isFaulty = true, hasFile, children }: {
    input: PartInput;
    step: string;
    /** Hidden fields. */
    fields?: Readonly<Record<string, string>>;
    /** `false` where the page shows the fault elsewhere. */
    isFaulty?: boolean;
    /** `true` for a form with a file. Default: it has none. */
    hasFile?: boolean;
    children: ComponentChildren;
  },
): VNode {
  const { formAction, csrfToken, fault } = input.props;
  return (
    <Form
      action={formAction}
      csrfToken={csrfToken}
      fields={{ step, ...fields }}
      hasFile={hasFile}
    >
      <ErrorMessage id="form-error" text={isFaulty && faultText(input, fault)} />
      {children}
    </Form>
  );
}

/** The form, or the way to the proof that it needs. */
export function permitted(
  { props: { proofUrl }, shared: { one } }: PartInput,
  form: ComponentChildren,
): VNode {
  if (proofUrl === undefined) return <>{form}</>;
  return <ProofLink stale={one.stale} prove={one.prove} url={proofUrl} />;
}

/** A list to choose one of. */
export function Choice(
  { id, name, label, options, chosen, hintId }: {
    id: string;
    name: string;
    label: string;
    /** Values with their texts. */
    options: readonly (readonly [value: string, text: string])[];
    chosen: string | undefined;
    /** Id of what tells more about the options. Default: nothing does */
    hintId?: string | undefined;
  },
): VNode {
  return (
    <div class="field">
      <label class="section-header" for={id}>{label}</label>
      <select id={id} name={name} required aria-describedby={hintId}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>{text}</option>
        ))}
      </select>
    </div>
  );
}

/** A list to choose a role of, and below it what each role is, where it has a text. */
export function RoleChoice(
  { input: { roleOf }, id, name, label, roles, chosen }: {
    input: Pick<ViewInput<unknown>, "roleOf">;
    id: string;
    name: string;
    label: string;
    roles: readonly string[];
    chosen: string | undefined;
  },
): VNode {
  const known = roles.map((role) => ({ role, ...roleOf(role) }));
  const told = known.filter(({ text }) => text);
  const hintId = told.length > 0 ? `${id}-rules` : undefined;
  return (
    <>
      <Choice
        id={id}
        name={name}
        label={label}
        options={known.map(({ role, name }) => [role, name] as const)}
        chosen={chosen}
        hintId={hintId}
      />
      {hintId && (
        <p class="rules under" id={hintId}>
          {told.map(({ role, name, text }) => (
            <span key={role}>
              <b>
                <bdi>{name}</bdi>
              </b>{" "}
              <bdi>{text}</bdi>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** The field for a name in URLs. */
export function slugAttributes(value: string, isInvalid: boolean): Record<string, unknown> {
  return {
    name: "slug",
    type: "text",
    value,
    maxlength: 63,
    required: true,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
    dir: "ltr",
    autofocus: isInvalid ? true : undefined,
  };
}
