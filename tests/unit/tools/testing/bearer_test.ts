import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { NativeClients } from "../../../../src/capabilities/native/mod.ts";
import { AuthError } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/server.ts";
import { bearerFor } from "../../../../src/tools/testing/bearer.ts";

const CONFIG = {
  providers: [],
  session: { revocation: {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};

Deno.test("bearerFor() makes a session that `authenticate` accepts", async () => {
  const auth = defineAuth({ ...CONFIG, adapter: MemoryAdapter(), native: NativeClients() });
  const origin = "https://app.example";
  const ada = { email: "ada@app.example" };
  const { user, headers, accessToken, refreshToken } = await bearerFor(auth, ada, {
    origin,
    client: "Acme CLI",
    proof: { methods: ["hwk"] },
  });
  assertEquals(headers.get("authorization"), `Bearer ${accessToken}`);
  assert(refreshToken.startsWith("xr1_"));
  const who = await auth.authenticate(new Request(`${origin}/api`, { headers }), {
    accept: ["bearer"],
  });
  assert(who.ok);
  assertEquals([who.id, who.client, who.proof.methods], [user.id, "Acme CLI", ["hwk"]]);
});

Deno.test("bearerFor() needs `native` in the config", async () => {
  const auth = defineAuth({ ...CONFIG, adapter: MemoryAdapter() });
  await assertRejects(
    () => bearerFor(auth, { email: "ada@app.example" }),
    AuthError,
    "set `native` in the config",
  );
});
