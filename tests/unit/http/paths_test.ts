import { assertEquals } from "@std/assert";
import { enabledPaths, hasPath, isActionPath, toActionPath } from "../../../src/http/paths.ts";

const enabled = enabledPaths([
  "account",
  "signout/{provider}",
  "organization/{slug}",
  "organization/{slug}/members/{id}",
  "/.well-known/oauth-authorization-server",
]);
const find = (path: string) => {
  const found = toActionPath(path, "/auth", enabled);
  return found && { ...found, ...found.params ? { params: { ...found.params } } : {} };
};

Deno.test("toActionPath() finds paths of several parts, and names them", () => {
  assertEquals(find("/auth/organization/acme/members/a%20b"), {
    action: "organization/{slug}/members/{id}",
    path: "organization/{slug}/members/{id}",
    params: { slug: "acme", id: "a b" },
    providerId: undefined,
    isExact: true,
  });
  assertEquals(find("/auth/organization/acme")?.path, "organization/{slug}");
  assertEquals(find("/auth//organization//acme/")?.path, "organization/{slug}");
});

Deno.test("toActionPath() takes the last part {provider} for the id of one", () => {
  const { action, providerId, path } = find("/auth/signout/acme")!;
  assertEquals([action, providerId, path], ["signout", "acme", "signout/{provider}"]);
  assertEquals(find("/auth/signout"), { action: "signout", providerId: undefined, isExact: true });
});

Deno.test("toActionPath() finds paths at the root, as they are", () => {
  assertEquals(find("/.well-known/oauth-authorization-server")?.isExact, true);
  for (const path of ["/.well-known/openid-configuration", "/auth/.well-known/x", "/.well-known"]) {
    assertEquals(find(path), undefined, path);
  }
});

Deno.test("toActionPath() refuses other parts below a path of ours, and leaves other paths", () => {
  for (const path of ["organization", "organization/a/members", "organization/%/x", "account/x"]) {
    assertEquals(find(`/auth/${path}`)?.isExact, false, path);
  }
  for (
    const path of ["/auth/organizations", "/organization/acme", "/auth", "/auth/", "/auth/password"]
  ) {
    assertEquals(find(path), undefined, path);
  }
  assertEquals(find("/auth/organization/%ff/members/x")?.isExact, false, "no UTF-8");
});

Deno.test("isActionPath() without a config takes any name, and any well-known path", () => {
  for (const path of ["/auth/x", "/auth/x/y", "/auth/signin/a", "/.well-known/webauthn"]) {
    assertEquals(isActionPath(path, "/auth"), true, path);
  }
  assertEquals(isActionPath("/x", "/auth"), false);
});

Deno.test("hasPath() knows a path as its capability wrote it", () => {
  assertEquals(hasPath(enabled, "account"), true);
  assertEquals(hasPath(enabled, "organization/{slug}"), true);
  assertEquals(hasPath(enabled, "organization"), false);
  assertEquals(hasPath(enabled, "password"), false);
});
