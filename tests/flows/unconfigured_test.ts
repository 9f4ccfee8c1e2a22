import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type AuthConfig, type Provider, setEnvDefaults } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import Resend from "../../src/providers/resend.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { createApp } from "./_rig.ts";

const { exports } = JSON.parse(
  await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
);

/** Built-in OAuth and OpenID Connect providers. */
async function builtIns(count: number): Promise<Provider[]> {
  const list: Provider[] = [];
  for (const subpath of Object.keys(exports)) {
    const name = /^\.\/providers\/(.+)$/.exec(subpath)?.[1];
    if (!name || list.length === count) continue;
    const { default: create } = await import(`@x/auth/providers/${name}`);
    if (!create) continue; // types only
    const type = name === "email" || name === "nodemailer" ? "email" : create().type;
    if (type === "oauth" || type === "oidc") list.push(create);
  }
  return list;
}

const password = Credentials({
  credentials: { word: {} },
  authorize: ({ word }) => word === "right" ? { id: "1", name: "Ada" } : null,
});

/** Completes a config from these variables, as wrappers do. */
function withEnvironment(env: Record<string, string>, config: Partial<AuthConfig>): AuthConfig {
  const complete: AuthConfig = { providers: [], ...config };
  setEnvDefaults(env, complete);
  return complete;
}

Deno.test("unconfigured: one of 30 providers has a client id, and it works, like all other actions", async () => {
  const providers = await builtIns(30);
  assertEquals(providers.length, 30);
  const env = { AUTH_DISCORD_ID: "id", AUTH_DISCORD_SECRET: "secret" };
  const { browser, errors } = createApp({
    providers: [...withEnvironment(env, { providers }).providers, password],
  });
  assertEquals(await browser.session(), null);
  assertEquals(errors.length, 1);
  const [{ message }] = errors as [Error];
  assertStringIncludes(message, "Cannot use 29 of 31 providers");
  assertEquals(message.includes("AUTH_DISCORD"), false);

  const listed = await (await browser.fetch("/auth/providers")).json();
  assertEquals(Object.keys(listed).length, 31);
  for (const id of Object.keys(listed)) {
    if (id === "discord" || id === "credentials") continue;
    assertStringIncludes(message, `"${id}": set `);
    assertStringIncludes(message, `AUTH_${id.toUpperCase().replaceAll("-", "_")}_`);
  }
  const page = await (await browser.fetch("/auth/signin")).text();
  const actions = [...page.matchAll(/action="[^"]+\/(signin|callback)\/([^"]+)"/g)];
  assertEquals(actions.map(([, , id]) => id), ["credentials", "discord"]);
  assertStringIncludes(await browser.start("discord"), "https://discord.com/api/oauth2/authorize?");
  await browser.signInWithCredentials({ word: "right" });
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(errors.length, 1, "there is no other log line");
});

Deno.test("unconfigured: a sign-in with such a provider leads to the configuration error page", async () => {
  const [provider] = await builtIns(1);
  const { browser, errors } = createApp({ providers: [provider!, password] });
  const [id] = Object.keys(await (await browser.fetch("/auth/providers")).json());
  errors.length = 0;
  for (
    const [path, init] of [
      [`signin/${id}`, { method: "POST", body: new URLSearchParams() }],
      [`callback/${id}?code=c&state=s`, {}],
    ] as const
  ) {
    const { url, response } = await browser.visit(`/auth/${path}`, init);
    assertEquals([url.pathname, url.search], ["/auth/error", "?error=Configuration"]);
    assertEquals(response.status, 500);
    const html = await response.text();
    assertEquals(/AUTH_|clientId/.test(html), false);
    const line = errors.splice(0);
    assertEquals(line.length, 1);
    assertStringIncludes(line[0]!.message, `"${id}": set `);
  }
  await browser.signInWithCredentials({ word: "right" });
  assertEquals((await browser.session())?.user?.name, "Ada");
});

Deno.test("unconfigured: a mail service without its key does not affect other providers", async () => {
  const { browser, errors } = createApp({
    providers: [Resend, password],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
  });
  await browser.signInWithCredentials({ word: "right" });
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(errors.length, 1);
  assertStringIncludes(errors[0]!.message, "set `apiKey` or AUTH_RESEND_KEY");
});

Deno.test("unconfigured: without a usable provider, the sign-in page says so and the session works", async () => {
  const { browser, errors } = createApp({ providers: await builtIns(2) });
  assertEquals(await browser.session(), null);
  const { url, response } = await browser.visit("/auth/signin");
  assertEquals([url.search, response.status], ["?error=Configuration", 500]);
  await response.body?.cancel();
  assert(errors.some(({ message }) => message.includes("none of the `providers` can be used")));
});
