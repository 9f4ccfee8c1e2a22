/**
 * The page of an organization's single sign-on, loaded only where it is shown.
 *
 * @module
 */

import { fill, textsIn } from "../../src/base/language.ts";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "../account/english.ts";
import { copyScript } from "../factor/copy_script.ts";
import { factorMessages } from "../factor/messages.ts";
import type { Part } from "../mod.ts";
import { organizationEnglish } from "../organizations/english.ts";
import { textsAround } from "../organizations/parts.tsx";
import { roleInWords } from "../organizations/roles.ts";
import { connectionEnglish } from "./english.ts";
import { list } from "./list.tsx";
import type { Input } from "./parts.tsx";
import { CSS } from "./parts.tsx";
import { headingOfTest, tried } from "./tried.tsx";
import { change } from "./provider.tsx";
import type { ConnectionProps } from "./step.ts";
import { ended, made, open, question } from "./views.tsx";

/** The page. */
export const connectionsPart: Part<ConnectionProps> = (props, frame, wording) => {
  const own = textsIn(connectionEnglish, wording, ({ connections }) => connections);
  const shared = textsIn(
    organizationEnglish,
    wording,
    ({ organizations }) => organizations,
  );
  const input = {
    ...{ props, frame, own },
    language: wording.language,
    words: mergeTexts(own, shared),
    around: textsAround(shared),
    roleLabel: shared.member.role,
    roleOf: (role: string) => roleInWords(wording, role),
    copy: factorMessages(wording),
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
  };
  return {
    title: makeTitle(own, props),
    hasError: props.fault !== undefined || props.step === "ended" ||
      props.step === "tried" && props.result?.refused != null ||
      props.step === "list" && props.failed !== undefined,
    content: contentOf(input),
    css: CSS,
    texts: own,
    ...props.step === "list" || props.step === "made" ? { script: copyScript } : {},
  };
};

/** Sentences of this page, and those about refusals that all pages of organizations have. */
function mergeTexts(own: Texts["connections"], shared: Texts["organizations"]): Input["words"] {
  return {
    done: own.done,
    reasons: { ...shared.reasons, ...own.reasons },
    faults: {
      ...own.faults,
      metadataUrl: own.faults.metadata,
      subject: own.faults.attribute,
      email: own.faults.attribute,
      groups: own.faults.attribute,
    },
  };
}

function makeTitle(own: Texts["connections"], props: ConnectionProps): string {
  switch (props.step) {
    case "list":
      return fill(own.titleOf, { organization: props.organization.name });
    case "change":
      return own.change.heading;
    case "remove":
    case "require":
    case "release":
      return own[props.step].heading;
    case "remove-domain":
      return fill(own.removeDomain.heading, { domain: props.domain });
    case "made":
      return own.made.heading;
    case "tried":
      return headingOfTest(own, props);
    case "open":
      return fill(own.setup.heading, { organization: props.organization.name });
    case "ended":
      return own.setup.ended;
  }
}

function contentOf(input: Input<ConnectionProps>) {
  const { props } = input;
  switch (props.step) {
    case "list":
      return list({ ...input, props });
    case "change":
      return change({ ...input, props });
    case "made":
      return made({ ...input, props });
    case "tried":
      return tried({ ...input, props });
    case "open":
      return open({ ...input, props });
    case "ended":
      return ended({ ...input, props });
    default:
      return question({ ...input, props });
  }
}
