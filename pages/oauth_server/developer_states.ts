/**
 * The page of an organization's own apps in every state that looks different.
 *
 * @module
 */

import { AT, type PageStates, shown } from "../../src/tools/gallery/sample.ts";
import { SHELL } from "../organizations/states.ts";
import { developerAppsPart } from "./developer.ts";
import type { DeveloperAppList, DeveloperAppProps, ShownDeveloperApp } from "./developer_step.ts";

const PAGE = "/auth/organization/analytical-engine/apps";
const HERE = {
  formAction: PAGE,
  csrfToken: "token-1",
  organization: { name: "Analytical Engine Works of London" },
};

const ENGINE: ShownDeveloperApp = {
  id: "7Qm2xTz0Wq9LrB4kAAAAAA",
  name: "Console of the Analytical Engine",
  redirectUris: [
    "https://apps.analytical-engine.example/oauth/callback",
    "http://127.0.0.1/callback",
  ],
  method: "secret",
  createdAt: AT,
  previousSecretExpires: AT,
  urls: {
    change: `${PAGE}?step=change`,
    rotate: `${PAGE}?step=rotate`,
    remove: `${PAGE}?step=remove`,
  },
};

/** The same with the number of people, as the views of one app have it. */
const COUNTED: ShownDeveloperApp = { ...ENGINE, people: { count: 1000, isMore: true } };

const FORM = {
  name: "",
  redirectUris: "",
  clientUri: "",
  logoUri: "",
  tosUri: "",
  policyUri: "",
};

const CREATE = { ...FORM, method: "secret", once: "AAAAAAAAAAAAAAAAAAAAAA" } as const;

const LIST: DeveloperAppList = {
  ...HERE,
  step: "list",
  shell: SHELL,
  apps: [
    ENGINE,
    {
      ...ENGINE,
      id: "7Qm2xTz0Wq9LrB4kBBBBBB",
      name: "Loom",
      redirectUris: ["example.loom.app:/callback"],
      method: "none",
      previousSecretExpires: null,
      urls: { change: PAGE, remove: PAGE },
    },
  ],
  create: CREATE,
  done: "changed",
};

const STORED = {
  ...FORM,
  name: ENGINE.name,
  redirectUris: ENGINE.redirectUris.join("\n"),
  logoUri: "https://apps.analytical-engine.example/logo.png",
};

/** Apps of an organization. */
export const developerApps: PageStates = shown<DeveloperAppProps>(developerAppsPart, {
  "developer-apps": LIST,
  "developer-apps-first": {
    ...LIST,
    apps: [],
    done: undefined,
    create: { ...CREATE, name: "Loom", redirectUris: "http://loom.example/", method: "none" },
    fault: { field: "redirectUris" },
  },
  "developer-apps-refused": { ...LIST, done: undefined, fault: { reason: "too-many" } },
  "developer-apps-stale": {
    ...{ ...HERE, step: "list", shell: SHELL, apps: LIST.apps },
    proofUrl: "/auth/signin",
  },
  "developer-apps-to-read": {
    ...HERE,
    step: "list",
    shell: SHELL,
    apps: LIST.apps,
    isReadOnly: true,
  },
  "developer-apps-change": { ...HERE, step: "change", app: COUNTED, form: STORED },
  "developer-apps-change-faulty": {
    ...HERE,
    step: "change",
    app: COUNTED,
    form: { ...STORED, logoUri: "http://analytical-engine.example/" },
    fault: { field: "logoUri" },
  },
  "developer-apps-rotate": {
    ...{ ...HERE, step: "rotate", app: ENGINE, once: CREATE.once },
  },
  "developer-apps-remove": {
    ...{ ...HERE, step: "remove", app: COUNTED, once: CREATE.once },
  },
  "developer-apps-remove-stale": {
    ...{ ...HERE, step: "remove", app: COUNTED, once: CREATE.once },
    proofUrl: "/auth/signin",
  },
  "developer-apps-made": {
    ...HERE,
    step: "made",
    id: ENGINE.id,
    name: ENGINE.name,
    secret: "q0Wq9LrB4k7Qm2xTz0Wq9LrB4k7Qm2xTz0Wq9LrB4k7",
  },
});
