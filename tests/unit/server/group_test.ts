import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { AuthError } from "../../../src/errors.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { bindGroup } from "../../../src/server/group.ts";

const config = { providers: [], secret: "a-secret-of-at-least-32-characters" };

Deno.test("bindGroup() passes the config first, and loads the group at the first call", async () => {
  let loads = 0;
  const group = bindGroup(config, () => {
    loads++;
    return { add: (given: object, a: number, b: number) => [given === config, a + b] };
  });
  const { add } = group;
  assertEquals(loads, 0);
  assertEquals(await add(1, 2), [true, 3]);
  assertEquals(loads, 1);
  assertStrictEquals(group.add, add);
});

Deno.test("bindGroup() names a function that does not exist, and has none of every object", async () => {
  const group = bindGroup(config, () => ({})) as Record<string, () => Promise<unknown>>;
  await assertRejects(() => group.lsit!(), TypeError, 'no function "lsit"');
  await assertRejects(
    () => group.toString!() as unknown as Promise<unknown>,
    TypeError,
    "toString",
  );
});

Deno.test("bindGroup(): a group can be awaited, since it is no promise", async () => {
  const group = bindGroup(config, () => ({}));
  assertStrictEquals(await Promise.resolve(group), group);
});

Deno.test("defineAuth(): functions of an absent capability say what brings it", async () => {
  const auth = defineAuth(config);
  const rows: [() => Promise<unknown>, string][] = [
    [() => auth.passwords.has("1"), "add `Password()` to `providers`"],
    [() => auth.factors.list("1"), "of `@x/auth/factors` to `factors`"],
    [() => auth.passkeys.list("1"), "such as `Passkey` to `providers`"],
    [() => auth.keys.list("1"), "add ApiKeys() of @x/auth/keys to `keys`"],
    [
      () => auth.organizations.listOrganizations("1"),
      "add Organizations() of @x/auth/organizations to",
    ],
    [() => auth.oauthServer.listGrants("1"), "add OAuthServer() of @x/auth/oauth-server to"],
  ];
  for (const [run, message] of rows) await assertRejects(run, AuthError, message);
});
