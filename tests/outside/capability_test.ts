/**
 * A capability that a stranger made, with `Deno.serve` in an empty folder.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { createBrowser } from "@x/auth/testing";
import { startInEmptyFolder } from "./_empty_folder.ts";

const read = (name: string) =>
  Deno.readTextFile(new URL(`../../examples/guestbook/${name}`, import.meta.url));

Deno.test("a capability from outside works with Deno.serve in an empty folder", async () => {
  const app = (await read("app.ts"))
    .replace("DenoAuth({", 'DenoAuth({\n  secret: "a-secret-of-more-than-thirty-two-characters",')
    .replace(
      "Deno.serve(",
      'Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, ',
    );
  await using running = await startInEmptyFolder({
    "main.ts": app,
    "guestbook.ts": await read("guestbook.ts"),
  });
  const { origin } = running;
  const browser = createBrowser(origin, {
    [origin]: (request) => fetch(request, { redirect: "manual" }),
  });
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
    const answer = await browser.fetch(path, { method: "POST", body });
    await answer.body?.cancel();
    return answer.headers.get("location");
  };
  assertStringIncludes((await browser.visit("/auth/guestbook")).url.pathname, "/auth/signin");
  await post("/auth/callback/credentials", { username: "ada", password: "lovelace" });
  assertEquals(await post("/auth/guestbook", { text: "Hello" }), `${origin}/auth/guestbook`);
  const page = await (await browser.fetch("/auth/guestbook")).text();
  assertStringIncludes(page, "Hello");
  const german = await browser.fetch("/auth/guestbook", { headers: { "accept-language": "de" } });
  assertStringIncludes(await german.text(), "<h1>Guestbook</h1>", "the app offers English alone");
  const wellKnown = await browser.fetch("/.well-known/guestbook");
  assertEquals(await wellKnown.json(), { guestbook: origin });
  assertEquals((await running.stop()).trim(), "");
});
