/**
 * The documentation that `deno doc` and JSR show.
 *
 * @module
 */

import { assertEquals } from "@std/assert";

/** What `deno doc` says of the main entry. */
// deno-lint-ignore no-explicit-any -- a large tree of which few leaves are read
async function symbolsOfMain(): Promise<any[]> {
  const args = ["doc", "--json", "mod.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  // deno-lint-ignore no-explicit-any -- see above
  const [mod]: any[] = Object.values(JSON.parse(new TextDecoder().decode(stdout)).nodes);
  return mod.symbols;
}

Deno.test("deno doc: the main entry has what apps write, and leaves the rest to subpaths", async () => {
  const names = [...new Set((await symbolsOfMain()).map(({ name }) => name as string))].sort();
  assertEquals(names, [
    "Account",
    "Adapter",
    "AdapterUser",
    "Auth",
    "AuthAction",
    "AuthConfig",
    "AuthError",
    "Awaitable",
    "CallbacksOptions",
    "Cookie",
    "CredentialsConfig",
    "CredentialsSignin",
    "DefaultSession",
    "DenoKvAdapter",
    "DenoKvAdapterOptions",
    "EmailConfig",
    "EmailProvider",
    "Environment",
    "ErrorCause",
    "ErrorType",
    "GetTokenParams",
    "JWT",
    "OAuth2Config",
    "OAuthConfig",
    "OAuthProvider",
    "OIDCConfig",
    "OIDCProvider",
    "Profile",
    "Provider",
    "ResponseInternal",
    "Session",
    "TokenSet",
    "User",
    "WebAuthnConfig",
    "createActionURL",
    "customFetch",
    "decode",
    "encode",
    "getToken",
    "isAuthAction",
    "raw",
    "setEnvDefaults",
    "skipCSRFCheck",
  ]);
});

Deno.test("deno doc: the first overload of Auth() returns a Response", async () => {
  const auth = (await symbolsOfMain()).find(({ name }) => name === "Auth");
  const { repr, value } = auth.declarations[0].def.returnType;
  assertEquals([repr, value.typeParams[0].repr], ["Promise", "Response"]);
});
