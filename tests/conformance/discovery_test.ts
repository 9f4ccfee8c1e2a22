/**
 * Discovery documents that name forbidden URLs, cannot be read, or are at another
 * URL.
 *
 * @module
 */

import { assertEquals, assertFalse, assertMatch, assertStringIncludes } from "@std/assert";
import { customFetch, type OIDCConfig, type Profile } from "../../mod.ts";
import type { IdpEndpoint } from "../../src/tools/testing/mod.ts";
import { APP, assertSignsIn, createRig, type Rig } from "./_rig.ts";

const ISSUER = "https://idp.example";
const WELL_KNOWN = `${ISSUER}/.well-known/openid-configuration`;
const ERROR_PAGE = `${APP}/auth/error?error=Configuration`;

type Answer = (response: Response) => Response | Promise<Response>;

/** A rig that also records every URL that is requested. */
async function createRecordedRig(
  discovery?: Answer,
  provider: Partial<OIDCConfig<Profile>> = {},
  elsewhere: Record<string, () => Response> = {},
): Promise<Rig & { asked: string[] }> {
  const asked: string[] = [];
  const rig: Rig = await createRig({
    hostile: discovery ? { answer: { discovery } } : {},
    provider: {
      [customFetch]: (input, init) => {
        const request = new Request(input, init);
        asked.push(request.url);
        const own = Object.hasOwn(elsewhere, request.url) ? elsewhere[request.url] : undefined;
        return own ? Promise.resolve(own()) : rig.idp.fetch(request);
      },
      ...provider,
    },
  });
  return { ...rig, asked };
}

const change = (members: Record<string, unknown>): Answer => async (response) =>
  Response.json({ ...await response.json(), ...members });

/** Asserts that the sign-in does not start; returns the log. */
async function assertNoStart({ browser, lines }: Rig): Promise<string> {
  assertEquals(await browser.start("test", { callbackUrl: "/after" }), ERROR_PAGE);
  assertEquals(await browser.session(), null);
  const log = lines.join("\n");
  assertStringIncludes(log, "Cannot start the sign-in");
  return log;
}

const OPTIONS = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
};
const HOSTILE = [
  "javascript:alert(document.domain)",
  "data:application/json,%7B%7D",
  "file:///etc/passwd",
  "blob:https://idp.example/1",
  "ftp://idp.example/x",
  "http://idp.example/x",
  "http://127.0.0.1:8080/x",
  "http://[::1]/x",
  "http://169.254.169.254/latest/meta-data",
  "JaVaScRiPt:alert(1)",
  " file:///etc/passwd",
  "/x",
  "idp.example/x",
];

for (const [member, option] of Object.entries(OPTIONS)) {
  for (const url of HOSTILE) {
    Deno.test(`discovery: ${member} ${JSON.stringify(url)} of an https issuer is refused`, async () => {
      const rig = await createRecordedRig(change({ [member]: url }));
      const log = await assertNoStart(rig);
      assertStringIncludes(log, `Cannot use the ${member} in the discovery document of "test"`);
      assertStringIncludes(log, JSON.stringify(url));
      assertStringIncludes(log, "is not an https: URL");
      assertStringIncludes(log, `set \`${option}\``);
      assertStringIncludes(log, WELL_KNOWN);
      assertEquals(rig.asked, [WELL_KNOWN]);
    });
  }

  for (const value of [1, true, {}, ["https://idp.example/x"]]) {
    Deno.test(`discovery: ${member} ${JSON.stringify(value)} is refused`, async () => {
      const rig = await createRecordedRig(change({ [member]: value }));
      assertMatch(await assertNoStart(rig), /is not an https: URL/);
      assertEquals(rig.asked, [WELL_KNOWN]);
    });
  }
}

for (const url of ["javascript:alert(1)", "data:text/plain,x", "file:///etc/passwd"]) {
  Deno.test(`discovery: a loopback issuer with ${url} is refused`, async () => {
    for (const member of Object.keys(OPTIONS)) {
      const rig = await createRig({
        idp: { issuer: "http://127.0.0.1:4000" },
        hostile: { answer: { discovery: change({ [member]: url }) } },
      });
      assertStringIncludes(await assertNoStart(rig), JSON.stringify(url));
    }
  });
}

Deno.test("discovery: a loopback issuer can use plain http", async () => {
  for (const issuer of ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000"]) {
    await assertSignsIn(await createRig({ idp: { issuer }, provider: { idToken: false } }));
  }
});

Deno.test("discovery: with \`allowInsecureRequests\`, an issuer in a private network can use plain http", async () => {
  const idp = { issuer: "http://keycloak:8080" };
  const provider = { idToken: false };
  await assertSignsIn(
    await createRig({ idp, provider: { ...provider, allowInsecureRequests: true } }),
  );
  for (const allowInsecureRequests of [undefined, false, "true" as never]) {
    const rig = await createRig({ idp, provider: { ...provider, allowInsecureRequests } });
    assertEquals(await rig.browser.start("test", { callbackUrl: "/after" }), ERROR_PAGE);
    const log = rig.lines.join("\n");
    assertMatch(log, /Cannot use the provider.*with `allowInsecureRequests: true` where `issuer`/);
  }
});

Deno.test("discovery: with \`allowInsecureRequests\`, an https issuer still leads to no plain http URL", async () => {
  for (const url of ["http://idp.example/x", "http://169.254.169.254/latest/meta-data"]) {
    const rig = await createRecordedRig(change({ token_endpoint: url }), {
      allowInsecureRequests: true,
    });
    assertStringIncludes(await assertNoStart(rig), "is not an https: URL");
  }
});

Deno.test("discovery: endpoints of the config replace those of the document", async () => {
  const rig = await createRecordedRig(change({ userinfo_endpoint: "http://idp.example/x" }), {
    userinfo: `${ISSUER}/userinfo`,
    idToken: false,
  });
  await assertSignsIn(rig);
  assertFalse(rig.asked.some((url) => url.startsWith("http:")));
});

/** A rig whose server has its endpoints at other paths; records the requested paths. */
async function createMovedRig(
  paths: Record<string, string>,
  document: Record<string, unknown>,
  provider: Partial<OIDCConfig<Profile>> = {},
): Promise<Rig & { asked: string[] }> {
  const asked: string[] = [];
  const rig: Rig = await createRig({
    hostile: { answer: { discovery: change(document) } },
    provider: {
      idToken: false,
      [customFetch]: (input, init) => {
        const request = new Request(input, init);
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        return rig.idp.fetch(new Request(ISSUER + (paths[pathname] ?? pathname), request));
      },
      ...provider,
    },
  });
  return { ...rig, asked };
}

Deno.test("discovery: endpoints and keys are requested where the document says", async () => {
  const rig = await createMovedRig({ "/t1": "/token", "/u1": "/userinfo", "/k1": "/jwks" }, {
    authorization_endpoint: `${ISSUER}/authorize?tenant=1`,
    token_endpoint: `${ISSUER}/t1`,
    userinfo_endpoint: `${ISSUER}/u1`,
    jwks_uri: `${ISSUER}/k1`,
  });
  const landing = await assertSignsIn(rig);
  assertStringIncludes(landing.trail[0]!.url, `${ISSUER}/authorize?tenant=1&`);
  assertEquals(rig.asked, ["/.well-known/openid-configuration", "/t1", "/k1", "/u1"]);
});

Deno.test("discovery: mTLS endpoint aliases are requested only where the app configures it and they exist", async () => {
  const paths = { "/mtls-token": "/token", "/mtls-userinfo": "/userinfo" };
  const document = {
    mtls_endpoint_aliases: {
      token_endpoint: `${ISSUER}/mtls-token`,
      userinfo_endpoint: `${ISSUER}/mtls-userinfo`,
    },
  };
  const client = { use_mtls_endpoint_aliases: true };
  const rig = await createMovedRig(paths, document, { client });
  await assertSignsIn(rig);
  assertEquals(rig.asked.slice(1), ["/mtls-token", "/jwks", "/mtls-userinfo"]);
  for (
    const without of [
      await createMovedRig(paths, document),
      await createMovedRig(paths, {}, { client }),
    ]
  ) {
    await assertSignsIn(without);
    assertEquals(without.asked.slice(1), ["/token", "/jwks", "/userinfo"]);
  }
});

Deno.test("discovery: an mTLS endpoint alias with plain http is refused", async () => {
  const aliases = { mtls_endpoint_aliases: { token_endpoint: "http://127.0.0.1:8080/token" } };
  const rig = await createRecordedRig(change(aliases), {
    client: { use_mtls_endpoint_aliases: true },
  });
  const landing = await rig.browser.signIn("test");
  assertEquals(landing.url.href, ERROR_PAGE);
  assertEquals(rig.asked, [WELL_KNOWN]);
});

const PRIVATE = ["http://169.254.169.254/latest", "https://10.0.0.1/", "http://127.0.0.1:8080/x"];
for (const endpoint of ["discovery", "jwks", "token", "userinfo"] as IdpEndpoint[]) {
  for (const target of PRIVATE) {
    Deno.test(`discovery: a redirect of ${endpoint} to ${target} is not followed`, async () => {
      const rig = await createRecordedRig(undefined, { idToken: false });
      rig.idp.hostile.answer = { [endpoint]: () => Response.redirect(target, 307) };
      assertEquals((await rig.browser.signIn("test")).url.href, ERROR_PAGE);
      assertEquals(await rig.browser.session(), null);
      assertFalse(rig.asked.some((url) => new URL(url).origin !== ISSUER), rig.asked.join());
      if (endpoint !== "discovery") return;
      assertStringIncludes(rig.lines.join("\n"), `redirects (status 307) to "${target}"`);
    });
  }
}

const unreadable: [string, Answer, RegExp][] = [
  ["a redirect", () => Response.redirect("https://other.example/x", 301), /301.*other\.example/],
  ["status 404", () => new Response("no", { status: 404 }), /status 404 and content type/],
  ["status 500", () => Response.json({}, { status: 500 }), /status 500 and content type/],
  [
    "HTML",
    () => new Response("<h1>", { headers: { "content-type": "text/html; charset=utf-8" } }),
    /status 200 and content type "text\/html; charset=utf-8"/,
  ],
  ["no content type", () => new Response(new Uint8Array(2)), /content type null/],
  [
    "broken JSON",
    () => new Response("{", { headers: { "content-type": "application/json" } }),
    /is not a JSON object/,
  ],
  ["a list", () => Response.json([]), /is not a JSON object/],
  ["no issuer", () => Response.json({ jwks_uri: ISSUER }), /its issuer is null/],
  [
    "an issuer that is not a URL",
    change({ issuer: "acme" }),
    /its issuer is "acme", which is not a U/,
  ],
  [
    "another issuer",
    change({ issuer: "https://evil.example" }),
    /its issuer is "https:\/\/evil\.example", but "https:\/\/idp\.example" is configured/,
  ],
  ["no answer", () => Promise.reject(new TypeError("refused")), /Cannot reach https:\/\/idp\.exam/],
];
for (const [name, answer, reason] of unreadable) {
  Deno.test(`discovery: the log names URL, reason and option after ${name}`, async () => {
    const rig = await createRecordedRig(answer);
    const log = await assertNoStart(rig);
    assertStringIncludes(log, `Cannot use the discovery document of "test" at ${WELL_KNOWN}: `);
    assertMatch(log, reason);
    assertMatch(log, /`issuer` or AUTH_TEST_ISSUER.*`wellKnown`/);
    assertEquals(rig.asked, [WELL_KNOWN]);
    rig.idp.hostile.answer = {};
    await assertSignsIn(rig);
  });
}

Deno.test("discovery: the log names the option `wellKnown` when it is set", async () => {
  const rig = await createRecordedRig(() => new Response("no", { status: 404 }), {
    wellKnown: WELL_KNOWN,
  });
  assertMatch(await assertNoStart(rig), /status 404 .* correct `wellKnown`/);
});

Deno.test("discovery: a response cannot add a line to the log", async () => {
  const rig = await createRecordedRig(change({ issuer: `https://x/\n[auth] ${"x".repeat(5000)}` }));
  const log = await assertNoStart(rig);
  assertFalse(/^\[auth\] x/m.test(log));
  assertEquals(log.length < 2000, true);
});

for (const [configured, announced] of [["/o/acme", "/o/acme/"], ["/o/acme/", "/o/acme"]]) {
  Deno.test(`discovery: ${configured} for ${announced} differs by a slash, and the log has the value to set`, async () => {
    const rig = await createRig({
      idp: { issuer: ISSUER + announced },
      provider: {
        issuer: ISSUER + configured,
        [customFetch]: () => Promise.resolve(Response.json({ issuer: ISSUER + announced })),
      },
    });
    assertStringIncludes(
      await assertNoStart(rig),
      "differs by a trailing slash only: set `issuer` or AUTH_TEST_ISSUER to " +
        `"${ISSUER}${announced}"`,
    );
  });
}

const META = `${ISSUER}/meta/openid.json`;

Deno.test("discovery: `wellKnown` sets the URL of the document, and the issuer is still checked", async () => {
  for (const issuer of [ISSUER, undefined]) {
    const document = await (await createRig()).idp.fetch(WELL_KNOWN);
    const text = await document.text();
    const json = () => new Response(text, { headers: { "content-type": "application/json" } });
    const rig = await createRecordedRig(undefined, { issuer, wellKnown: META }, { [META]: json });
    await assertSignsIn(rig);
    assertEquals(rig.asked[0], META);
    assertFalse(rig.asked.includes(WELL_KNOWN));
  }
  const other = () => Response.json({ issuer: "https://other.example" });
  const rig = await createRecordedRig(undefined, { wellKnown: META }, { [META]: other });
  assertStringIncludes(
    await assertNoStart(rig),
    'its issuer is "https://other.example", but "https://idp.example" is configured',
  );
});

Deno.test("discovery: two issuers with the same `wellKnown` do not share a checked document", async () => {
  const rig = await createRecordedRig(undefined, { wellKnown: WELL_KNOWN });
  await assertSignsIn(rig);
  await rig.browser.post("/signout");
  const [first] = rig.config.providers;
  rig.config.providers = [{ ...first as OIDCConfig<Profile>, issuer: "https://other.example" }];
  assertMatch(await assertNoStart(rig), /but "https:\/\/other\.example" is configured/);
});

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`discovery: a redirect (${status}) on the same origin is followed once`, async () => {
    const rig = await createRecordedRig(undefined, { wellKnown: `${ISSUER}/o/meta` }, {
      [`${ISSUER}/o/meta`]: () =>
        new Response(null, {
          status,
          headers: { location: "../.well-known/openid-configuration" },
        }),
    });
    await assertSignsIn(rig);
    assertEquals(rig.asked.slice(0, 2), [`${ISSUER}/o/meta`, WELL_KNOWN]);
  });
}

Deno.test("discovery: a second redirect is not followed", async () => {
  const to = (path: string) => () => Response.redirect(ISSUER + path);
  const rig = await createRecordedRig(undefined, { wellKnown: `${ISSUER}/1` }, {
    [`${ISSUER}/1`]: to("/2"),
    [`${ISSUER}/2`]: to("/.well-known/openid-configuration"),
  });
  assertMatch(await assertNoStart(rig), /only one redirect within the origin is followed/);
  assertEquals(rig.asked, [`${ISSUER}/1`, `${ISSUER}/2`]);
});

for (const target of ["https://idp.example:8443/x", "http://idp.example/x", "//evil.example/x"]) {
  Deno.test(`discovery: a redirect to ${target} is another origin and is not followed`, async () => {
    const rig = await createRecordedRig(() =>
      new Response(null, { status: 302, headers: { location: target } })
    );
    await assertNoStart(rig);
    assertEquals(rig.asked, [WELL_KNOWN]);
  });
}
