import { assertEquals } from "@std/assert";
import * as server from "../../../src/frameworks/server.ts";

Deno.test("@x/auth/server exports functions for apps, and none that only wrappers call", () => {
  for (const name of ["defineAuth", "getSession", "signIn", "requireProof"]) {
    assertEquals(typeof (server as Record<string, unknown>)[name], "function", name);
  }
  for (const name of ["readSession", "requireStore", "processEnvironment"]) {
    assertEquals(name in server, false, name);
  }
});
