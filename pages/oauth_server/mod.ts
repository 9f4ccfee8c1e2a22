/**
 * The pages of an authorization server, loaded only where they are shown.
 *
 * @module
 */

import { fill, textsIn } from "../../src/base/language.ts";
import type { AppsProps, OAuthLeave, OAuthPost, OAuthQuestion, OAuthUnknown } from "./step.ts";
import { siteName } from "../layout.tsx";
import { pageTexts } from "../messages.ts";
import type { Part } from "../mod.ts";
import { h } from "../render.ts";
import { AppsPage, CSS as APPS_CSS } from "./apps.tsx";
import { Leave } from "./leave.tsx";
import { Post } from "../post/view.tsx";
import { postScript } from "../post/script.ts";
import { CSS, Question } from "./question.tsx";
import { Unknown } from "./unknown.tsx";
import { accountEnglish } from "../account/english.ts";
import { oauthServerEnglish } from "./english.ts";

/** The question whether an app gets access. */
export const questionPart: Part<OAuthQuestion> = (props, frame, wording) => {
  const { ask } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  const { client, targetSource, links: { logoUri } } = props;
  const heading = fill(ask.heading, { client, site: siteName(frame) });
  const { links } = pageTexts(wording);
  return {
    title: heading,
    content: h(Question, { props, frame, heading, words: ask, links, wording }),
    css: CSS,
    formTargets: [targetSource],
    ...logoUri === undefined ? {} : { images: [logoUri] },
  };
};

/** The question before the browser leaves for an app without access. */
export const leavePart: Part<OAuthLeave> = ({ target, url }, frame, wording) => {
  const { leave: { heading: pattern, text } } = textsIn(
    oauthServerEnglish,
    wording,
    ({ oauthServer }) => oauthServer,
  );
  const heading = fill(pattern, { target });
  const submit = pageTexts(wording).signIn.goOn;
  return {
    title: heading,
    content: h(Leave, { url, frame, heading, text, submit }),
    css: CSS,
  };
};

/** The answer to an app, which the browser posts. */
export const postPart: Part<OAuthPost> = (props, frame, wording) => {
  const { target, targetSource, url, fields, isAtOnce } = props;
  const { leave, post } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  const heading = fill(isAtOnce ? post.heading : leave.heading, { target });
  const text = isAtOnce ? undefined : leave.text;
  const submit = pageTexts(wording).signIn.goOn;
  return {
    title: heading,
    content: h(Post, { name: "oauth", url, fields, frame, heading, text, submit }),
    css: `${CSS}.oauth h1+form{margin-top:1.5rem}`,
    onlyTarget: targetSource,
    ...isAtOnce ? { script: postScript } : {},
  };
};

/** A request of an app that is not known. */
export const unknownPart: Part<OAuthUnknown> = ({ fault, app, reference: id }, frame, wording) => {
  const { unknown } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  const { heading: pattern, text } = unknown[fault];
  const heading = fill(pattern, { site: siteName(frame) });
  const { site, reference } = pageTexts(wording);
  return {
    title: heading,
    hasError: true,
    content: h(Unknown, {
      ...{ app, frame, heading, text, label: unknown.app, site },
      reference: id && fill(reference, { reference: id }),
    }),
    css: CSS,
  };
};

/** Apps with access. */
export const appsPart: Part<AppsProps> = (props, frame, wording) => {
  const words = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  const { title, end } = words.apps;
  const input = {
    ...{ props, frame, words, wording },
    shared: textsIn(accountEnglish, wording, ({ account }) => account),
    toAccount: pageTexts(wording).toAccount,
  };
  return {
    title: props.step === "list" ? title : fill(end.heading, { client: props.app.client }),
    hasError: props.step === "list" && props.isUnknown === true,
    content: h(AppsPage, input),
    css: APPS_CSS,
    texts: words,
  };
};
