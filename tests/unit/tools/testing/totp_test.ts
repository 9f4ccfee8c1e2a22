import { assertEquals, assertRejects } from "@std/assert";
import { totpCode } from "../../../../src/tools/testing/totp.ts";

/** The secret of RFC 6238 Appendix B, of 20 bytes; its codes have 8 digits, of which 6 are shown. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

Deno.test("totpCode() makes the codes of RFC 6238", async () => {
  const codes = { 59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130" };
  for (const [seconds, code] of Object.entries(codes)) {
    const at = new Date(Number(seconds) * 1000);
    assertEquals(await totpCode(SECRET, at), code);
    assertEquals(await totpCode(SECRET.toLowerCase().replaceAll(/.{4}/g, "$& "), at), code);
    assertEquals(await totpCode(`otpauth://totp/A:b?issuer=A&secret=${SECRET}`, at), code);
  }
});

Deno.test("totpCode() refuses what is no secret", async () => {
  for (const secret of ["", "0189", "otpauth://totp/A:b", "https://app.example"]) {
    await assertRejects(() => totpCode(secret), TypeError, "Base32");
  }
});
