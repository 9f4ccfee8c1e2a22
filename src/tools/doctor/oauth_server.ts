/**
 * The authorization server: where it is, whether its keys can be used, and what clients find of it.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import {
  documentPaths,
  type OAuthConfig,
  resourceDocumentUrl,
  resourcesOf,
  type Settings,
  settingsIn,
} from "../../capabilities/oauth_server/settings.ts";
import { sealedUses } from "../../capabilities/oauth_server/signing_keys.ts";
import { isLoopback } from "../../http/url.ts";
import { type Finding, finding, type FindingId, messageOf } from "./finding.ts";
import type { Subject } from "./subject.ts";
import { type Result, unchecked } from "./unchecked.ts";
import { type AppTarget, ask, jsonOf, reasonOf } from "./visit.ts";

/** Settings of the server; `undefined` without one, and for a config that is refused. */
export function serverOf({ completed, resolved }: Subject): Settings | undefined {
  return completed.oauthServer === undefined || resolved.error ? undefined : settingsIn(resolved);
}

/**
 * Returns the faults of the config and of the keys.
 *
 * @param isVisited `true` when {@linkcode checkDocuments} learns the origin from the running app
 */
export async function checkOAuthServer(subject: Subject, isVisited: boolean): Promise<Result[]> {
  const settings = serverOf(subject);
  if (!settings) return [];
  return [
    ...isVisited ? [] : checkIssuer(subject, settings),
    ...checkRegistration(subject, settings),
    ...await checkKeys(subject),
  ];
}

function checkIssuer({ origin, isOriginKnown }: Subject, settings: Settings): Result[] {
  if (isOriginKnown) return settings.origin === origin ? [] : [issuerElsewhere(settings, origin)];
  return [unchecked(
    `Whether the issuer ${settings.issuer} is at the public origin of the app`,
    "neither AUTH_URL nor --url names it",
    "Set AUTH_URL to that of the deployed app, for this command.",
  )];
}

function issuerElsewhere({ issuer }: Settings, origin: string): Finding {
  return finding(
    "issuer-origin",
    `\`issuer\` of OAuthServer() is ${issuer}, but the app is at ${origin}: there, every endpoint and ` +
      "document of the authorization server answers 404",
    `Set \`issuer\` to a URL of ${origin}, or AUTH_URL to the one that clients use.`,
  );
}

function checkRegistration({ resolved, origin }: Subject, { dynamic }: Settings): Finding[] {
  if (dynamic !== "open" || resolved.limits !== undefined || isLoopback(origin)) return [];
  return [finding(
    "registration-unlimited",
    '`registration.dynamic` is "open", and `limits` is false: anyone can fill the store with clients',
    "Remove `limits: false`, or set `dynamic` to an initial access token: `{ token }`.",
  )];
}

async function checkKeys({ resolved }: Subject): Promise<Result[]> {
  let uses: readonly string[];
  try {
    uses = await sealedUses(resolved as OAuthConfig);
  } catch (error) {
    return [unchecked(
      "The keys that sign tokens",
      `the store failed: ${messageOf(error)}`,
      "Correct the store first.",
    )];
  }
  if (uses.length === 0) return [];
  return [finding(
    "signing-key-sealed",
    `No secret of the app opens the keys that sign tokens (${
      uses.join(", ")
    }): the next token makes ` +
      "new ones, which clients with the published keys refuse for minutes; processes with different " +
      "secrets do so again and again",
    "Give all processes, and the doctor, the same secrets. After a change, keep the previous one: " +
      "AUTH_SECRET_2 is the new one, AUTH_SECRET_1 the previous one.",
  )];
}

/** A document of a running app: its content, or the reason why there is none. */
type Document =
  | { readonly url: string; readonly body: Readonly<Record<string, unknown>> }
  | { readonly url: string; readonly fault: string };

/** Asks a running app for what clients ask for first. */
export async function checkDocuments(
  { fetch, origin, oauthServer: settings }: AppTarget,
): Promise<Result[]> {
  if (!settings) return [];
  if (origin !== settings.origin) {
    const otherOrigin = unchecked(
      "The documents and the public keys of the authorization server",
      "the issuer is at another origin",
      "Correct that first.",
    );
    return [issuerElsewhere(settings, origin), otherOrigin];
  }
  const { issuer } = settings;
  const documents = await Promise.all(
    [...documentPaths(settings)].map(async (path) =>
      withIssuer(await read(fetch, origin + path), issuer)
    ),
  );
  const resources = await Promise.all(
    resourcesOf(settings).map(async (resource) =>
      withResource(await read(fetch, resourceDocumentUrl(resource)), resource.url, issuer)
    ),
  );
  const isHere = ({ url }: Document) => new URL(url).origin === origin;
  const own = [...documents, ...resources.filter(isHere)];
  return [
    ...faultsIn(
      own,
      "oauth-document",
      "so clients do not find the authorization server",
      "Pass every request below /.well-known/ to the handler of the app, with its path unchanged; in " +
        "a framework with files for paths, add the route. Deploy the config that you examine.",
    ),
    ...faultsIn(
      resources.filter((document) => !isHere(document)),
      "resource-document",
      "so clients that know the URL of the resource alone do not find the authorization server",
      "Let the server of the resource answer with the document (RFC 9728). Clients that are set up " +
        "with the issuer do not need it.",
    ),
    ...await checkPublicKeys(fetch, documents),
  ];
}

async function read(fetch: AppTarget["fetch"], url: string): Promise<Document> {
  try {
    // Clients follow no redirect here: each document has one URL.
    const answer = await ask(fetch, url);
    const body = jsonOf(answer);
    if (answer.status !== 200) return { url, fault: `answers with status ${answer.status}` };
    return isRecord(body) ? { url, body } : { url, fault: "is not a JSON object" };
  } catch (error) {
    return { url, fault: `cannot be reached (${reasonOf(error)})` };
  }
}

/** Clients compare the issuer to the byte (RFC 8414 §3.3). */
function withIssuer(document: Document, issuer: string): Document {
  if ("fault" in document || document.body.issuer === issuer) return document;
  return { url: document.url, fault: `names ${shown(document.body.issuer)} in place of ${issuer}` };
}

/** Clients compare the resource to the byte (RFC 9728 §3.3). */
function withResource(document: Document, resource: string, issuer: string): Document {
  if ("fault" in document) return document;
  const { url, body: { resource: named, authorization_servers: servers } } = document;
  if (named !== resource) return { url, fault: `names ${shown(named)} in place of ${resource}` };
  const isListed = Array.isArray(servers) && servers.includes(issuer);
  return isListed ? document : { url, fault: `does not name the server ${issuer}` };
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 200)) : "nothing";
}

/** One finding for all documents, since they have one cure. */
function faultsIn(
  documents: readonly Document[],
  id: FindingId,
  effect: string,
  cure: string,
): Finding[] {
  const faults = documents.flatMap((each) => "fault" in each ? [`${each.url} ${each.fault}`] : []);
  return faults.length === 0 ? [] : [finding(id, `${faults.join("; ")}, ${effect}`, cure)];
}

async function checkPublicKeys(
  fetch: AppTarget["fetch"],
  documents: readonly Document[],
): Promise<Result[]> {
  const right = documents.find((document) => "body" in document);
  if (!right) {
    return [unchecked(
      "The public keys of the authorization server",
      "no document says where they are",
      "Correct the documents first.",
    )];
  }
  const url = right.body.jwks_uri;
  const found = typeof url === "string" && URL.canParse(url)
    ? await read(fetch, url)
    : { url: right.url, fault: "has no `jwks_uri`" };
  if ("body" in found && Array.isArray(found.body.keys) && found.body.keys.length > 0) return [];
  return [finding(
    "jwks-missing",
    `${found.url} ${
      "fault" in found ? found.fault : "has no keys"
    }, so no client can verify an ID ` +
      "token, and no other server an access token",
    "Read the log of the app, pass every request below the base path to its handler, and check that " +
      "its store can be written.",
  )];
}
