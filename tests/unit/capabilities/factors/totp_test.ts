import { assertEquals, assertThrows } from "@std/assert";
import { AuthError } from "../../../../src/errors.ts";
import { Totp, type TotpOptions } from "../../../../src/capabilities/factors/totp.ts";
import { createContext, type TestContext } from "./_context.ts";

/** The issuer and the name of the account that an app reads: the text around the first colon. */
async function read(options: TotpOptions, members: Partial<TestContext> = {}) {
  const { uri } = await Totp(options).enrol(createContext(members));
  const { protocol, host, pathname, searchParams } = new URL(uri!);
  assertEquals([protocol, host], ["otpauth:", "totp"]);
  const [prefix, account, ...rest] = decodeURIComponent(pathname.slice(1)).split(":");
  assertEquals(rest, [], "a colon is the separator alone");
  // Apps refuse a URI whose two issuers differ.
  assertEquals(searchParams.get("issuer"), prefix);
  return [prefix, account];
}

const ADA = "ada@example.com";

Deno.test("Totp() names the app by `issuer`, else by `theme.name`, else by the host without its port", async () => {
  const local = { origin: "http://localhost:8000" };
  assertEquals(await read({ issuer: "Example & Söhne" }, { appName: "Other" }), [
    "Example & Söhne",
    ADA,
  ]);
  assertEquals(await read({}, { ...local, appName: "Example" }), ["Example", ADA]);
  assertEquals(await read({}, local), ["localhost", ADA]);
  assertEquals(await read({}), ["app.example", ADA]);
});

Deno.test("Totp() leaves out colons, which would end a name", async () => {
  assertEquals(await read({}, { appName: "Notes: a diary" }), ["Notes a diary", ADA]);
  assertEquals(await read({}, { appName: " : " }), ["app.example", ADA]);
  assertEquals(await read({}, { origin: "http://[::1]:8000" }), ["[ 1]", ADA]);
  const user = { id: "ada", label: "Ada: the first" };
  assertEquals(await read({}, { user }), ["app.example", "Ada the first"]);
});

for (const issuer of ["", "  ", "a:b", "a%3A\u0000", "a\nb", "a\u202eb", "x".repeat(65), 1, null]) {
  Deno.test(`Totp() refuses ${JSON.stringify(issuer)} as \`issuer\``, () => {
    assertThrows(() => Totp({ issuer } as TotpOptions), AuthError, "`issuer` of `Totp`");
  });
}
