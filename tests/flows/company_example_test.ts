/**
 * `examples/company`: a person signs in at an identity provider of another project, which makes the
 * assertions, and the MCP client of another project takes them to the app.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { askProjects } from "../../examples/company/agent.ts";
import { startApp } from "../../examples/company/app.ts";
import { startCompany } from "../../examples/company/provider.ts";
import { freePort } from "../browser/_demo.ts";
import { captureConsole } from "../_console.ts";
import { createServerBrowser } from "../conformance/oauth_server/_browser.ts";
import { makeRequest } from "../../src/tools/testing/form.ts";

const CALLBACK = "http://localhost:7000/callback";
const AT_COMPANY = { id: "agent", secret: "a-secret-at-the-company-with-32-characters" };
const AT_APP = { id: "agent-of-acme", secret: "a-secret-at-the-app-with-32-characters" };

/** The company, the app, and what a person gets who signs in. */
async function start(scope = "project:read", client = AT_APP.id) {
  // The package warns of what does not matter on a loopback port.
  using _lines = captureConsole("warn", "info");
  const [at, port] = [freePort(), freePort()];
  const company = await startCompany({
    port: at,
    agent: { ...AT_COMPANY, redirectUri: CALLBACK },
    allowed: new Map([["agent", new Map([[`http://localhost:${port}`, { client, scope }]])]]),
  });
  const people = { ada: "ada@acme.example" };
  const app = await startApp({ port, company: company.issuer, people, agent: AT_APP });
  return {
    app,
    company,
    ask: (name: string) =>
      askProjects({
        company: company.issuer,
        atCompany: { ...AT_COMPANY, redirectUri: CALLBACK },
        resource: app.resource,
        issuer: app.issuer,
        atApp: AT_APP,
        async open(url) {
          const { follow } = createServerBrowser(company.issuer, (html, page) => {
            const fields = html.includes('name="login"') ? { login: name, password: "x" } : {};
            return makeRequest(html, page, fields as Record<string, string>);
          });
          return await follow(url);
        },
      }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await company[Symbol.asyncDispose]();
    },
  };
}

Deno.test("examples/company: a person of the company reaches the tool, and nobody is asked at the app", async () => {
  await using site = await start();
  const ada = site.app.accountOf("ada")!;
  assertStringIncludes(await site.ask("ada"), ada);
  const [grant, ...more] = await site.app.auth.oauthServer.listGrants(ada);
  assertEquals([grant!.client, more.length], [AT_APP.id, 0]);
  // The app ends it as any other access, and the company gives it again.
  await site.app.auth.users.suspend(ada);
  await assertRejects(() => site.ask("ada"), Error, "assertion is not valid");
  await site.app.auth.users.resume(ada);
  assertStringIncludes(await site.ask("ada"), ada);
});

Deno.test("examples/company: who has no account at the app, and an agent that the company does not allow, get nothing", async () => {
  await using site = await start();
  await assertRejects(() => site.ask("mallory"), Error, "assertion is not valid");
  assertEquals(site.app.accountOf("mallory"), undefined);
  await using strict = await start("project:read", "another-agent");
  await assertRejects(() => strict.ask("ada"), Error, "assertion is not valid");
  await using other = await start("admin");
  await assertRejects(() => other.ask("ada"), Error, "A scope is beyond");
  assert((await site.ask("ada")).length > 0);
});

Deno.test("examples/company: the company makes no assertion of another token, for another server or another client", async () => {
  await using site = await start();
  const exchange = async (more: Record<string, string>) => {
    const body = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:ietf:params:oauth:token-type:id-jag",
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      subject_token: "e30.e30.e30",
      audience: site.app.issuer,
      resource: site.app.resource,
      client_id: AT_COMPANY.id,
      client_secret: AT_COMPANY.secret,
      ...more,
    });
    const answer = await fetch(`${site.company.issuer}/token`, { method: "POST", body });
    return [answer.status, (await answer.json()).error];
  };
  assertEquals(await exchange({}), [400, "invalid_request"]);
  for (const audience of ["constructor", "", "http://evil.example", `${site.app.issuer}/`]) {
    assertEquals(await exchange({ audience }), [400, "invalid_target"], audience);
  }
  assertEquals(await exchange({ client_secret: "x" }), [401, "invalid_client"]);
});
