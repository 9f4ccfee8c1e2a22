/**
 * Where no address of a client can be known, the app is told once that `limits.perAddress` counts
 * nothing. The warning belongs to the process, so these tests have a file of their own.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth } from "../../mod.ts";
import { createLimitsRig } from "./_limits.ts";

Deno.test("limits: an unknown address is warned of once, where it could count", async () => {
  const ask = async (rig: ReturnType<typeof createLimitsRig>, address?: string) => {
    await (await rig.send("callback/none", address)).body?.cancel();
    return rig.warnings;
  };
  const clientAddress = ({ headers }: Request) => headers.get("cf-connecting-ip");
  assertEquals(await ask(createLimitsRig(), "192.0.2.1"), [], "an address");
  assertEquals(await ask(createLimitsRig({ limits: { clientAddress } })), [], "clientAddress");
  assertEquals(await ask(createLimitsRig({ limits: { perAddress: false } })), [], "no limit");
  assertEquals(await ask(createLimitsRig({ limits: false })), [], "no limits");

  const local = createLimitsRig();
  const request = new Request("http://localhost:3000/auth/callback/none");
  await (await Auth(request, local.config)).body?.cancel();
  assertEquals(local.warnings, [], "this machine");

  const rig = createLimitsRig();
  await ask(rig);
  assertEquals(await ask(rig), ["unknown-client-address"]);
});
