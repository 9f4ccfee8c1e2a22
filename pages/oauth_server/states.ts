/**
 * The pages of an authorization server in every state that looks different.
 *
 * @module
 */

import { LOGO } from "../organizations/states.ts";
import { appsPart, leavePart, postPart, questionPart, unknownPart } from "./mod.ts";
import type {
  AppsList,
  AppsProps,
  OAuthLeave,
  OAuthPost,
  OAuthQuestion,
  OAuthUnknown,
  ShownGrant,
} from "./step.ts";
import { AT, EMAIL, type PageStates, shown } from "../../src/tools/gallery/sample.ts";

const POST: OAuthPost = {
  step: "post",
  target: "difference-engine.example",
  url: "https://difference-engine.example/callback",
  targetSource: "https://difference-engine.example/callback",
  fields: { code: "a-code", state: "a-state", iss: "https://app.example" },
  isAtOnce: true,
};

const ASK: OAuthQuestion = {
  step: "ask",
  csrfToken: "token-1",
  formAction: "/auth/oauth/authorize",
  request: "request-1",
  client: "Difference Engine",
  target: "difference-engine.example",
  targetSource: "https:",
  isStranger: false,
  links: {},
  isLoopback: false,
  access: [
    { resource: null, scopes: ["openid", "profile", "email"] },
    { resource: "Projects", scopes: ["Read projects", "Change projects"] },
  ],
  organizations: [],
  account: EMAIL,
  signOutAction: "/auth/signout",
};

const PAGE = "/auth/apps";

const ENGINE: ShownGrant = {
  id: "grant-1",
  client: "Difference Engine",
  targets: ["difference-engine.example"],
  access: ASK.access,
  organization: "Analytical Engine Works",
  createdAt: AT,
  lastUsedAt: AT,
  endUrl: `${PAGE}?step=end`,
};

const LIST: AppsList = {
  step: "list",
  csrfToken: "token-1",
  formAction: PAGE,
  apps: [
    ENGINE,
    {
      ...ENGINE,
      id: "grant-2",
      client: "Analytical Engine Console",
      targets: ["127.0.0.1", "com.analytical-engine.app"],
      access: [{ resource: "Projects", scopes: ["Read projects"] }],
      organization: null,
      lastUsedAt: null,
    },
  ],
  accountUrl: "/auth/account",
  done: "ended",
};

/** The question whether an app gets access, and the apps that have it. */
export const oauthServer: PageStates = {
  ...shown<OAuthQuestion>(questionPart, {
    "oauth": ASK,
    "oauth-organization": {
      ...ASK,
      organizations: [
        { id: "org_1", name: "Analytical Engine Works", logo: LOGO },
        { id: "org_2", name: "Difference Engine Society" },
      ],
      organization: "org_2",
    },
    "oauth-links": {
      ...ASK,
      maker: "Analytical Engine Works of London",
      links: {
        clientUri: "https://difference-engine.example/",
        tosUri: "https://difference-engine.example/terms",
        policyUri: "https://difference-engine.example/privacy",
      },
    },
    "oauth-stranger": {
      ...ASK,
      client: "Analytical Engine Console",
      isStranger: true,
      access: [
        { resource: null, scopes: ["openid", "offline_access"] },
        { resource: "app.example/mcp", scopes: ["project:read"] },
      ],
    },
    "oauth-loopback": {
      ...ASK,
      client: "Analytical Engine Console",
      target: "127.0.0.1:49152",
      targetSource: "http://127.0.0.1:*",
      isStranger: true,
      isLoopback: true,
      access: [{ resource: "Projects", scopes: ["Read projects", "Change projects"] }],
    },
  }),
  ...shown<OAuthLeave>(leavePart, {
    "oauth-leave": {
      step: "leave",
      target: "difference-engine.example",
      url: "https://difference-engine.example/callback?error=login_required",
    },
  }),
  // As it is seen where scripts are off: the script would leave.
  ...shown<OAuthPost>((...all) => ({ ...postPart(...all), script: undefined }), {
    "oauth-post": POST,
    "oauth-post-stranger": { ...POST, isAtOnce: false },
  }),
  ...shown<OAuthUnknown>(unknownPart, {
    "oauth-unknown": {
      step: "unknown",
      fault: "client",
      app: "difference-engine",
      reference: "7F3A01",
    },
    "oauth-unknown-target": {
      step: "unknown",
      fault: "target",
      app: "Difference Engine",
      reference: "7F3A01",
    },
    "oauth-unknown-request": { step: "unknown", fault: "request" },
  }),
  ...shown<AppsProps>(appsPart, {
    "apps": LIST,
    "apps-none": { ...LIST, apps: [], done: undefined },
    "apps-unknown": { ...LIST, done: undefined, isUnknown: true },
    "apps-read-only": {
      ...LIST,
      apps: [{ ...ENGINE, endUrl: undefined }],
      done: undefined,
      isReadOnly: true,
    },
    "apps-end": { step: "end", csrfToken: "token-1", formAction: PAGE, app: ENGINE },
    "apps-end-stale": {
      ...{ step: "end", csrfToken: "token-1", formAction: PAGE, app: ENGINE },
      proofUrl: "/auth/signin",
    },
  }),
};
