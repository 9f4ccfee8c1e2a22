/**
 * Common mistakes in a first configuration, and the log lines for them.
 *
 * @module
 */

import { assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { OIDCConfig, Profile } from "../../mod.ts";
import { startFlow } from "../flows/_rig.ts";
import { APP, assertRefusal, assertRefused, createRig } from "./_rig.ts";

const SECRET_CURE = "check `clientSecret` (AUTH_TEST_SECRET) and `clientId` (AUTH_TEST_ID) of " +
  '"test", and whether the provider expects `client.token_endpoint_auth_method` to be ' +
  '"client_secret_basic"';
const REDIRECT_CURE =
  `register ${APP}/auth/callback/test at the provider, exactly as it is written`;
const CHALLENGE = { status: 401, headers: { "www-authenticate": 'Basic realm="x"' } };

const literal = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));

const answers: [string, () => Response, string, string][] = [
  [
    "invalid_client",
    () => Response.json({ error: "invalid_client" }, { status: 401 }),
    "it does not accept this app's credentials (status 401, invalid_client)",
    SECRET_CURE,
  ],
  [
    "invalid_client with a challenge",
    () => Response.json({ error: "invalid_client" }, CHALLENGE),
    "credentials (status 401, invalid_client)",
    SECRET_CURE,
  ],
  [
    "a challenge alone",
    () => new Response(null, CHALLENGE),
    "credentials (status 401);",
    SECRET_CURE,
  ],
  [
    "401 with a text body",
    () => new Response("no", { status: 401, headers: { "content-type": "text/plain" } }),
    "credentials (status 401);",
    SECRET_CURE,
  ],
  [
    "the error code of Keycloak",
    () => Response.json({ error: "unauthorized_client" }, { status: 401 }),
    "credentials (status 401, unauthorized_client)",
    SECRET_CURE,
  ],
  [
    "a description that names the secret",
    () =>
      Response.json({
        error: "invalid_request",
        error_description: "client_secret is missing.",
      }, { status: 400 }),
    "credentials (status 400, invalid_request)",
    SECRET_CURE,
  ],
  [
    "an error with status 200",
    () => Response.json({ error: "incorrect_client_credentials" }),
    "credentials (status 200, incorrect_client_credentials)",
    SECRET_CURE,
  ],
  [
    "an error that is an object",
    () => Response.json({ error: { message: "Error validating client secret." } }, { status: 400 }),
    "credentials (status 400);",
    SECRET_CURE,
  ],
  [
    "a redirect URI by its code",
    () => Response.json({ error: "redirect_uri_mismatch" }, { status: 400 }),
    "it does not accept the redirect URI (status 400, redirect_uri_mismatch)",
    REDIRECT_CURE,
  ],
  [
    "a redirect URI by its description",
    () =>
      Response.json({ error: "invalid_grant", error_description: "Redirect URI differs" }, {
        status: 400,
      }),
    "it does not accept the redirect URI (status 400, invalid_grant)",
    REDIRECT_CURE,
  ],
  [
    "a code",
    () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    "it does not accept the code (status 400, invalid_grant)",
    REDIRECT_CURE,
  ],
  [
    "an error code with a line break",
    () => Response.json({ error: "client\n[auth][error] forged" }, { status: 400 }),
    "credentials (status 400);",
    SECRET_CURE,
  ],
];
for (const [name, token, reason, cure] of answers) {
  Deno.test(`token endpoint: the log says what to do about ${name}`, async () => {
    const rig = await createRig({ hostile: { answer: { token } } });
    await assertRefused(rig, literal(reason));
    const log = rig.lines.join("\n");
    assertStringIncludes(log, cure);
    assertStringIncludes(log, 'Cannot exchange the code of "test" at https://idp.example/token: ');
    assertFalse(/^\[auth\]\[error\] forged/m.test(log));
  });
}

Deno.test("token endpoint: the log does not repeat a description with code or secret", async () => {
  const rig = await createRig();
  rig.idp.hostile.answer = {
    token: () => {
      const { body } = rig.idp.requests.find(({ endpoint }) => endpoint === "token")!;
      const error_description = `The code in ${body} was issued to another client secret`;
      return Response.json({ error: "invalid_grant", error_description }, { status: 400 });
    },
  };
  // Refusals are searched for codes, verifiers and secrets.
  await assertRefused(rig, /credentials|code/);
});

Deno.test("token endpoint: the instruction depends on the client authentication", async () => {
  const token = () => Response.json({ error: "invalid_client" }, { status: 401 });
  const logOf = async (provider: Partial<OIDCConfig<Profile>>) => {
    const rig = await createRig({ provider, hostile: { answer: { token } } });
    await rig.browser.signIn("test");
    return rig.lines.join("\n");
  };
  const none = await logOf({ clientSecret: undefined });
  assertStringIncludes(none, "set `clientSecret` (AUTH_TEST_SECRET)");
  const post = { token_endpoint_auth_method: "client_secret_post" };
  assertStringIncludes(await logOf({ client: post }), 'to be "client_secret_post"');
  const keys = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign", "verify"],
  );
  const signed = await logOf({
    client: { token_endpoint_auth_method: "private_key_jwt" },
    token: { clientPrivateKey: (keys as CryptoKeyPair).privateKey },
  });
  assertStringIncludes(signed, "check `token.clientPrivateKey` and `clientId`");
});

Deno.test("token endpoint: the log names a wrong secret at a real OpenID Provider", async () => {
  for (const method of ["client_secret_basic", "client_secret_post"] as const) {
    const errors: Error[] = [];
    await using flow = await startFlow(
      { clientSecret: "wrong", client: { token_endpoint_auth_method: method } },
      { logger: { error: (error) => void errors.push(error) } },
      { authMethod: method },
    );
    const landing = await flow.signIn();
    assertEquals(landing.url.searchParams.get("error"), "Configuration");
    const [{ message }] = errors as [Error];
    assertStringIncludes(message, `Cannot exchange the code of "op" at ${flow.op.issuer}`);
    assertStringIncludes(message, "check `clientSecret` (AUTH_OP_SECRET)");
    assertFalse(message.includes("wrong"));
  }
});

Deno.test("token endpoint: the log names a provider that cannot be reached", async () => {
  const errors: Error[] = [];
  const logger = { error: (error: Error) => void errors.push(error) };
  await using flow = await startFlow({}, { logger });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const down = `http://127.0.0.1:${listener.addr.port}`;
  listener.close();
  const [provider] = flow.config.providers;
  flow.config.providers = [{ ...provider as OIDCConfig<Profile>, token: `${down}/token` }];
  assertEquals((await flow.signIn()).url.searchParams.get("error"), "Configuration");
  const [{ message, cause }] = errors as [Error & { cause: { err: Error } }];
  assertEquals(message, `Cannot exchange the code of "op" at ${down}/token: the request failed`);
  assertStringIncludes(cause.err.message, `Cannot reach ${down}: `);

  flow.config.providers = [{ ...provider as OIDCConfig<Profile>, issuer: down }];
  await flow.browser.start("op");
  assertStringIncludes(
    (errors[1]!.cause as { err: Error }).err.message,
    `Cannot use the discovery document of "op" at ${down}/.well-known/openid-configuration: the ` +
      "request failed",
  );
});

const returned: [Record<string, string>, string][] = [
  [{ error: "access_denied" }, "The provider refused the sign-in: access_denied"],
  [{ error: "redirect_uri_mismatch" }, REDIRECT_CURE],
  [{ error: "invalid_request", error_description: "Bad Redirect_URI" }, REDIRECT_CURE],
  [{ error: "unauthorized_client" }, "check `clientId` (AUTH_TEST_ID)"],
  [{ error: "invalid_scope" }, "check `authorization.params.scope`"],
];
for (const [members, words] of returned) {
  Deno.test(`authorization: the log says what to do about ${Object.values(members)}`, async () => {
    const authorization = (params: URLSearchParams) => {
      params.delete("code");
      for (const [name, value] of Object.entries(members)) params.set(name, value);
    };
    const rig = await createRig({ hostile: { authorization } });
    const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
    const page =
      "/auth/signin?error=OAuthCallbackError&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
    await assertRefusal(rig, landing, literal(words), page);
  });
}

Deno.test("authorization: the error of a provider cannot add a line to the log", async () => {
  const authorization = (params: URLSearchParams) => {
    params.delete("code");
    params.set("error", "redirect\n[auth][error] forged");
  };
  const rig = await createRig({ hostile: { authorization } });
  await rig.browser.signIn("test");
  assertFalse(/^\[auth\]\[error\] forged/m.test(rig.lines.join("\n")));
});

const HOUR = 3600;
const clocks: [string, number, RegExp][] = [
  [
    "ahead",
    HOUR,
    /"exp" is 3300 seconds in the past, and "iat" is 3600 seconds in the past by thi/,
  ],
  ["behind", -HOUR, /"iat" is 3600 seconds in the future by this server's clock; check the clock/],
];
for (const [name, offset, reason] of clocks) {
  Deno.test(`ID token: the log contains the difference of a clock that is an hour ${name}`, async () => {
    const rig = await createRig({
      hostile: {
        // The token was issued with the correct time.
        idTokenClaims(claims) {
          for (const time of ["iat", "exp"]) claims[time] = claims[time] as number - offset;
        },
      },
    });
    using _time = new FakeTime();
    await assertRefused(rig, reason);
  });
}

Deno.test("ID token: the log contains the difference to `nbf`", async () => {
  using _time = new FakeTime();
  const rig = await createRig({
    hostile: { idTokenClaims: (claims) => void (claims.nbf = (claims.iat as number) + HOUR) },
  });
  await assertRefused(
    rig,
    /"nbf" is 3600 seconds in the future, and "iat" is 0 seconds in the future by this server's/,
  );
});
