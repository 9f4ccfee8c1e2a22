/**
 * A program on a command line, as a process of its own: it signs in by a loopback redirect at a real
 * OpenID Provider with a second factor on the way, is started again from its file, and is ended from
 * the account page.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { appEnvironment } from "../_environment.ts";
import { waitForText, watchChild, type WatchedChild } from "../_wait.ts";
import { codeOf } from "./_factors.ts";
import { enrol, LOOPBACK, type NativeApp } from "./_native.ts";
import { overNetwork, startFlow } from "./_rig.ts";
import { STRATEGIES } from "./_strategies.ts";

const PROGRAM = new URL("_native_cli.ts", import.meta.url).pathname;

function start(...args: string[]): WatchedChild {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROGRAM, ...args],
    stdout: "piped",
    stderr: "piped",
    clearEnv: true,
    env: appEnvironment(),
  }).spawn();
  return watchChild(child, child.stdout, child.stderr);
}

/** What the API has said to a program that has ended. */
async function idFrom(child: WatchedChild): Promise<string> {
  await child.ended;
  const [, id] = /^api 200 (\S+)$/m.exec(child.text) ?? [];
  assert(id, child.text);
  return id;
}

for (const strategy of STRATEGIES) {
  Deno.test(`native: a program signs in, is started again, and is ended (${strategy})`, async () => {
    await using flow = await startFlow({}, {
      adapter: MemoryAdapter(),
      session: { strategy, revocation: {} },
      factors: [Totp()],
      account: AccountPage(),
      native: NativeClients({ redirectUris: [LOOPBACK] }),
      sendMail: () => {},
      notifyNewDevice: false,
      theme: { name: "App" },
      limits: false,
      logger: { error: (error) => console.error(error), warn: () => {}, debug: () => {} },
    });
    const { origin, op } = flow;
    const auth = defineAuth(flow.config);
    const handler = auth.protect((_request, who) => new Response(who.id), { accept: ["bearer"] });
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => handler(request),
    );
    const file = await Deno.makeTempFile();
    await Deno.remove(file);
    const args = [`${origin}/auth`, `http://127.0.0.1:${server.addr.port}/api`, file];
    try {
      // Ada has an account, and an authenticator app.
      await (await flow.signIn()).response.body?.cancel();
      const secret = await enrol({ auth: auth as unknown as NativeApp["auth"] }, origin);

      const browser = createBrowser(origin, { [origin]: overNetwork, [op.issuer]: overNetwork });
      const child = start(...args);
      const [, url] = await waitForText(/^open (\S+)$/m, child);
      const asked = await browser.visit(url!);
      assertEquals(asked.url.pathname, "/auth/signin");
      await asked.response.body?.cancel();
      const callbackUrl = asked.url.searchParams.get("callbackUrl")!;
      const at = await browser.visit(await browser.start("op", { callbackUrl }));
      await at.response.body?.cancel();
      const body = new URLSearchParams({ person: "ada" });
      const factor = await browser.visit(at.url.href, { method: "POST", body });
      assertEquals(factor.url.pathname, "/auth/factor");
      const answer = await codeOf(secret, Date.now() + 30_000);
      const page = await browser.submit(factor, { answer });
      assertEquals(page.url.pathname, "/auth/native/authorize");
      const html = await page.response.text();
      assertMatch(html, /Sign in to Acme CLI\?/);
      const [form] = html.split("<form").filter((part) => part.includes('value="continue"'));
      const fields = [...form!.matchAll(/name="([^"]*)" value="([^"]*)"/g)]
        .map(([, name, value]) => [name!, value!.replaceAll("&amp;", "&")]);
      const returned = await browser.fetch(`${origin}/auth/native/authorize`, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      await returned.body?.cancel();
      await (await fetch(returned.headers.get("location")!)).body?.cancel();
      const id = await idFrom(child);

      // Started again, it has its session.
      const again = start(...args);
      assertEquals(await idFrom(again), id);
      assert(!again.text.includes("open "), again.text);

      // Ended on the account page, it must sign in again.
      const json = { accept: "application/json" };
      const account = await (await browser.fetch("/auth/account", { headers: json })).json();
      // deno-lint-ignore no-explicit-any -- data of a step
      const device = account.sessions.find((one: any) => one.browser === "Acme CLI");
      assert(device, JSON.stringify(account.sessions));
      const ended = await browser.fetch("/auth/account", {
        method: "POST",
        headers: json,
        body: new URLSearchParams({
          csrfToken: account.csrfToken,
          step: "session-end",
          id: device.id,
        }),
      });
      await ended.body?.cancel();
      const sessions = await auth.sessions.list(id);
      assert(!sessions.some((one) => one.device === "Acme CLI"));
      const last = start(...args);
      await waitForText(/^open (\S+)$/m, last);
      assert(!last.text.includes("api"), last.text);
      await last.stop("SIGKILL");
    } finally {
      await server.shutdown();
      await Deno.remove(file).catch(() => {});
    }
  });
}
