import { createServer } from "node:http";
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { errors, Provider } from "oidc-provider";

/** What the company allows: at which servers an agent acts for its people, by which id, for what. */
export type Allowed = ReadonlyMap<
  string,
  ReadonlyMap<string, { readonly client: string; readonly scope: string }>
>;

/** Options of {@linkcode startCompany}. */
export interface CompanyOptions {
  readonly port: number;
  readonly allowed: Allowed;
  /** The agent, as its client. */
  readonly agent: { readonly id: string; readonly secret: string; readonly redirectUri: string };
}

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const TYPES = "urn:ietf:params:oauth:token-type:";
const PARAMETERS = [
  ...["subject_token", "subject_token_type", "requested_token_type", "audience", "resource"],
  "scope",
];

/** Starts the identity provider of the company; anybody can sign in, by any name. */
export async function startCompany(
  { port, allowed, agent }: CompanyOptions,
): Promise<AsyncDisposable & { readonly issuer: string }> {
  const issuer = `http://localhost:${port}`;
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const names = { kid: "company", alg: "ES256", use: "sig" };
  const keys = createLocalJWKSet({ keys: [{ ...await exportJWK(publicKey), ...names }] });
  const provider = new Provider(issuer, {
    clients: [{
      client_id: agent.id,
      client_secret: agent.secret,
      redirect_uris: [agent.redirectUri],
      grant_types: ["authorization_code", EXCHANGE],
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: "ES256",
    }],
    jwks: { keys: [{ ...await exportJWK(privateKey), ...names }] },
    cookies: { keys: [crypto.randomUUID()] },
  });

  // The package leaves this grant to its app. What comes of it is used once, at one server.
  provider.registerGrantType(EXCHANGE, async (ctx: Call) => {
    const { params, client: { clientId } } = ctx.oidc;
    const may = allowed.get(clientId)?.get(params.audience ?? "");
    if (!may) throw new errors.InvalidTarget("the company has not allowed this");
    const isAsked = params.requested_token_type === `${TYPES}id-jag` &&
      params.subject_token_type === `${TYPES}id_token`;
    if (!isAsked) {
      throw new errors.InvalidRequest("an ID token gives an assertion, and nothing else");
    }
    const checks = { issuer, audience: clientId, algorithms: [names.alg] };
    const { payload } = await jwtVerify(params.subject_token ?? "", keys, checks).catch(() => {
      throw new errors.InvalidRequest("the ID token is not valid");
    });
    const { client: client_id, scope } = may;
    const assertion = await new SignJWT({ client_id, scope, resource: params.resource })
      .setProtectedHeader({ alg: "ES256", kid: names.kid, typ: "oauth-id-jag+jwt" })
      .setIssuer(issuer).setSubject(payload.sub!).setAudience(params.audience!)
      .setIssuedAt().setExpirationTime("5 minutes").setJti(crypto.randomUUID())
      .sign(privateKey);
    ctx.body = {
      ...{ issued_token_type: `${TYPES}id-jag`, access_token: assertion },
      ...{ token_type: "N_A", expires_in: 300, scope },
    };
  }, PARAMETERS);

  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    issuer,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The part of the package's context that is read here. */
interface Call {
  readonly oidc: {
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly client: { readonly clientId: string };
  };
  body: unknown;
}
