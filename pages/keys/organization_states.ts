/**
 * The page of an organization's API keys in every state that looks different from a user's page.
 *
 * @module
 */

import { organizationKeysPart } from "./organization.tsx";
import type {
  OrganizationKeyList,
  OrganizationKeyProps,
  ServiceForm,
  ServiceKeyForm,
  ShownOrganizationKey,
  ShownService,
} from "./organization_step.ts";
import { SHELL } from "../organizations/states.ts";
import { AT, type PageStates, shown } from "../../src/tools/gallery/sample.ts";

const TEAM = "/auth/organization/analytical-engine";
const PAGE = `${TEAM}/keys`;
const HERE = {
  formAction: PAGE,
  csrfToken: "token-1",
  organization: { name: "Analytical Engine Works of London", url: TEAM },
};

const key = (name: string, own: Partial<ShownOrganizationKey> = {}): ShownOrganizationKey => ({
  id: "7Qm2xTz0Wq9LrB4k",
  hint: "acme_k1_7Qm2…",
  name,
  scopes: ["project:read", "project:write"],
  createdAt: AT,
  lastUsedAt: AT,
  expires: AT,
  isRotated: false,
  urls: { rotate: `${PAGE}?step=rotate`, revoke: `${PAGE}?step=revoke` },
  ...own,
});

const service = (name: string, own: Partial<ShownService> = {}): ShownService => ({
  id: "svc_7Qm2xTz0Wq9LrB4k",
  name,
  scopes: ["project:read", "project:write"],
  createdAt: AT,
  urls: { key: `${PAGE}?step=service-key`, delete: `${PAGE}?step=service-delete` },
  ...own,
});

const NIGHTLY = key("Nightly backup of the Analytical Engine");
const BUILD = service("Build server of the Analytical Engine");

const FORM = {
  name: "",
  scopes: [],
  days: "90",
  offered: ["project:read", "project:write", "billing:manage"],
  once: "AAAAAAAAAAAAAAAAAAAAAA",
};

const LIST: OrganizationKeyList = {
  ...HERE,
  step: "list",
  shell: SHELL,
  keys: [
    NIGHTLY,
    key("Build", { service: BUILD.name, lastUsedAt: null, expires: null, scopes: "all" }),
    key("Old import", { isRotated: true, scopes: "all", urls: { revoke: PAGE } }),
  ],
  services: [BUILD, service("Import", { scopes: "all" })],
  serviceUrl: `${PAGE}?step=service`,
  create: FORM,
  done: "service",
};

const NEW_SERVICE: ServiceForm = {
  ...HERE,
  step: "service",
  create: { name: "", scopes: [], offered: FORM.offered },
};

const SERVICE_KEY: ServiceKeyForm = {
  ...HERE,
  step: "service-key",
  service: BUILD,
  create: { ...FORM, offered: ["project:read", "project:write"] },
};

/** API keys of an organization, and its services. */
export const organizationKeys: PageStates = shown<OrganizationKeyProps>(organizationKeysPart, {
  "organization-keys": LIST,
  "organization-keys-first": {
    ...LIST,
    keys: [],
    services: [],
    done: undefined,
    create: { ...FORM, name: "Backup", days: "0", scopes: ["project:read"] },
    fault: { field: "expiresIn" },
  },
  "organization-keys-refused": { ...LIST, done: undefined, fault: { reason: "too-many" } },
  "organization-keys-stale": { ...LIST, done: undefined, proofUrl: "/auth/signin" },
  "organization-keys-to-read": {
    ...HERE,
    step: "list",
    shell: SHELL,
    keys: [key("Build", { urls: {} })],
    isReadOnly: true,
  },
  "organization-keys-revoke": { ...HERE, step: "revoke", key: NIGHTLY, until: AT },
  service: NEW_SERVICE,
  "service-without-scopes": {
    ...NEW_SERVICE,
    create: { ...NEW_SERVICE.create, name: "Build" },
    fault: { field: "scopes" },
  },
  "service-stale": { ...NEW_SERVICE, proofUrl: "/auth/signin" },
  "service-key": SERVICE_KEY,
  "service-key-refused": { ...SERVICE_KEY, fault: { reason: "too-many" } },
  "service-delete": { ...HERE, step: "service-delete", service: BUILD },
});
