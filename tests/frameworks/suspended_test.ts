/**
 * The kill switch, through every wrapper: after `suspendUser` and after `deleteUser` no
 * reader has a session, and no sign-in begins one.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import {
  delete as deleteUser,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import type { App, Wrapper } from "./_table.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";

async function createRig(wrapper: Wrapper, strategy: "jwt" | "database") {
  const adapter = MemoryAdapter();
  const user = { id: crypto.randomUUID(), name: "Ada", email: "ada@example.com" };
  await adapter.createUser({ ...user, emailVerified: null });
  const config: AuthConfig = {
    providers: [Credentials({ authorize: () => user })],
    adapter,
    session: { strategy, revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error() {}, warn() {} },
  };
  return { adapter, config, userId: user.id, app: await wrapper.start(config) };
}

/** Signs in through the app, with a browser of its own. */
async function signIn(app: App) {
  const url = new URL(app.origin);
  const browser = new CookieStore();
  const send = async (method: "GET" | "POST", action?: string, body?: string) => {
    const answer = await app.visit({
      method,
      action,
      body,
      headers: {
        cookie: browser.header(url, { method }) ?? "",
        origin: app.origin,
        "content-type": "application/x-www-form-urlencoded",
      },
      calls: action ? undefined : [{ call: "read" }],
    });
    browser.store(url, answer.setCookies);
    return answer;
  };
  const { status, text } = await send("GET", "/csrf");
  // There is no token when the framework compares origins.
  const csrfToken = status === 200 ? JSON.parse(text!).csrfToken : "";
  const answer = await send(
    "POST",
    "/callback/credentials",
    new URLSearchParams({ csrfToken, password: "x" }).toString(),
  );
  return {
    location: answer.location,
    /** The names that every reader of the wrapper returns. */
    async read() {
      const page = await send("GET");
      const action = await send("GET", "/session");
      return [page.reads[0]?.user?.name, JSON.parse(action.text!)?.user?.name];
    },
  };
}

for (const strategy of ["jwt", "database"] as const) {
  for (const wrapper of [...httpWrappers, ...portWrappers]) {
    Deno.test(`kill switch: ${wrapper.name} (${strategy}) has no session of a suspended or deleted user`, async () => {
      const { config, app, userId } = await createRig(wrapper, strategy);
      try {
        const [laptop, phone] = [await signIn(app), await signIn(app)];
        assertEquals([await laptop.read(), await phone.read()], [["Ada", "Ada"], ["Ada", "Ada"]]);
        await suspendUser(config, userId);
        const none = [undefined, undefined];
        assertEquals([await laptop.read(), await phone.read()], [none, none]);
        const refused = await signIn(app);
        assert(refused.location?.includes("error=AccessDenied"), refused.location);
        assertEquals(await refused.read(), none);
        await resumeUser(config, userId);
        assertEquals(await laptop.read(), none);
        const again = await signIn(app);
        assertEquals(await again.read(), ["Ada", "Ada"]);
        await deleteUser(config, userId);
        assertEquals(await again.read(), none);
      } finally {
        await app.close?.();
      }
    });
  }
}
