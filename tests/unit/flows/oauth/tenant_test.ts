import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { OperationProcessingError } from "oauth4webapi";
import { processDiscovery, serverOfTenant } from "../../../../src/flows/oauth/tenant.ts";

const TEMPLATE = "https://login.example/{tenantid}/v2.0";
const TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";
const of = (tenant: string) => `https://login.example/${tenant}/v2.0`;
const discover = (asked: string, announced: unknown) =>
  processDiscovery(asked, Response.json({ issuer: announced }));
const answer = (claims: unknown) =>
  Response.json({ id_token: `e30.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.x` });

Deno.test("processDiscovery() accepts a template as issuer for a multi-tenant URL", async () => {
  for (const word of ["common", "organizations", "consumers"]) {
    const as = await discover(of(word), TEMPLATE);
    assertEquals(as.issuer, of(word));
    assertEquals(await serverOfTenant(as, answer({ tid: TENANT })), { ...as, issuer: of(TENANT) });
  }
});

Deno.test("processDiscovery() does not change an ordinary document", async () => {
  assertEquals(await discover(of(TENANT), of(TENANT)), { issuer: of(TENANT) });
});

const refused: [string, string, unknown, string?][] = [
  ["a template for one tenant", of(TENANT), TEMPLATE],
  ["a template of another site", of("common"), "https://evil.example/{tenantid}/v2.0"],
  ["a template of another path", of("common"), "https://login.example/{tenantid}/v1.0"],
  ["another issuer", of("common"), "https://evil.example"],
  ["no issuer", of("common"), undefined, "must be a string"],
  ["an issuer that is not a string", of("common"), 1, "must be a string"],
];
for (const [name, asked, announced, words = "does not match"] of refused) {
  Deno.test(`processDiscovery() refuses ${name}`, async () => {
    await assertRejects(
      () => discover(asked, announced),
      OperationProcessingError,
      `"issuer" property ${words}`,
    );
  });
}

Deno.test("processDiscovery() refuses a template of an ordinary provider", async () => {
  const document = { issuer: of(TENANT), issuer_template: "https://{tenantid}.evil.example" };
  const as = await processDiscovery(of(TENANT), Response.json(document));
  const same = await serverOfTenant(as, answer({ tid: TENANT }));
  assertEquals(same.issuer, of(TENANT));
});

Deno.test("serverOfTenant() inserts the token's tenant into the template", async () => {
  const as = await discover(of("common"), TEMPLATE);
  assertEquals((await serverOfTenant(as, answer({ tid: TENANT }))).issuer, of(TENANT));
});

Deno.test("serverOfTenant() refuses a token without a tenant", async () => {
  const as = await discover(of("common"), TEMPLATE);
  for (const tid of [undefined, "", 1, "common", "../evil", `${TENANT}/..`, "$&"]) {
    await assertRejects(() => serverOfTenant(as, answer({ tid })), TypeError, "tenant");
  }
  const garbage = Response.json({ id_token: "garbage" });
  await assertRejects(() => serverOfTenant(as, garbage), TypeError, "tenant");
});

Deno.test("serverOfTenant() does not change ordinary servers and answers without a token", async () => {
  const plain = await discover(of(TENANT), of(TENANT));
  assertStrictEquals(await serverOfTenant(plain, answer({ tid: TENANT })), plain);
  const many = await discover(of("common"), TEMPLATE);
  for (const response of [Response.json({ error: "x" }), new Response("<h1>")]) {
    assertStrictEquals(await serverOfTenant(many, response), many);
  }
});
