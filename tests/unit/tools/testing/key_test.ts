import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { AccountPage } from "../../../../src/capabilities/account/mod.ts";
import { ApiKeys } from "../../../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { AuthError } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/server.ts";
import { keyFor } from "../../../../src/tools/testing/key.ts";

const ADA = { email: "ada@app.example" };
const ORIGIN = "https://app.example";

/** An app with keys, and the addresses that got an email. */
function createApp() {
  const sent: string[] = [];
  const access = defineAccess({
    permissions: { project: ["read", "write"] },
    roles: { admin: { project: ["read", "write"] }, guest: { project: ["read"] } },
  });
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    account: AccountPage(),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    organizations: Organizations({ access }),
    sendMail: ({ to }) => void sent.push(to),
    theme: { name: "Acme" },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  const ask = (headers: Headers, organization?: string) =>
    auth.authenticate(new Request(`${ORIGIN}/api`, { headers }), {
      accept: ["key"],
      ...organization === undefined ? {} : { organization },
    });
  return { auth, ask, sent };
}

Deno.test("keyFor() makes a key that `authenticate` accepts, within its scopes, and sends no email", async () => {
  const { auth, ask, sent } = createApp();
  const options = { origin: ORIGIN, scopes: ["project:read"] } as const;
  const { secret, headers, key } = await keyFor(auth, ADA, options);
  assert(secret.startsWith("acme_k1_"));
  assertEquals(headers.get("authorization"), `Bearer ${secret}`);
  const who = await ask(headers);
  assert(who.ok);
  assertEquals([who.via, who.id, who.credential], ["key", key.owner.id, key.id]);
  assertEquals([who.can("project:read"), who.can("project:write")], [true, false]);
  assertEquals((await auth.keys.list(who.id)).map(({ id }) => id), [key.id]);
  assertEquals(sent, []);
  assert(await auth.keys.revoke(who.id, key.id));
  assertEquals((await ask(headers)).ok, false);
});

Deno.test("keyFor() binds a key to an organization by its slug, with the role of the user", async () => {
  const { auth, ask } = createApp();
  const membership = { organization: "tea", role: "guest" } as const;
  const { headers, key } = await keyFor(auth, ADA, {
    scopes: ["project:read"],
    organization: "tea",
    membership,
  });
  assert(key.organization !== null);
  const who = await ask(headers, "tea");
  assert(who.ok);
  assertEquals(who.organization?.role, "guest");
});

Deno.test("keyFor() says why a key is refused", async () => {
  const { auth } = createApp();
  const membership = { organization: "tea", role: "guest" } as const;
  const beyond = { scopes: ["project:write"], organization: "tea", membership } as const;
  const refused = await assertRejects(() => keyFor(auth, ADA, beyond), AuthError, "forbidden");
  assertEquals(refused.cause?.reason, "forbidden");
  const stranger = { scopes: ["project:read"], organization: "tea" } as const;
  const bob = { email: "bob@app.example" };
  await assertRejects(() => keyFor(auth, bob, stranger), AuthError, "not-member");
  await assertRejects(
    () => keyFor(auth, ADA, { scopes: ["x" as "project:read"] }),
    AuthError,
    "there is no scope",
  );
});

Deno.test("keyFor() needs `keys` in the config", async () => {
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  await assertRejects(
    () => keyFor(auth, ADA, { scopes: "all" }),
    AuthError,
    "set `keys` in the config",
  );
});
