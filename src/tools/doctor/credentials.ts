/**
 * API keys, native clients and access of other apps: what their users learn of them, and where they can
 * end them.
 *
 * @module
 */

import { settingsIn as keysIn } from "../../capabilities/keys/settings.ts";
import { settingsIn as nativeIn } from "../../capabilities/native/settings.ts";
import { settingsIn as serverIn } from "../../capabilities/oauth_server/settings.ts";
import { isLoopback } from "../../http/url.ts";
import { tellsOfChanges } from "../../mail/notify_user.ts";
import { type Finding, finding } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** Most seconds for which a process may use what it has read of a credential. */
const MOST_LAG = 300;

/** Returns the faults of API keys, native clients and access of other apps. */
export function checkCredentials(subject: Subject): Finding[] {
  const { completed: { native }, resolved } = subject;
  // A config that is refused has a finding already.
  if (resolved.error) return [];
  return [
    ...checkNotices(subject),
    ...checkLags(subject),
    ...native === undefined ? [] : checkRedirectUris(subject),
    ...checkAccount(subject),
  ];
}

function checkNotices({ completed: { keys, oauthServer }, resolved }: Subject): Finding[] {
  if (tellsOfChanges(resolved)) return [];
  const about = [
    ...keys === undefined ? [] : ["an API key of theirs is made"],
    ...oauthServer === undefined ? [] : ["an app gets access to their account"],
  ];
  if (about.length === 0) return [];
  return [finding(
    "credentials-without-mail",
    `Users are not notified by email when ${
      about.join(", or when ")
    }, also when someone else did it ` +
      "in a session of theirs",
    "Set `sendMail`, or use an email provider of this library.",
  )];
}

function checkLags({ completed: { keys, oauthServer }, resolved }: Subject): Finding[] {
  const ofKeys = "a key that was revoked";
  const ofTokens = "a token whose access was ended";
  return [
    ...keys === undefined ? [] : findLag("keys", "ApiKeys()", keysIn(resolved), ofKeys),
    ...oauthServer === undefined
      ? []
      : findLag("oauthServer", "OAuthServer()", serverIn(resolved), ofTokens),
  ];
}

function findLag(
  option: string,
  maker: string,
  { maxLagMs }: { readonly maxLagMs: number },
  credential: string,
): Finding[] {
  const lag = maxLagMs / 1000;
  if (lag <= MOST_LAG) return [];
  return [finding(
    "credentials-lag",
    `\`${option}.maxLag\` is ${lag} seconds: ${credential}, or whose user was suspended, is ` +
      "accepted by other processes for that long",
    `Set \`maxLag\` of ${maker} to ${MOST_LAG} at most, or leave it out.`,
  )];
}

/** An app may have pages of its own for all of it. */
function checkAccount({ completed: { account, keys, native, oauthServer } }: Subject): Finding[] {
  if (account !== undefined) return [];
  const about = [
    ...keys === undefined ? [] : ["`keys`, and no page leads users to their API keys"],
    ...native === undefined ? [] : ["`native`, and users cannot see or end the sessions of apps"],
    ...oauthServer === undefined
      ? []
      : ["`oauthServer`, and no page leads users to the apps that have access to their account"],
  ];
  if (about.length === 0) return [];
  return [finding(
    "account-page-missing",
    `The config has no \`account\`, but ${about.join("; and ")}`,
    "Set `account: AccountPage()`, or make pages of your own for it.",
  )];
}

function checkRedirectUris({ resolved, origin, isOriginKnown }: Subject): Finding[] {
  // On a loopback origin, the public host is not known.
  if (!isOriginKnown || isLoopback(origin)) return [];
  const { host } = new URL(origin);
  const others = nativeIn(resolved).redirectUris.map((uri) => new URL(uri))
    .filter((uri) => uri.protocol === "https:" && uri.host !== host);
  return [...new Set(others.map((uri) => uri.host))].map((other) =>
    finding(
      "redirect-uri-host",
      `\`native.redirectUris\` has a URI of ${other}, and the app is at ${host}: on a device that does ` +
        "not give the URI to your native app, the browser sends the code of the sign-in to that host",
      `Check that https://${other}/.well-known/apple-app-site-association (iOS) and ` +
        `https://${other}/.well-known/assetlinks.json (Android) name your native app, or use a URI ` +
        `of ${host}.`,
    )
  );
}
