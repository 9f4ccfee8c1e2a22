/**
 * A person presses no more keys and buttons here than on the pages of Auth.js or in the example of
 * Better Auth. `deno run -A tests/tools/presses.ts` prints the table; `deno task test` counts our
 * own pages alone.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { measurePresses } from "./_presses.ts";

browserTest("presses: no way to sign in takes more than elsewhere", async (browser) => {
  const peers = isChosen(1, 2);
  const rows = await measurePresses(browser, { peers });
  assertEquals(
    rows.map(({ name, ours, authJs, betterAuth }) => [name, ours, authJs, betterAuth]),
    [
      ["password", 2, 3, 3],
      ["link by email", 1, 1, undefined],
      ["code by email", 1, undefined, undefined],
      ["passkey", 0, 1, 1],
      ["provider", 1, 1, 1],
      ["the last of twelve providers", 2, 1, undefined],
      ["the last of twelve providers, in a browser that used it", 1, 1, undefined],
      ["password and authenticator app", 2, undefined, 5],
    ].map((row) => peers ? row : [...row.slice(0, 2), undefined, undefined]),
  );
  if (!peers) return;
  for (const { name, ours, authJs = ours, betterAuth = ours, because } of rows) {
    const isFewest = ours <= Math.min(authJs, betterAuth);
    assert(because === undefined ? isFewest : !isFewest, name);
  }
}, { choosesCases: true });
