import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import WebAuthn from "../../../../src/capabilities/passkeys/webauthn_provider.ts";
import type { Adapter } from "../../../../src/types/adapter.ts";
import { ACCEPTED, HOSTILE } from "../../_addresses.ts";

/** The user of a sign-up whose form has a field `email`. */
async function userOf(email: unknown) {
  const provider = WebAuthn();
  const url = new URL("https://app.example/auth/webauthn-options/webauthn");
  return await provider.getUserInfo(
    { provider, url, adapter: MemoryAdapter() as Required<Adapter> },
    { url, method: "POST", query: {}, body: { email }, request: new Request(url) },
  );
}

Deno.test("WebAuthn().getUserInfo() normalizes an address like magic links", async () => {
  for (const [typed, email] of Object.entries(ACCEPTED)) {
    assertEquals(await userOf(typed), { user: { email }, exists: false });
  }
});

Deno.test("WebAuthn().getUserInfo() returns null for anything but one plain address", async () => {
  for (const typed of HOSTILE) {
    assertEquals(await userOf(typed), null, JSON.stringify(typed)?.slice(0, 80));
  }
});
