/**
 * Requests that are cheap to send must be cheap to answer.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import GitHub from "../../src/providers/github.ts";
import { csrfOf, quiet } from "./_requests.ts";

const config: AuthConfig = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  pages: { verifyRequest: "/look" },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  logger: quiet,
};

/** Number of searches and writes in the list of query members while a function ran. */
async function countSearches(run: () => Promise<unknown>): Promise<number> {
  const { set } = URLSearchParams.prototype;
  let count = 0;
  URLSearchParams.prototype.set = function (name, value) {
    count++;
    set.call(this, name, value);
  };
  try {
    await run();
  } finally {
    URLSearchParams.prototype.set = set;
  }
  return count;
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`).join("&");

Deno.test("signin: processes a query with any number of members in one pass", async () => {
  const { form, cookie } = await csrfOf(config);
  const start = (query: string) =>
    countSearches(async () => {
      const url = `https://app.example/auth/signin/github?${query}`;
      const response = await Auth(
        new Request(url, { method: "POST", headers: { cookie }, body: form }),
        config,
      );
      assertEquals(new URL(response.headers.get("location")!).host, "github.com");
    });
  // One search per name would be quadratic: 80 kB took more than a minute of processor time.
  assertEquals(await start(names(2000)), await start(names(2)));
});

Deno.test("the app's own sign-in page: receives a query with any number of members in one pass", async () => {
  const visit = (query: string) =>
    countSearches(async () => {
      const url = `https://app.example/auth/verify-request?${query}`;
      const response = await Auth(new Request(url), config);
      assert(response.headers.get("location")!.startsWith("https://app.example/look?"));
    });
  assertEquals(await visit(names(2000)), await visit(names(2)));
});
