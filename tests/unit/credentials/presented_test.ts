import { assertEquals } from "@std/assert";
import { presentedIn } from "../../../src/credentials/presented.ts";
import type { CredentialRefusal } from "../../../src/types/audit.ts";
import { assertLinear } from "../../_growth.ts";

const requestWith = (authorization: string) => ({
  url: "https://app.example/api",
  headers: new Headers({ authorization }),
});

const CASES: [authorization: string, reason: CredentialRefusal][] = [
  ["", "not-accepted"],
  ["Basic YTpi", "not-accepted"],
  ['Digest username="a", realm="b"', "not-accepted"],
  ["Bearer", "unknown"],
  ["Bearer a,b", "unknown"],
  ["Bearer a, b", "unknown"],
  ["Bearer ,,,,", "unknown"],
  ["Bearer a, Bearer b", "two-credentials"],
  ["Bearer a,DPoP b", "two-credentials"],
  ["Bearer a, b, Bearer c", "two-credentials"],
  ["Basic YTpi , Bearer a", "two-credentials"],
];
for (const [authorization, reason] of CASES) {
  Deno.test(`presentedIn: ${JSON.stringify(authorization)} is ${reason}`, () => {
    assertEquals(presentedIn(requestWith(authorization)), reason);
  });
}

Deno.test("presentedIn: reads scheme and token", () => {
  for (const scheme of ["Bearer", "bearer", "DPoP"]) {
    assertEquals(presentedIn(requestWith(`${scheme}  a.b~c==`)), {
      scheme: scheme.toLowerCase() as "bearer" | "dpop",
      token: "a.b~c==",
    });
  }
});

Deno.test("presentedIn: a header of 16,384 characters is read, a longer one is refused", () => {
  const token = "a".repeat(16_384 - "Bearer ".length);
  assertEquals(presentedIn(requestWith(`Bearer ${token}`)), { scheme: "bearer", token });
  for (const authorization of [`Bearer ${token}a`, `Basic ${token}ab`, ",".repeat(16_385)]) {
    assertEquals(presentedIn(requestWith(authorization)), "unknown");
  }
});

Deno.test("presentedIn: reads a header of any length in one pass", async () => {
  for (const run of [",", " ", "a,", "a ,", "a", "=", "\t,"]) {
    await assertLinear(JSON.stringify(run), (length) => {
      const request = requestWith(`Bearer a${run.repeat(length / run.length)}`);
      return () => presentedIn(request);
    });
  }
});
