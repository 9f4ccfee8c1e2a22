import { assertStrictEquals } from "@std/assert";
import type { Provider } from "../../../mod.ts";
import { credentialsFlow } from "../../../src/flows/credentials.ts";
import { emailFlow } from "../../../src/flows/email/mod.ts";
import { loadFlow } from "../../../src/flows/mod.ts";
import { oauthFlow } from "../../../src/flows/oauth/mod.ts";
import { oauth1Flow } from "../../../src/capabilities/oauth1/flow.ts";
import Credentials from "../../../src/providers/credentials.ts";
import Twitter from "../../../src/capabilities/oauth1/twitter_provider.ts";
import type { BoundFlow } from "../../../src/types/flow.ts";
import { ACME, createConfig } from "../_context.ts";

const MAIL: Provider = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};

const flows: [string, Provider, Pick<BoundFlow, "finishMethods">][] = [
  ["OAuth 2", ACME, oauthFlow],
  ["OpenID Connect", { ...ACME, type: "oidc" }, oauthFlow],
  ["OAuth 1.0", Twitter({ clientId: "c", clientSecret: "s" }), oauth1Flow],
  ["email", MAIL, emailFlow],
  ["credentials", Credentials({}), credentialsFlow],
];
for (const [name, written, flow] of flows) {
  Deno.test(`flowOf() loads the flow for ${name}`, async () => {
    const [provider] = createConfig({ providers: [written] }).config.providers.values();
    // Each flow has a list of its own.
    assertStrictEquals((await loadFlow(provider!)).finishMethods, flow.finishMethods);
  });
}
