import { assertEquals } from "@std/assert";
import { assertRefused, assertSignsIn, createRig } from "./_rig.ts";

Deno.test("RFC 9207: the correct issuer is accepted", async () => {
  await assertSignsIn(await createRig());
});

Deno.test("RFC 9207: a server that sends no issuer is accepted when it announces none", async () => {
  await assertSignsIn(await createRig({ idp: { issuerParameter: false } }));
});

Deno.test("RFC 9207: a wrong issuer is refused, announced or not", async () => {
  for (const issuerParameter of [true, false]) {
    const rig = await createRig({
      idp: { issuerParameter },
      hostile: { authorization: (params) => params.set("iss", "https://evil.example") },
    });
    await assertRefused(rig, /"iss"/);
  }
});

Deno.test("RFC 9207: a missing issuer is refused when the server announces it", async () => {
  const rig = await createRig({ hostile: { authorization: (params) => params.delete("iss") } });
  await assertRefused(rig, /"iss"/);
});

Deno.test("RFC 9207: an error of another issuer is refused, and not reported as the provider's", async () => {
  for (const issuerParameter of [true, false]) {
    const rig = await createRig({
      idp: { issuerParameter },
      hostile: {
        authorization(params) {
          params.delete("code");
          params.set("iss", "https://evil.example");
          params.set("error", "access_denied");
        },
      },
    });
    await assertRefused(rig, /"iss"/);
    assertEquals(rig.lines.join("\n").includes("access_denied"), false);
  }
});
