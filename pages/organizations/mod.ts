/**
 * The pages of organizations, loaded only where they are shown.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import type {
  InvitationProps,
  OrganizationFault,
  OrganizationList,
  OrganizationProps,
  OrganizationRefused,
  OrganizationSettingsProps,
} from "./step.ts";
import { Heading } from "../layout.tsx";
import { pageTexts } from "../messages.ts";
import type { Part, PartContent } from "../mod.ts";
import type { PageProps } from "../props.ts";
import { invitation } from "./invitation.tsx";
import { list } from "./list.tsx";
import { leave, member, memberName, members, removeMember } from "./members.tsx";
import { CSS, One, textsAround, type ViewInput } from "./parts.tsx";
import { logoForm, policyForm, removal, settings, text, transfer } from "./settings.tsx";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { organizationEnglish } from "./english.ts";
import { roleInWords } from "./roles.ts";

/** Makes a page. */
function makePart<Props extends { step: string; fault?: OrganizationFault | undefined }>(
  makeTitle: (props: Props, words: Texts["organizations"]) => string,
  renderContent: (input: ViewInput<Props>, wording: Wording) => VNode,
): Part<Props> {
  return (props: Props, frame: PageProps, wording: Wording): PartContent => {
    const words = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
    const { language } = wording;
    const input = {
      props,
      frame,
      language,
      words,
      around: textsAround(words),
      roleOf: (role: string) => roleInWords(wording, role),
      shared: textsIn(accountEnglish, wording, ({ account }) => account),
    };
    return {
      title: makeTitle(props, words),
      hasError: props.fault !== undefined || props.step === "refused",
      content: renderContent(input, wording),
      css: CSS,
      texts: words,
    };
  };
}

/** The organizations of a user. */
export const listPart: Part<OrganizationList> = makePart(
  (_, { title }) => title,
  (input, wording) => list(input, pageTexts(wording).toAccount),
);

/** An organization. */
export const organizationPart: Part<OrganizationProps> = makePart(
  (props, words) => {
    const { name } = props.organization;
    if (props.step === "member") return memberName(props.member);
    if (props.step === "remove") {
      return fill(words.member.removeHeading, { name: memberName(props.member) });
    }
    return props.step === "leave" ? fill(words.leave.heading, { organization: name }) : name;
  },
  (input) => {
    const { props } = input;
    switch (props.step) {
      case "members":
        return members({ ...input, props });
      case "member":
        return member({ ...input, props });
      case "remove":
        return removeMember({ ...input, props });
      case "leave":
        return leave({ ...input, props });
    }
  },
);

/** The settings of an organization. */
export const settingsPart: Part<OrganizationSettingsProps> = makePart(
  ({ step, organization: { name: organization } }, words) => {
    switch (step) {
      case "list":
        return fill(words.settings.title, { organization });
      case "name":
        return words.settings.nameTitle;
      case "slug":
        return words.settings.slugTitle;
      case "logo":
        return words.settings.logoTitle;
      case "policy":
        return words.settings.policyTitle;
      case "transfer":
        return words.transfer.heading;
      case "delete":
        return fill(words.delete.heading, { organization });
    }
  },
  (input) => {
    const { props } = input;
    switch (props.step) {
      case "list":
        return settings({ ...input, props });
      case "name":
      case "slug":
        return text({ ...input, props });
      case "logo":
        return logoForm({ ...input, props });
      case "policy":
        return policyForm({ ...input, props });
      case "transfer":
        return transfer({ ...input, props });
      case "delete":
        return removal({ ...input, props });
    }
  },
);

/** An invitation. */
export const invitationPart: Part<InvitationProps> = makePart(
  (props, { invitation: words }) =>
    props.step === "ended"
      ? words.ended
      : fill(words.heading, { organization: props.organization }),
  (input, wording) => invitation(input, pageTexts(wording)),
);

/** Why a member cannot open a page. */
export const refusedPart: Part<OrganizationRefused> = makePart(
  ({ organization }, { refused, closed }) => organization ? closed.heading : refused,
  (input) => {
    const { props: { reason, listUrl, organization }, words } = input;
    const { settings: { back: pattern }, closed } = words;
    const back = organization
      ? { url: organization.url, text: fill(pattern, { organization: organization.name }) }
      : { url: listUrl, text: words.title };
    const shown = { ...input, props: { formAction: listUrl } };
    const said = organization ? closed : { heading: words.refused, text: words.reasons[reason] };
    const heading = h(Heading, said);
    return h(One, { input: shown, back, children: heading });
  },
);
