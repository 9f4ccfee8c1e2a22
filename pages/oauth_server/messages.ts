/**
 * Texts of the pages of an authorization server, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { OAuthServerPageTexts } from "../../src/types/oauth_server_texts.ts";

const english: OAuthServerPageTexts = {
  ask: {
    heading: "Give {client} access?",
    text: "Allow this only if you started it in the app yourself.",
    account: "Your account",
    target: "The browser then returns to",
    access: "The app can then do this",
    own: "About you",
    scopes: {
      openid: "See that it is you who signs in",
      profile: "See your name and your picture",
      email: "See your email address",
      offline_access: "Keep its access when you are away",
    },
    organization: "In this organization",
    stranger:
      "This app chose its name itself, and the name was not checked. What it learns goes to {target}.",
    loopback: "The answer goes to a program on this device. Any program can give itself this name.",
    allow: "Allow",
    deny: "Deny",
    another: "Use another account",
  },
  leave: {
    heading: "Go to {target}?",
    text: "An app that was not checked sends you there. Continue only if you know the address.",
  },
  apps: {
    title: "Apps with access",
    text: "You gave these apps access to your account. You can end it at any time.",
    row: {
      heading: "Apps with access",
      none: "No app has access to your account.",
      open: "Manage apps",
    },
    given: "Access since {date}",
    used: "Last used {date}",
    neverUsed: "Not used yet",
    end: {
      act: "End access",
      actOf: "End access: {client}",
      heading: "End the access of {client}?",
      text: "The app can no longer act for you. To use it again, you must give it access again.",
      submit: "End access",
    },
    ended: "The app no longer has access.",
    unknown: "This app no longer has access.",
  },
};

/** The texts of the pages. */
export function oauthServerMessages(wording: Wording): OAuthServerPageTexts {
  return textsIn(english, wording, ({ oauthServer }) => oauthServer);
}
