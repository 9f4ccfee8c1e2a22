/**
 * The changes that both pages of connections have: domains and the provider.
 *
 * @module
 */

import { readField } from "../../request/page.ts";
import type { ResponseInternal } from "../../types/internal.ts";
import {
  add as addDomain,
  check as checkDomain,
  remove as removeDomain,
} from "./domain_functions.ts";
import { create, remove, test, update } from "./functions.ts";
import { connections } from "./kinds.ts";
import { beginTest } from "./test_sign_in.ts";
import { type ConnectionsPageContext, showView, type Typed } from "./page_context.ts";
import type {
  ConnectionDone,
  ConnectionRefusal,
  NewConnection,
  NewSamlConnection,
  SamlChanges,
} from "./typed.ts";

/** A change that a form asks for. */
export interface Change {
  /** Words for the change, in logs. */
  readonly words: string;
  /** Makes the change; returns the answer, or why there is none. */
  run(
    context: ConnectionsPageContext,
    typed: Typed,
  ): Promise<ResponseInternal | ConnectionRefusal>;
}

/** Leads to the list after a change. */
export function goOn(
  { url }: ConnectionsPageContext,
  result: ConnectionDone,
  done: string,
): ResponseInternal | ConnectionRefusal {
  return result.ok ? { redirect: url({ done }) } : result;
}

/** The changes, by the step of the form. */
export const CHANGES = {
  "add-domain": {
    words: "add a domain",
    async run(context, { domain = "" }) {
      const { config, membership } = context;
      return goOn(context, await addDomain(config, membership, domain), "added");
    },
  },
  "check-domain": {
    words: "check a domain",
    async run(context, { domain = "" }) {
      const { config, membership } = context;
      const result = await checkDomain(config, membership, domain);
      return result.ok && !result.domain.isProven
        ? await showView(context, undefined, { fault: { reason: "absent" } })
        : goOn(context, result, "proven");
    },
  },
  "remove-domain": {
    words: "remove a domain",
    async run(context, { domain = "" }) {
      const { config, membership } = context;
      return goOn(context, await removeDomain(config, membership, domain), "freed");
    },
  },
  "connect": {
    words: "create a connection",
    async run(context, typed) {
      const { config, membership } = context;
      const values = typed.kind === "saml" ? samlIn(context, typed) : valuesIn(context, typed);
      return goOn(context, await create(config, membership, values), "connected");
    },
  },
  "change": {
    words: "change a connection",
    async run(context, typed) {
      const { config, membership } = context;
      const values = typed.kind === "saml" ? samlIn(context, typed) : valuesIn(context, typed);
      return goOn(context, await update(config, membership, typed.id ?? "", values), "changed");
    },
  },
  "remove": {
    words: "remove a connection",
    async run(context, { id = "" }) {
      const { config, membership } = context;
      return goOn(context, await remove(config, membership, id), "removed");
    },
  },
  "test": {
    words: "test a connection",
    async run(context, { id = "" }) {
      const { config, membership, call } = context;
      const result = await test(config, membership, id);
      if (result.ok || result.reason !== "provider-failed") {
        // What was typed is no id before it was found.
        const isOfSaml = result.ok &&
          (await connections.get(call.records, id))?.data.saml !== undefined;
        return goOn(context, result, isOfSaml ? "checked" : "tested");
      }
      const { lacks, message } = result;
      return await showView(context, undefined, { failed: { lacks, message } });
    },
  },
  "try": {
    words: "test the sign-in of a connection",
    async run(context, { id = "" }) {
      const begun = await beginTest(context, id);
      return "failed" in begun ? await showView(context, undefined, begun) : begun;
    },
  },
} as const satisfies Readonly<Record<string, Change>>;

/** The values of the form of the provider, as functions take them. */
function valuesIn({ ctx }: ConnectionsPageContext, typed: Typed): NewConnection {
  const { issuer = "", clientId = "", secretExpires, tenants } = typed;
  const clientSecret = readField(ctx, "clientSecret");
  return {
    ...{ issuer, clientId },
    ...clientSecret ? { clientSecret } : {},
    secretExpires: secretExpires === undefined ? null : dateIn(secretExpires),
    tenants: tenants === undefined ? null : tenants.split(/[\s,]+/).filter(Boolean),
    signsOutAtProvider: typed.signsOutAtProvider === "1",
  };
}

/** The same for SAML. Without metadata, that of before stays. */
function samlIn({ ctx }: ConnectionsPageContext, typed: Typed): NewSamlConnection {
  const { metadataUrl } = typed;
  const metadata = readField(ctx, "metadata").trim();
  const read: SamlChanges = metadataUrl !== undefined
    ? { metadataUrl }
    : metadata !== ""
    ? { metadata, metadataUrl: null }
    : {};
  return {
    signsOutAtProvider: typed.signsOutAtProvider === "1",
    saml: {
      ...read,
      subject: typed.subjectAttribute ?? null,
      email: typed.emailAttribute ?? null,
      groups: typed.groupsAttribute ?? null,
      takesSignedResponse: typed.takesSignedResponse === "1",
      startsAtProvider: typed.startsAtProvider === "1",
    },
  };
}

/** The begin of a day, in UTC; no date for text that is none, which the function refuses. */
function dateIn(text: string): Date {
  return new Date(text.length === 10 ? `${text}T00:00:00Z` : NaN);
}
