/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page of an organization's API keys, and of its services, loaded only where it is shown: the
 * page of a user's keys with other texts, and with services.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill, textsIn } from "../../src/base/language.ts";
import type {
  OrganizationKeyList,
  OrganizationKeyProps,
  ServiceForm,
  ServiceKeyForm,
  ShownOrganizationKey,
  ShownService,
} from "./organization_step.ts";
import { act } from "../account/rows.tsx";
import { Card, Heading } from "../layout.tsx";
import type { Part, PartContent } from "../mod.ts";
import { type Around, Bar, FRAME_CSS, Tabs, textsAround } from "../organizations/parts.tsx";
import { keyForm, type KeysInput, permitted, ScopesForm } from "./forms.tsx";
import { CSS, keysContent, makeInput, Question, showScopes } from "./page.tsx";
import type { Texts } from "../../src/types/texts.ts";
import { keyEnglish } from "./english.ts";
import { organizationKeyEnglish } from "./organization_english.ts";
import { organizationEnglish } from "../organizations/english.ts";

/** Input of a view. */
interface Input<Props> extends KeysInput<Props> {
  /** Texts of organizations alone. */
  readonly own: Texts["organizationKeys"];
  /** Texts around the page. */
  readonly around: Around;
}

/** The page. */
export const organizationKeysPart: Part<OrganizationKeyProps> = (props, frame, wording) => {
  const { name: organization } = props.organization;
  const own = textsIn(organizationKeyEnglish, wording, ({ organizationKeys }) => organizationKeys);
  const around = textsAround(
    textsIn(organizationEnglish, wording, ({ organizations }) => organizations),
  );
  const words = mergeTexts(textsIn(keyEnglish, wording, ({ keys }) => keys), own, organization);
  const input = { ...makeInput(props, frame, wording, words), own, around };
  return { ...contentOf(input), hasError: props.fault !== undefined, texts: words };
};

/** The texts of a user's page, with those that are about organizations in their place. */
function mergeTexts(
  words: Texts["keys"],
  own: Texts["organizationKeys"],
  organization: string,
): Texts["keys"] {
  const { text, none, all, revoke, done, reasons } = own;
  return {
    ...words,
    ...{ title: fill(own.title, { organization }), text, all },
    row: { ...words.row, none },
    revoke: { ...words.revoke, text: revoke },
    done: { ...words.done, ...done },
    reasons: { ...words.reasons, ...reasons },
  };
}

function contentOf(input: Input<OrganizationKeyProps>): Omit<PartContent, "hasError"> {
  const { props, own } = input;
  switch (props.step) {
    case "service":
      return {
        title: own.create.heading,
        content: serviceForm({ ...input, props }),
        css: CSS,
      };
    case "service-key":
      return {
        title: fill(own.key.heading, { name: props.service.name }),
        content: serviceKeyForm({ ...input, props }),
        css: CSS,
      };
    case "service-delete": {
      const { id, name } = props.service;
      const title = fill(own.delete.heading, { name });
      const content = (
        <Question
          input={{ ...input, props }}
          heading={title}
          text={own.delete.text}
          fields={{ step: props.step, id }}
          submit={own.delete.submit}
          isRed
        />
      );
      return { title, content, css: CSS };
    }
    case "list":
      return keysContent({ ...input, props }, {
        ofKey: ({ service }: ShownOrganizationKey) =>
          service !== undefined && <span>{fill(own.service, { name: service })}</span>,
        allOf: ({ service }: ShownOrganizationKey) =>
          service === undefined ? own.all : own.allOfService,
        sections: services({ ...input, props }),
        bar: <Bar input={{ ...input, props }} shell={props.shell} />,
        tabs: <Tabs input={{ ...input, props }} shell={props.shell} />,
        css: FRAME_CSS,
      });
    default:
      return keysContent({ ...input, props });
  }
}

function services(input: Input<OrganizationKeyList>): VNode | false {
  const { props: { services, serviceUrl }, own: { services: words } } = input;
  if (!services && serviceUrl === undefined) return false;
  return (
    <section aria-labelledby="services">
      <h2 id="services">{words.heading}</h2>
      <div class="card">
        <p class="facts">{words.text}</p>
        {services && services.length > 0 && <ul>{services.map((one) => row(input, one))}</ul>}
        {serviceUrl !== undefined && <a class="act" href={serviceUrl}>{words.add}</a>}
      </div>
    </section>
  );
}

function row(
  { wording, own }: Input<OrganizationKeyList>,
  { id, name, scopes, createdAt, urls }: ShownService,
): VNode {
  const date = dateInWords(wording.language, createdAt, "medium");
  return (
    <li key={id}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {showScopes(wording, scopes, own.all)}
        <span class="facts">{fill(own.services.created, { date })}</span>
        {(urls.key ?? urls.delete) !== undefined && (
          <div class="acts">
            {urls.key && act(urls.key, own.key.act, fill(own.key.actOf, { name }))}
            {urls.delete &&
              act(urls.delete, own.delete.act, fill(own.delete.actOf, { name }), true)}
          </div>
        )}
      </div>
    </li>
  );
}

function serviceForm(input: Input<ServiceForm>): VNode {
  const { props: { step, create, formAction }, frame, words, own } = input;
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading heading={own.create.heading} text={own.services.text} />
      {permitted(
        input,
        <ScopesForm
          input={input}
          fields={{ step }}
          isAlone
          typed={create}
          words={{ ...own.create, name: words.create.name }}
          faults={{ scopes: own.scopes }}
        />,
      )}
      <a class="site" href={formAction}>{words.title}</a>
    </Card>
  );
}

function serviceKeyForm(input: Input<ServiceKeyForm>): VNode {
  const { props: { service, create, formAction }, frame, words, own } = input;
  const heading = fill(own.key.heading, { name: service.name });
  return (
    <Card name="account one" theme={frame.theme}>
      <Heading heading={heading} text={own.services.text} />
      {permitted(input, keyForm(input, create, service.id))}
      <a class="site" href={formAction}>{words.title}</a>
    </Card>
  );
}
