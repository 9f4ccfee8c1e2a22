/**
 * A failure at every call of the store during a refresh, and a search for tokens in everything
 * that leaves.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { decode } from "../../mod.ts";
import { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken, getSession, getToken, signOut } from "../../src/frameworks/server.ts";
import { type Fail, failEachCall, type FaultStore } from "./_fault_store.ts";
import { localStores, serverStores, withStrategies } from "./_fault_stores.ts";
import { isChosen } from "../_stride.ts";
import { waitUntil } from "../_wait.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { APP, createTokensApp, places } from "./_tokens.ts";
import { ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const HOUR = 3600 * 1000;

type Stores = typeof localStores;

/** Lets one call of a refresh fail. */
async function refreshWithFault(
  store: FaultStore,
  fail: Fail,
  strategy: Strategy,
): Promise<void> {
  using time = new FakeTime(Date.now());
  const app = await createTokensApp("adapter, token sessions", {
    ...store.config,
    session: { strategy, revocation: {} },
  });
  const browser = app.newBrowser();
  await browser.signIn("idp");
  const ask = () => getAccessToken(app.request(browser), app.config);
  const first = await ask();
  time.tick(HOUR);
  const failed = await fail(() => settled(time, ask()));
  if (!failed) return;
  const { first: answer, title } = failed;
  // Without a session to read there is none; else an error with advice, or a token.
  if (answer instanceof Error) {
    assert(answer instanceof TokenRefreshError, `${title}: ${answer.message}`);
    assertEquals(answer.remedy, "retry", title);
  }
  assert(await getSession(app.request(browser), app.config), `the session stays: ${title}`);
  const second = await settled(time, ask());
  assert(second && !(second instanceof Error), `${title}: ${second}`);
  assert(second.expiresAt!.valueOf() > Date.now() && second.accessToken !== first!.accessToken);
  time.tick(HOUR);
  const third = await settled(time, ask());
  assert(third && !(third instanceof Error), `the refresh token is not lost: ${title}`);
  assertEquals(new Set(app.op.presented).size, app.op.presented.length, `used once: ${title}`);
}

/** Waits for locks that are freed when they expire. */
async function settled<T>(time: FakeTime, work: Promise<T>): Promise<T | Error> {
  let done: { value: T | Error } | undefined;
  void work.then((value) => done = { value }, (error) => done = { value: error });
  // A real store answers on a task of its own, between two looks.
  const { value } = await waitUntil("the work is done", async () => {
    await time.tickAsync(50);
    return done;
  }, { pause: 0 });
  return value;
}

function register(stores: Stores): void {
  for (const [strategy, name, openStore] of withStrategies(stores)) {
    Deno.test(`getAccessToken(): each call of the store can fail (${name}, ${strategy})`, async () => {
      const points = await failEachCall(
        openStore,
        (store, fail) => refreshWithFault(store, fail, strategy),
      );
      assert(points >= 10, `${points} failures`);
    });
  }
}

register(localStores);
withPostgres("refreshes with failures on PostgreSQL", (server) => register(serverStores(server)));

for (const place of isChosen(0, 1) ? places : []) {
  Deno.test(`tokens: nothing that leaves has one (${place})`, async () => {
    using time = new FakeTime();
    const said: unknown[] = [];
    const tell = (...args: unknown[]) => void said.push(args.map(textOf));
    const app = await createTokensApp(place, {
      // Sealed, an account shows nothing anyway.
      tokens: KeepTokens({ seal: place === "adapter, database sessions" }),
      signOut: ProviderSignOut({ federated: true, revokeTokens: true }),
      logger: { error: tell, warn: tell, debug: tell },
      callbacks: { session: ({ session, token, user }) => ({ ...session, token, user }) as never },
    });
    const { op } = app;
    const browser = app.newBrowser();
    /** The ID token in the URL of a sign-out is what the protocol demands. */
    const hints: string[] = [];
    const open = browser.fetch.bind(browser);
    const watch = async (response: Response) => {
      const headers = [...response.headers].map(([name, value]) => {
        if (name !== "location") return [name, value];
        const url = new URL(value, APP);
        if (url.searchParams.has("id_token_hint")) {
          hints.push(url.searchParams.get("id_token_hint")!);
        }
        url.searchParams.delete("id_token_hint");
        return [name, url.href];
      });
      said.push([headers, await response.clone().text()]);
      return response;
    };
    browser.fetch = async (...args) => {
      const response = await open(...args);
      return new URL(args[0]).origin === APP ? await watch(response) : response;
    };
    const ask = async () => {
      const headers = new Headers();
      try {
        await getAccessToken(app.request(browser), app.config, {}, headers);
      } catch (error) {
        tell(error);
      }
      said.push([...headers]);
      app.receive(browser, headers);
    };
    await browser.visit(`${APP}/auth/signin`);
    const landing = await browser.signIn("idp");
    said.push(landing.url.href);
    await ask();
    time.tick(HOUR);
    await ask();
    // The provider repeats what it was sent in its errors.
    for (
      const [status, error] of [[400, "invalid_grant"], [401, "invalid_client"], [
        503,
        "busy",
      ]] as const
    ) {
      time.tick(HOUR);
      op.fails = () => {
        const description = [...op.sent].join(" ");
        return Response.json({ error, error_description: description }, { status });
      };
      await ask();
    }
    op.fails = () => {
      throw new TypeError(`cannot reach https://idp.example/?token=${[...op.sent].at(-1)}`);
    };
    await ask();
    op.fails = undefined;
    for (const path of ["session", "providers", "csrf", "signin", "signout", "error"]) {
      await browser.fetch(`${APP}/auth/${path}`);
    }
    said.push(await getToken(app.request(browser), app.config));
    const salt = "__Secure-authjs.session-token";
    for (const { value } of browser.cookies.list("app.example")) {
      said.push(value);
      const claims = await decode({ token: value, secret: SECRET, salt }).catch(() => null);
      if (claims) said.push(claims);
    }
    await watch(await signOut(app.request(browser), app.config, { redirectTo: "/" }));
    await watch(await browser.post("/signout"));
    said.push(app.entries);

    const text = JSON.stringify(said);
    assert(
      text.includes("tokens.refreshed") &&
        text.includes("adapter_") === Boolean(app.config.adapter),
    );
    assert(hints.length > 0, "the protocol demands it");
    assert(op.sent.size >= 5);
    for (const token of op.sent) {
      assert(!text.includes(token), text.slice(text.indexOf(token) - 300));
    }
  });
}

/** An error with its causes, and any other value as JSON. */
function textOf(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  const members = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one)]));
  const causes = cause && typeof cause === "object" && !(cause instanceof Error)
    ? Object.fromEntries(Object.entries(cause).map(([key, one]) => [key, textOf(one)]))
    : textOf(cause);
  return { message, stack, causes, members };
}
