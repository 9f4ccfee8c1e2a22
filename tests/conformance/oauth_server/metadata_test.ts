/**
 * Documents about the server (RFC 8414, OpenID Connect Discovery) and its resources (RFC 9728).
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { createServer, FILES, ISSUER, MCP, OPTIONS } from "./_rig.ts";

const DOCUMENT = "/.well-known/oauth-authorization-server";

async function read(rig: ReturnType<typeof createServer>, path: string) {
  const answer = await rig.send(path);
  assertEquals(answer.status, 200, path);
  assertEquals(answer.headers.get("content-type"), "application/json");
  assertEquals(answer.headers.get("cache-control"), "public, max-age=600");
  assertEquals(answer.headers.get("access-control-allow-origin"), "*");
  return await answer.json();
}

Deno.test("metadata: each spelling of its URL has the same document", async () => {
  const rig = createServer();
  const first = await read(rig, DOCUMENT);
  assertEquals(await read(rig, "/.well-known/openid-configuration"), first);
  const issuer = `${ISSUER}/tenant`;
  const deep = createServer({ issuer });
  for (
    const path of [
      `${DOCUMENT}/tenant`,
      "/.well-known/openid-configuration/tenant",
      "/tenant/.well-known/openid-configuration",
    ]
  ) assertEquals((await read(deep, path)).issuer, issuer, path);
  // No endpoint is there, which the library answers so.
  assertEquals((await deep.send(DOCUMENT)).status, 400);
});

Deno.test("metadata: it has what clients of MCP and of OpenID Connect demand", async () => {
  const document = await read(createServer(), DOCUMENT);
  const at = (name: string) => `${ISSUER}/auth/oauth/${name}`;
  assertEquals(document.issuer, ISSUER);
  assertEquals(document.authorization_endpoint, at("authorize"));
  assertEquals(document.token_endpoint, at("token"));
  assertEquals(document.jwks_uri, at("jwks"));
  assertEquals(document.userinfo_endpoint, at("userinfo"));
  assertEquals(document.revocation_endpoint, at("revoke"));
  assertEquals(document.introspection_endpoint, at("introspect"));
  assertEquals(document.end_session_endpoint, at("end-session"));
  assertEquals(document.pushed_authorization_request_endpoint, at("par"));
  assertEquals(document.code_challenge_methods_supported, ["S256"]);
  assertEquals(document.response_types_supported, ["code"]);
  assertEquals(document.subject_types_supported, ["public"]);
  assertEquals(document.authorization_response_iss_parameter_supported, true);
  assert(document.scopes_supported.includes("openid"));
  assert(document.scopes_supported.includes("offline_access"));
  assert(document.scopes_supported.includes("project:read"));
  assert(document.id_token_signing_alg_values_supported.includes("RS256"));
  assert(document.grant_types_supported.includes("refresh_token"));
  assert(document.dpop_signing_alg_values_supported.includes("ES256"));
});

Deno.test("metadata: it offers nothing that is weak or absent", async () => {
  const document = await read(createServer(), DOCUMENT);
  const text = JSON.stringify(document);
  for (const word of ["none", "HS256", "plain", "implicit", "password", "fragment"]) {
    const found = text.match(new RegExp(`"${word}"`, "g"))?.length ?? 0;
    // Public clients authenticate by `none`, and `prompt` has that value.
    assertEquals(found, word === "none" ? 3 : 0, word);
  }
  assertEquals(document.request_uri_parameter_supported, false);
  assertEquals(document.request_parameter_supported, false);
  assert(!("registration_endpoint" in document));
  assert(!("client_id_metadata_document_supported" in document));
  assert(!document.introspection_endpoint_auth_methods_supported.includes("none"));
});

Deno.test("metadata: registration is in it exactly when it is on", async () => {
  const open = await read(createServer({ registration: { dynamic: "open" } }), DOCUMENT);
  assertEquals(open.registration_endpoint, `${ISSUER}/auth/oauth/register`);
  const registration = { metadataDocuments: "ask" } as const;
  const documents = await read(createServer({ registration }), DOCUMENT);
  assertEquals(documents.client_id_metadata_document_supported, true);
});

Deno.test("metadata: neither the Host header nor the path of a request is in it", async () => {
  const rig = createServer();
  assertEquals((await rig.send(`https://evil.example${DOCUMENT}`)).status, 404);
  const answer = await rig.send(DOCUMENT, { headers: { "x-forwarded-host": "evil.example" } });
  assert(!(await answer.text()).includes("evil.example"));
});

Deno.test("resource metadata: the path decides about which resource it is", async () => {
  const resources = {
    ...OPTIONS.resources,
    [FILES]: { scopes: ["file:read"], requiresDpop: true },
  };
  const rig = createServer({ resources });
  const mcp = await read(rig, "/.well-known/oauth-protected-resource/mcp");
  assertEquals(mcp.resource, MCP);
  assertEquals(mcp.resource_name, "Projects");
  assertEquals(mcp.authorization_servers, [ISSUER]);
  assertEquals(mcp.scopes_supported, ["project:read", "project:write"]);
  assertEquals(mcp.bearer_methods_supported, ["header"]);
  assertEquals(mcp.dpop_bound_access_tokens_required, false);
  const files = await read(rig, "/.well-known/oauth-protected-resource/files");
  assertEquals([files.resource, files.dpop_bound_access_tokens_required], [FILES, true]);
  assertEquals((await rig.send("/.well-known/oauth-protected-resource/other")).status, 400);
  assertEquals((await rig.send("/.well-known/oauth-protected-resource")).status, 400);
});

Deno.test("resource metadata: resources at other origins are apart", async () => {
  const other = "https://api.example/mcp";
  const resources = { ...OPTIONS.resources, [other]: { scopes: ["api:read"] } };
  const rig = createServer({ resources });
  const path = "/.well-known/oauth-protected-resource/mcp";
  assertEquals((await read(rig, path)).resource, MCP);
  const there = await read(rig, `https://api.example${path}`);
  assertEquals([there.resource, there.authorization_servers], [other, [ISSUER]]);
  assertEquals((await rig.send(`https://evil.example${path}`)).status, 404);
});

Deno.test("resource metadata: a resource that is a whole origin has it without a path", async () => {
  const url = "https://api.example";
  for (const resource of [url, `${url}/`]) {
    const rig = createServer({ resources: { [resource]: { scopes: ["api:read"] } } });
    const document = await read(rig, `${url}/.well-known/oauth-protected-resource`);
    assertEquals(document.resource, resource);
  }
});
