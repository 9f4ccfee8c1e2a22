/**
 * Emails to the owners of an organization about its domains and its connection.
 *
 * @module
 */

import { textsIn, type Wording } from "../../base/language.ts";
import { actionUrl } from "../../http/url.ts";
import { type Caller, sendNotice } from "../../mail/send_notice.ts";
import type { ConnectionNotice } from "../../types/texts.ts";
import { connectionEnglish } from "../../../pages/connections/english.ts";
import type { Actor } from "../organizations/actor.ts";
import { organizations } from "../organizations/kinds.ts";
import type { OrganizationsCall } from "../organizations/settings.ts";
import type { ConnectionData, SamlData } from "./kinds.ts";
import { connectionNoticeEnglish } from "./notice_english.ts";

/** A field of a connection, by the name of its member. */
type ChangedName =
  | keyof typeof connectionEnglish["changed"]
  | (typeof SHOWN)[number]
  | "clientSecret"
  | "metadataUrl"
  | "signsOut"
  | "ssoUrl"
  | "startsAtProvider"
  | "takesSignedResponse";

/** A field that has another value, which is absent where it is a secret or long. */
export interface ChangedField {
  /** Which one. */
  readonly name: ChangedName;
  /** The new value. */
  readonly value?: string | undefined;
}

/**
 * Sends an email to an address; a failure is logged.
 *
 * @param changes fields with other values, for an email that names them
 */
export async function sendConnectionNotice(
  caller: Caller,
  to: string | null | undefined,
  notice: ConnectionNotice,
  values: Readonly<Record<string, string>>,
  changes: readonly ChangedField[] = [],
): Promise<void> {
  await sendNotice(
    caller,
    to,
    {
      builtIn: connectionNoticeEnglish[notice],
      pick: ({ connections }) => connections?.[notice],
      // The one whose sign-in found it is another person than the reader.
      hidesDevice: true,
    },
    (wording) => ({ ...values, changes: changesInWords(changes, wording) }),
  );
}

function changesInWords(changes: readonly ChangedField[], wording: Wording): string {
  const texts = textsIn(connectionEnglish, wording, ({ connections }) => connections);
  const { provider, changed } = texts;
  const names: Readonly<Record<ChangedName, string>> = {
    ...changed,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    issuer: provider.issuer,
    metadataUrl: provider.metadataUrl,
    signsOut: provider.signsOut,
    ssoUrl: provider.signOn,
    startsAtProvider: provider.startsThere,
    takesSignedResponse: provider.signedResponse,
  };
  return changes
    .map(({ name, value }) => value === undefined ? names[name] : `${names[name]}: ${value}`)
    .join(", ");
}

/** Sends an email to each owner; what was found stands even if nobody can be told. */
export async function notifyOwners(
  call: OrganizationsCall,
  org: string,
  notice: ConnectionNotice,
  values: Readonly<Record<string, string>>,
  changes?: readonly ChangedField[],
): Promise<void> {
  const { config, request, records } = call;
  try {
    const data = (await organizations.get(records, org))?.data;
    if (!data || data.isEnding) return;
    const origin = request?.origin || config.siteOrigin;
    const path = `organization/${data.slug}`;
    const url = origin ? actionUrl({ request: { origin }, config }, path) : "";
    for (const owner of data.owners) {
      const user = await config.store.getUser(owner);
      await sendConnectionNotice(call, user?.email, notice, {
        organization: data.name,
        url,
        ...values,
      }, changes);
    }
  } catch (error) {
    config.logger.error(error as Error);
  }
}

/** Tells the owners what an admin link has done to the connection; nothing for an owner who acts. */
export async function tellOfLink(
  { via, userId: maker, org, call }: Actor,
  before: ConnectionData | undefined,
  after: ConnectionData | undefined,
): Promise<void> {
  if (via === undefined) return;
  const changes = after ? changesIn(before, after) : [];
  if (after && changes.length === 0) return;
  const { config, request } = call;
  try {
    const user = maker === null ? null : await config.store.getUser(maker);
    const site = request?.origin || config.siteOrigin;
    await notifyOwners(call, org, after ? "link-changed" : "link-removed", {
      maker: user?.email ?? user?.name ?? (site ? new URL(site).host : "API"),
    }, changes);
  } catch (error) {
    config.logger.error(error as Error);
  }
}

/** Members whose values say where people are led, and who they are. */
const SHOWN = ["issuer", "clientId"] as const;
const SHOWN_OF_SAML = ["metadataUrl", "ssoUrl", "subject", "email", "groups"] as const;

/** Most characters of a value in an email. */
const MAX_SHOWN = 200;

/** What is other than before, by the names of the members; no secret is among the values. */
function changesIn(before: ConnectionData | undefined, after: ConnectionData): ChangedField[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const [old, saml] = [before?.saml, after.saml];
  const found: ChangedField[] = [];
  const note = (name: ChangedName, was: unknown, is: unknown, isShown: boolean) => {
    if (isSame(was ?? null, is ?? null)) return;
    const value = isShown && typeof is === "string" && is ? is.slice(0, MAX_SHOWN) : undefined;
    found.push({ name, value });
  };
  for (const name of SHOWN) note(name, before?.[name] || null, after[name] || null, true);
  note("clientSecret", before?.sealed, after.sealed, false);
  note("tenants", before?.tenants, after.tenants, false);
  note("signsOut", before?.signsOut, after.signsOut, false);
  if (!saml) return found;
  for (const name of SHOWN_OF_SAML) note(name, old?.[name], saml[name], true);
  note("logout", old?.logout?.url, saml.logout?.url, true);
  const requests = (one: SamlData | undefined) => one?.logout?.request ?? one?.logout?.url;
  // The same URL is named once.
  const isApart = [old, saml].some((one) => requests(one) !== one?.logout?.url);
  if (isApart) note("logout", requests(old), requests(saml), true);
  note("certificates", old?.certificates, saml.certificates, false);
  for (const name of ["takesSignedResponse", "startsAtProvider"] as const) {
    note(name, old?.[name] ?? false, saml[name], false);
  }
  return found;
}
