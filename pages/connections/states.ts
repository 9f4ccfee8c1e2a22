/**
 * The page of an organization's single sign-on in every state that looks different.
 *
 * @module
 */

import { AT, type PageStates, shown } from "../../src/tools/gallery/sample.ts";
import { SHELL } from "../organizations/states.ts";
import { connectionsPart } from "./mod.ts";
import type { ConnectionList, ConnectionProps, ShownConnection, ShownDomain } from "./step.ts";

const PAGE = "/auth/organization/analytical-engine/sign-in";
const organization = { name: "Analytical Engine Works of London" };
const HERE = { formAction: PAGE, csrfToken: "token-1", organization };
const id = "sso-analytical-engine";

const domain = (name: string, own: Partial<ShownDomain> = {}): ShownDomain => ({
  name,
  isProven: true,
  lostAt: null,
  record: {
    type: "TXT",
    name: `_auth-challenge.${name}`,
    value: "auth-domain=Q2hhcmxlcy1CYWJiYWdlLTE3OTEtMTg3",
  },
  removeUrl: `${PAGE}?step=remove-domain&domain=${name}`,
  ...own,
});

const connection: ShownConnection = {
  id,
  kind: "oidc",
  issuer: "https://login.microsoftonline.com/8a1c2f0e-8f5b-4f5d-9c3e-0f6f5b2f7a11/v2.0",
  clientId: "3f2b7c1e-1d54-4a7e-9b0a-5d1c2f7e9a44",
  secretExpires: AT,
  tenants: null,
  isRequired: false,
};

const EMPTY: ConnectionList = {
  ...HERE,
  step: "list",
  domains: [],
  domain: "",
  redirectUri: `https://app.example/auth/callback/${id}`,
  kind: "oidc",
  create: { issuer: "", clientId: "", secretExpires: "", signsOutAtProvider: false },
  link: null,
  shell: SHELL,
};

const FULL: ConnectionList = {
  ...HERE,
  step: "list",
  domains: [
    domain("analytical-engine.example"),
    domain("difference.example", { isProven: false }),
    domain("loom.example", { isProven: false, lostAt: AT }),
  ],
  domain: "",
  redirectUri: `https://app.example/auth/callback/${id}`,
  kind: "oidc",
  connection,
  urls: {
    change: `${PAGE}?step=change`,
    remove: `${PAGE}?step=remove`,
    require: `${PAGE}?step=require`,
  },
  roles: {
    list: [{ group: "engine-admins", role: "admin" }, { group: "engineers", role: "member" }],
    isOfApp: true,
    offered: ["admin", "member", "guest"],
    group: "",
    role: "guest",
  },
  link: { expires: AT, isOpened: false },
  shell: SHELL,
  done: "proven",
};

const entityId = "https://app.example/auth/saml/analytical-engine/metadata";

const samlForm = {
  ...{ metadataUrl: "", metadata: "", subject: "", email: "", groups: "" },
  ...{ takesSignedResponse: false, startsAtProvider: false },
};

const SETUP = { ...HERE, formAction: "/auth/connection-setup" };

/** Single sign-on of organizations. */
export const connections: PageStates = shown<ConnectionProps>(connectionsPart, {
  "sso": FULL,
  "sso-empty": EMPTY,
  "sso-faulty": {
    ...EMPTY,
    domain: "gmail.com",
    fault: { field: "domain" },
    link: { expires: AT, isOpened: true },
  },
  "sso-issuer": {
    ...EMPTY,
    create: {
      issuer: "https://login.microsoftonline.com/common/v2.0",
      clientId: connection.clientId,
      secretExpires: "2030-03-17",
      tenants: "",
      signsOutAtProvider: true,
    },
    fault: { field: "tenants" },
  },
  "sso-failed": {
    ...FULL,
    done: undefined,
    connection: { ...connection, isRequired: true },
    failed: {
      lacks: "jwks_uri",
      message: "The discovery document lacks jwks_uri",
    },
  },
  "sso-saml-empty": {
    ...EMPTY,
    kind: "saml",
    create: undefined,
    createSaml: samlForm,
    entityId,
    otherKindUrl: `${PAGE}?kind=oidc`,
  },
  "sso-saml-faulty": {
    ...EMPTY,
    kind: "saml",
    create: undefined,
    createSaml: { ...samlForm, metadata: "<EntityDescriptor>", startsAtProvider: true },
    entityId,
    otherKindUrl: `${PAGE}?kind=oidc`,
    fault: { field: "metadata" },
    failed: { lacks: "metadata", message: "Cannot read the XML: it breaks off" },
  },
  "sso-saml": {
    ...FULL,
    kind: "saml",
    entityId,
    connection: {
      ...connection,
      kind: "saml",
      issuer: "https://sts.windows.net/8a1c2f0e-8f5b-4f5d-9c3e-0f6f5b2f7a11/",
      clientId: "",
      ssoUrl: "https://login.microsoftonline.com/8a1c2f0e-8f5b-4f5d-9c3e-0f6f5b2f7a11/saml2",
      signOutUrl: "https://app.example/auth/saml/analytical-engine/logout",
    },
    done: "checked",
  },
  "sso-saml-change": {
    ...HERE,
    step: "change",
    id,
    saml: { ...samlForm, subject: "http://schemas.microsoft.com/identity/claims/objectidentifier" },
    fault: { field: "subject" },
  },
  "sso-saml-logout": {
    ...HERE,
    step: "change",
    id,
    saml: { ...samlForm, signsOutAtProvider: true },
    fault: { field: "signsOutAtProvider" },
  },
  "sso-absent": { ...FULL, done: undefined, fault: { reason: "absent" } },
  "sso-stale": { ...FULL, done: undefined, proofUrl: "/auth/signin" },
  "sso-read-only": { ...FULL, done: undefined, isReadOnly: true },
  "sso-change": {
    ...HERE,
    step: "change",
    id,
    form: {
      ...{ issuer: connection.issuer, clientId: connection.clientId, secretExpires: "" },
      signsOutAtProvider: true,
    },
    fault: { field: "issuer" },
  },
  "sso-remove": { ...HERE, step: "remove", id },
  "sso-remove-domain": { ...HERE, step: "remove-domain", domain: "difference.example" },
  "sso-require": { ...HERE, step: "require", id, fault: { reason: "provider-required" } },
  "sso-release": { ...HERE, step: "release", id },
  "sso-link": {
    ...HERE,
    step: "made",
    url: "https://app.example/auth/connection-setup?token=" +
      "org_4vT2bq8LrXn0YcE1kWm7dA.Q2hhcmxlcy1CYWJiYWdlLTE3OTEtMTg3MS1Mb25kb24",
  },
  "sso-open": { ...SETUP, step: "open", fields: { token: "1" } },
  "sso-ended": { step: "ended", formAction: "/auth/connection-setup" },
  "sso-tried": {
    ...HERE,
    step: "tried",
    id,
    result: {
      subject: "9b2f6f1c-52b0-4a0e-8b53-3f0b6f0d5c11",
      email: "ada.lovelace@analytical-engine.example",
      groups: ["engineers", "difference-engine-maintenance"],
      role: "member",
      as: "new",
      refused: null,
    },
  },
  "sso-tried-refused": {
    ...HERE,
    step: "tried",
    id,
    result: {
      subject: "9b2f6f1c-52b0-4a0e-8b53-3f0b6f0d5c11",
      email: "ada@analytical-engine.example",
      groups: [],
      role: null,
      as: null,
      refused: {
        by: "unverified",
        field: "email_verified",
        message: `Cannot sign in with "${id}": the provider does not vouch for the address`,
      },
    },
  },
  "sso-tried-waits": { ...SETUP, step: "tried", id, result: null },
  "sso-setup": {
    ...SETUP,
    step: "list",
    domains: FULL.domains,
    domain: "",
    kind: "oidc",
    redirectUri: FULL.redirectUri,
    connection,
    urls: { change: `${PAGE}?step=change`, remove: `${PAGE}?step=remove` },
    done: "tested",
  },
});
