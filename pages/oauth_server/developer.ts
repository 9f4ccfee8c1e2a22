/**
 * The page of an organization's own apps, loaded only where it is shown.
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
import { developerAppEnglish } from "./developer_english.ts";
import { contentOf, CSS } from "./developer_page.tsx";
import type { DeveloperAppProps } from "./developer_step.ts";

/** The page. */
export const developerAppsPart: Part<DeveloperAppProps> = (props, frame, wording) => {
  const own = textsIn(developerAppEnglish, wording, ({ developerApps }) => developerApps);
  const shared = textsIn(organizationEnglish, wording, ({ organizations }) => organizations);
  const { redirectUris, link } = own.faults;
  const input = {
    ...{ props, frame, own },
    language: wording.language,
    words: {
      done: own.done,
      reasons: { ...shared.reasons, ...own.reasons },
      faults: { redirectUris, clientUri: link, logoUri: link, tosUri: link, policyUri: link },
    },
    around: textsAround(shared),
    atLeast: shared.members.atLeast,
    copy: factorMessages(wording),
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
  };
  return {
    title: makeTitle(own, props),
    hasError: props.fault !== undefined,
    content: contentOf(input),
    css: CSS,
    ...props.step === "list" || props.step === "made" ? { script: copyScript } : {},
  };
};

function makeTitle(own: Texts["developerApps"], props: DeveloperAppProps): string {
  if (props.step === "list") return fill(own.titleOf, { organization: props.organization.name });
  const { name } = props.step === "made" ? props : props.app;
  return fill(own[props.step].heading, { name });
}
