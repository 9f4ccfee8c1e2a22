import { assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { FINGERPRINTS, fingerprintsNow, lasting, PICTURES } from "../tools/_pictures.ts";

Deno.test("pictures: those of the README and the examples show the pages of this version", async () => {
  const folder = ".github/images";
  const made = JSON.parse(await Deno.readTextFile(`${folder}/${FINGERPRINTS}`));
  assertEquals(made, await fingerprintsNow(), "run `deno task screenshots`, and look at them");
  for (const { name } of PICTURES) {
    for (const scheme of ["light", "dark"]) await Deno.stat(`${folder}/${name}-${scheme}.png`);
  }
});

Deno.test("pictures: the fingerprint of a page lasts from day to day, and changes with the page", async () => {
  const now = await fingerprintsNow();
  {
    using _time = new FakeTime(Date.now() + 40 * 24 * 60 * 60 * 1000);
    assertEquals(await fingerprintsNow(), now);
  }
  assertEquals(new Set(Object.values(now)).size, PICTURES.length);
  assertNotEquals(lasting("<p>Sign in</p>"), lasting("<p>Sign up</p>"));
});
