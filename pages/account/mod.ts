/**
 * The page on which users manage their account, loaded only where it is offered.
 *
 * @module
 */

import type { VNode } from "preact";
import { dateInWords } from "../../src/base/in_words.ts";
import { fill, textsIn, type Wording } from "../../src/base/language.ts";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import type { ViewInput } from "./form.tsx";
import { list } from "./list.tsx";
import { markedProviders } from "./connected.tsx";
import { deleted, leaving, one, pending } from "./one.tsx";
import type { AccountProps } from "./step.ts";
import { accountScript } from "./script.ts";
import { accountCss } from "./styles.ts";
import type { Texts } from "../../src/types/texts.ts";
import { accountEnglish } from "./english.ts";

/** The page. */
export const accountPart: Part<AccountProps> = (props, frame, wording) => {
  const messages = textsIn(accountEnglish, wording, ({ account }) => account);
  const canAdd = props.step === "list" && props.passkeys && !props.isReadOnly;
  return {
    title: makeTitle(props, messages, wording.language),
    hasError: props.step === "one" &&
      (("isNameInvalid" in props && props.isNameInvalid) ||
        ("isDifferent" in props && props.isDifferent)),
    content: renderContent({ props, frame, language: wording.language, messages }, wording),
    css: accountCss,
    texts: messages,
    ...(props.step === "list" ? { providers: markedProviders(props) } : {}),
    ...(canAdd ? { script: accountScript } : {}),
  };
};

/** What the page is for. */
function makeTitle(
  props: AccountProps,
  messages: Texts["account"],
  language: string,
): string {
  const { title, name, one, pending, leaving, deleted } = messages;
  switch (props.step) {
    case "list":
      return title;
    case "pending":
    case "leaving": {
      const { heading } = props.step === "pending" ? pending : leaving;
      return fill(heading, { date: dateInWords(language, props.dueAt, "long") });
    }
    case "deleted":
      return deleted.heading;
    case "one":
      if (props.view === "name") return props.name === "" ? name.first : name.title;
      if (props.view === "passkey") return one.passkey.label;
      if (props.view !== "account") return one[props.view].heading;
      return fill(one.account.heading, { name: props.account.name });
  }
}

function renderContent(
  { props, ...rest }: ViewInput<AccountProps["step"]>,
  wording: Wording,
): VNode {
  switch (props.step) {
    case "list":
      return list({ props, ...rest, unreachable: pageTexts(wording).unreachable });
    case "one":
      return one({ props, ...rest, toAccount: pageTexts(wording).toAccount });
    case "pending":
      return pending({ props, ...rest });
    case "leaving":
      return leaving({ props, ...rest });
    case "deleted":
      return deleted({ props, ...rest });
  }
}
