/**
 * `oidc-provider` of another project, configured like the server of `_live.ts` as far as both have
 * the same options. The drivers of clients are tried on it, and its verdicts are compared.
 *
 * @module
 */

import { startOpenIDProvider } from "../../_openid_provider.ts";
import { byForm, createServerBrowser, type ServerBrowser } from "./_browser.ts";
import {
  ADA,
  APP_CALLBACKS,
  CALLBACK,
  type Judged,
  LOOPBACK,
  READ,
  SECRET,
  WRITE,
} from "./_judged.ts";
import { fetchDocument, startForeignMcp } from "./_mcp_server.ts";

/** The server of the other project. */
export interface Oracle extends Judged {
  readonly browser: ServerBrowser;
}

/** The part of the package's context that is read here. */
interface GrantContext {
  // deno-lint-ignore no-explicit-any -- the package has no types
  oidc: { provider: any; client: { clientId: string }; session: { accountId: string } };
}

/** As above. */
interface Owned {
  clientId: string;
}

/** As above. */
interface ScopeContext {
  oidc: { params?: { scope?: string } };
}

/** Seconds. */
const TTL = {
  AccessToken: 600,
  Grant: 3600,
  IdToken: 600,
  Interaction: 600,
  RefreshToken: 3600,
  Session: 3600,
};

const GRANTS = ["authorization_code", "refresh_token"];

/** Options of {@linkcode startOracle}. */
export interface OracleOptions {
  /**
   * `true` for as much as possible of what the server here does: `prompt=consent` leads to a page,
   * and access tokens can be introspected and revoked. Default `false`.
   */
  readonly isCompared?: boolean;
  /** Further ones. */
  readonly features?: Readonly<Record<string, unknown>>;
  /** Members of the configuration that replace the usual ones. */
  readonly [name: string]: unknown;
}

/** Starts the server. */
export async function startOracle(
  { features, isCompared = false, ...rest }: OracleOptions = {},
): Promise<Oracle> {
  // deno-lint-ignore no-explicit-any -- see above
  let provider: any;
  const mcp = startForeignMcp();
  const { resource } = mcp;
  const given: string[] = [];
  const { errors, interactionPolicy } = await import("oidc-provider");
  const policy = interactionPolicy.base();
  // It asks for consent again, although the consent is given beforehand here.
  const checks = ["native_client_prompt", ...isCompared ? [] : ["consent_prompt"]];
  for (const check of checks) {
    policy.get("consent")!.checks.remove(check);
  }
  const server = await startOpenIDProvider({
    redirectUris: [],
    configuration: {
      clients: [
        {
          client_id: "web",
          client_secret: SECRET,
          redirect_uris: [CALLBACK, ...APP_CALLBACKS],
          grant_types: GRANTS,
          token_endpoint_auth_method: "client_secret_basic",
        },
        {
          client_id: "web-post",
          client_secret: SECRET,
          redirect_uris: [CALLBACK],
          grant_types: GRANTS,
          token_endpoint_auth_method: "client_secret_post",
        },
        {
          client_id: "cli",
          redirect_uris: [LOOPBACK, CALLBACK],
          grant_types: GRANTS,
          application_type: "native",
          token_endpoint_auth_method: "none",
        },
      ],
      fetch: fetchDocument,
      // Clients that register name those of the resource too.
      scopes: ["openid", "offline_access", READ, WRITE],
      features: {
        devInteractions: { enabled: false },
        introspection: {
          enabled: true,
          allowedPolicy: (_ctx: unknown, client: Owned, token: Owned) =>
            client.clientId === token.clientId,
        },
        revocation: { enabled: true },
        pushedAuthorizationRequests: { enabled: true },
        registration: { enabled: true },
        clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
        resourceIndicators: {
          enabled: true,
          // A scope of the resource is enough to ask for it, as here.
          defaultResource: ({ oidc }: ScopeContext, _client: unknown, oneOf?: string[]) =>
            oneOf?.find((url) => url === resource) ??
              (oidc.params?.scope?.includes("project:") ? resource : undefined),
          useGrantedResource: () => true,
          getResourceServerInfo(_ctx: unknown, asked: string) {
            if (asked !== resource) throw new errors.InvalidTarget();
            return {
              scope: `${READ} ${WRITE}`,
              audience: resource,
              accessTokenFormat: isCompared ? "opaque" : "jwt",
              jwt: { sign: { alg: "RS256" } },
            };
          },
        },
        ...features,
      },
      interactions: { policy, url: (_ctx: unknown, { uid }: { uid: string }) => `/login/${uid}` },
      rotateRefreshToken: true,
      ttl: TTL,
      issueRefreshToken: () => true,
      async loadExistingGrant({ oidc }: GrantContext) {
        provider = oidc.provider;
        const grant = new provider.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope(`openid profile email offline_access ${READ} ${WRITE}`);
        grant.addResourceScope(resource, `${READ} ${WRITE}`);
        given.push(await grant.save());
        return grant;
      },
      ...rest,
    },
  });
  mcp.trust(server.issuer, `${server.issuer}/jwks`);
  const browser = createServerBrowser(server.issuer, byForm({}, ADA.name));
  return {
    name: "oidc-provider",
    issuer: server.issuer,
    resource,
    browser,
    browse: (url) => browser.follow(url),
    ask: () => Promise.resolve(null),
    async endGrants() {
      for (const id of given.splice(0)) {
        for (const kind of ["AccessToken", "AuthorizationCode", "RefreshToken"]) {
          await provider[kind].revokeByGrantId(id);
        }
        await (await provider.Grant.find(id))?.destroy();
      }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
    },
  };
}
