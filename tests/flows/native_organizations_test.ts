/**
 * Access tokens and organizations: the membership, its role and its policy are read for each request,
 * as for the session of a browser.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { bearerFor } from "../../src/tools/testing/mod.ts";
import { STRATEGIES } from "./_strategies.ts";

const ORIGIN = "https://app.example";

for (const strategy of STRATEGIES) {
  Deno.test(`native, ${strategy}: an access token is one of a member, with the role of now`, async () => {
    const access = defineAccess({
      permissions: { project: ["read", "write"] },
      roles: { admin: { project: "all", member: "all" }, guest: { project: ["read"] } },
      grants: { admin: ["guest"] },
    });
    const auth = defineAuth({
      providers: [],
      adapter: MemoryAdapter(),
      session: { strategy, revocation: {} },
      organizations: Organizations({ access }),
      native: NativeClients(),
      sendMail: () => {},
      theme: { name: "App" },
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: { error: () => {}, warn: () => {}, debug: () => {} },
    });
    const enter = (email: string, role: "admin" | "guest" | "owner") =>
      bearerFor(auth, { email }, {
        origin: ORIGIN,
        membership: { organization: "acme", role },
      });
    const owner = await enter("owner@app.example", "owner");
    const ada = await enter("ada@app.example", "admin");
    const ask = (headers: Headers, scopes: ("project:read" | "project:write")[] = []) =>
      auth.authenticate(new Request(`${ORIGIN}/api`, { headers }), {
        accept: ["bearer"],
        organization: "acme",
        scopes,
      });
    const first = await ask(ada.headers, ["project:write"]);
    assert(first.ok, JSON.stringify(first));
    assertEquals(first.organization?.role, "admin");
    assert(first.membership);
    // Other functions take the request of the principal.
    const at = await ask(owner.headers);
    assert(at.ok && at.membership);
    const again = await auth.organizations.readMembership(at.request, "acme");
    assert(again.ok);
    assertEquals(
      (await auth.organizations.changeRole(at.membership, ada.user.id!, "guest")).ok,
      true,
    );
    const reason = async (...args: Parameters<typeof ask>) => {
      const who = await ask(...args);
      return who.ok ? "in" : who.reason;
    };
    assertEquals(await reason(ada.headers, ["project:write"]), "insufficient-scope");
    assertEquals(await reason(ada.headers, ["project:read"]), "in");
    assertEquals((await auth.organizations.removeMember(at.membership, ada.user.id!)).ok, true);
    assertEquals(await reason(ada.headers), "not-member");
  });
}
