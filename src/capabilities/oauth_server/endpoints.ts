/**
 * Endpoints of the authorization server. Their code is loaded at the first request.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { Endpoint, ExplicitEndpoint } from "../../types/internal.ts";
import { documentPaths, resourceDocumentUrl, resourcesOf, type Settings } from "./settings.ts";

/** Members of every endpoint for programs. */
const CALL = { kind: "explicit", answer: answerProgram, cors: "any-origin" } as const;

/**
 * The endpoints below the base path, and the documents at the root.
 *
 * @param hasOrganizations `true` where organizations have pages
 */
export function endpointsFor(settings: Settings, hasOrganizations: boolean): readonly Endpoint[] {
  const hasApps = hasOrganizations && settings.developerApps !== undefined;
  return [...PAGES, ...hasApps ? [OF_ORGANIZATIONS] : [], ...CALLS, ...documentsOf(settings)];
}

/** The page of an organization's own apps. */
const OF_ORGANIZATIONS: Endpoint = {
  kind: "ambient",
  path: "organization/{slug}/apps",
  methods: ["GET", "POST"],
  isCounted: true,
  load: async () => (await import("./developer_apps_page.ts")).developerAppsPage,
};

const PAGES: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "oauth/authorize",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./authorize.ts")).authorizePage,
  },
  {
    kind: "ambient",
    path: "oauth/end-session",
    methods: ["GET", "POST"],
    load: async () => (await import("./end_session.ts")).endSessionPage,
  },
  {
    kind: "ambient",
    path: "apps",
    methods: ["GET", "POST"],
    isCounted: true,
    refusal: "account.refused",
    load: async () => (await import("./apps.ts")).appsPage,
  },
  {
    kind: "ambient",
    path: "device",
    methods: ["GET", "POST"],
    isCounted: true,
    refusal: "account.refused",
    load: async () => (await import("./device_page.ts")).devicePage,
  },
];

/**
 * Those at which clients authenticate count no request of one that did: a server comes from one address
 * for all of its users. `authenticate_client.ts` counts the others.
 */
const CALLS: readonly Endpoint[] = [
  {
    ...CALL,
    path: "oauth/par",
    methods: ["POST"],
    repeated: ["resource"],
    load: async () => ({ POST: (await import("./par.ts")).parHandler }),
  },
  {
    ...CALL,
    path: "oauth/device",
    methods: ["POST"],
    repeated: ["resource"],
    load: async () => ({ POST: (await import("./device.ts")).deviceHandler }),
  },
  {
    ...CALL,
    path: "oauth/token",
    methods: ["POST"],
    repeated: ["resource", "audience"],
    load: async () => ({ POST: (await import("./token.ts")).tokenHandler }),
  },
  {
    ...CALL,
    path: "oauth/revoke",
    methods: ["POST"],
    load: async () => ({ POST: (await import("./revoke.ts")).revokeHandler }),
  },
  {
    ...CALL,
    path: "oauth/introspect",
    methods: ["POST"],
    load: async () => ({ POST: (await import("./introspect.ts")).introspectHandler }),
  },
  {
    ...CALL,
    path: "oauth/register",
    methods: ["POST"],
    isCounted: true,
    load: async () => ({ POST: (await import("./register.ts")).registerHandler }),
  },
  {
    ...CALL,
    path: "oauth/register/{id}",
    methods: ["GET", "PUT", "DELETE"],
    load: async () => {
      const { readSelf, replaceSelf, removeSelf } = await import("./own_registration.ts");
      return { GET: readSelf, PUT: replaceSelf, DELETE: removeSelf };
    },
  },
  {
    ...CALL,
    path: "oauth/userinfo",
    methods: ["GET", "POST"],
    load: async () => {
      const { userinfoHandler } = await import("./userinfo.ts");
      return { GET: userinfoHandler, POST: userinfoHandler };
    },
  },
  {
    ...CALL,
    path: "oauth/jwks",
    methods: ["GET"],
    load: async () => ({ GET: (await import("./jwks.ts")).jwksHandler }),
  },
];

/** Documents at the root. */
function documentsOf(settings: Settings): ExplicitEndpoint[] {
  const server = async () => ({ GET: (await import("./metadata.ts")).serverMetadata });
  const resource = async () => ({ GET: (await import("./metadata.ts")).resourceMetadata });
  // The options may have a fault, which their check names.
  const others = new Set(
    resourcesOf(settings).filter(({ url }) => URL.canParse(url))
      .map((each) => new URL(resourceDocumentUrl(each)).pathname),
  );
  return [
    ...[...documentPaths(settings)].map((path) =>
      ({ ...CALL, path, methods: ["GET"], load: server }) as const
    ),
    ...[...others].map((path) => ({ ...CALL, path, methods: ["GET"], load: resource }) as const),
  ];
}
