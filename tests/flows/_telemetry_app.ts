/**
 * An app with a provider of each kind, in a process of its own, which exports its
 * telemetry: `_telemetry_app.ts <setup as JSON>`. It ends by itself after a request for
 * `/stop`, so that the runtime exports what is left.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import { OAuth1 } from "../../src/capabilities/oauth1/mod.ts";

/** What the test decides. */
export interface Setup {
  secret: string;
  /** Origin of the test, which takes mails and audit entries. */
  test: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Members of the OAuth 1.0 provider. */
  oauth1: Record<string, string>;
  /** User who has a password. */
  user: { id: string; name: string; email: string };
  password: string;
}

const { secret, test, issuer, clientId, clientSecret, oauth1, user, password }: Setup = JSON.parse(
  Deno.args[0]!,
);

const post = async (path: string, body: unknown): Promise<void> => {
  const response = await fetch(test + path, { method: "POST", body: JSON.stringify(body) });
  await response.body?.cancel();
};

const adapter = MemoryAdapter();
await adapter.createUser({ ...user, emailVerified: new Date() });

const config: AuthConfig = {
  providers: [
    Credentials({ authorize: (fields) => fields.password === password ? { ...user } : null }),
    { id: "idp", name: "IdP", type: "oidc", issuer, clientId, clientSecret, emailVerified: true },
    {
      id: "acme",
      name: "Acme",
      type: "oauth",
      issuer,
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
      clientId,
      clientSecret,
      profile: ({ sub, name }) => ({ id: sub, name }),
    },
    OAuth1({ id: "old", name: "Old", ...oauth1 }),
    {
      id: "mail",
      name: "Mail",
      type: "email",
      sendVerificationRequest: async ({ identifier, token, url }) =>
        await post("/mail", { identifier, token, url }),
    },
    Passkey,
  ],
  adapter,
  secret,
  session: { strategy: "jwt", revocation: {} },
  tokens: KeepTokens(),
  experimental: { enableWebAuthn: true },
  limits: { clientAddress: ({ headers }) => headers.get("x-client-address"), perRecipient: 1 },
  events: { audit: (entry) => post("/audit", entry) },
};

const { handler, auth } = DenoAuth(config);

const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(`ready ${port}`) },
  handler(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/stop") queueMicrotask(() => void server.shutdown());
    if (pathname === "/token") {
      await getAccessToken(request, config, { provider: "idp", minimumSeconds: 7200 });
    }
    if (pathname === "/page") return Response.json(await auth(request));
    return new Response("app");
  }),
);
