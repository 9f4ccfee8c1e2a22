import { assertStrictEquals } from "@std/assert";
import { credentialsFlow } from "../../../src/flows/credentials.ts";
import { flowOf } from "../../../src/flows/mod.ts";
import { oauthFlow } from "../../../src/flows/oauth/mod.ts";

Deno.test("flowOf() has one flow for oauth and oidc, and one for credentials", async () => {
  assertStrictEquals(await flowOf("oauth"), oauthFlow);
  assertStrictEquals(await flowOf("oidc"), oauthFlow);
  assertStrictEquals(await flowOf("credentials"), credentialsFlow);
});
