/**
 * A store that fails behind every wrapper: guards answer 503, functions throw `AdapterError`, and no
 * cookie changes. With `session.onStoreFailure: "none"`, the answers are those of Auth.js.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import type { SessionOptions } from "../../src/types/config.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { failing } from "../flows/_fault_store.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import { protectedWrappers, ROUTES } from "./_protected.ts";
import type { Call } from "./_table.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";

const PAGE = { accept: "text/html,*/*;q=0.8", "sec-fetch-mode": "navigate" };

/** An app on a store that can fail, and the cookie of a user who is signed in. */
function prepare(strategy: Strategy, session: SessionOptions = {}) {
  const adapter = MemoryAdapter();
  const stays = () => Promise.resolve();
  const store = failing({ adapter }, { countUsers: () => Promise.resolve(1), close: stays });
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [],
    ...store.config,
    session: { strategy, revocation: {}, ...session },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  };
  const cookieAt = async (origin: string) =>
    (await signInAs(config, { id: "u1", name: "Ada", email: "ada@example.com" }, { origin }))
      .headers.get("cookie")!;
  return { store, config, cookieAt, errors };
}

for (const wrapper of protectedWrappers) {
  Deno.test(`a failing store: protect and authenticate answer 503 (${wrapper.name})`, async () => {
    for (const strategy of STRATEGIES) {
      const { store, config, cookieAt } = prepare(strategy);
      const app = await wrapper.start(config);
      try {
        const cookie = await cookieAt(app.origin);
        for (const path of Object.values(ROUTES)) {
          for (const more of [{}, PAGE]) {
            const ask = () => app.ask({ path, headers: { cookie, ...more } });
            store.arm(1, "away");
            const { status, headers, text } = await ask();
            assert(store.calls.length > 0, "the store was asked");
            const title = `${strategy} ${path} ${JSON.stringify(more)}: ${text}`;
            assertEquals([status, headers.get("retry-after")], [503, "5"], title);
            assertEquals(headers.getSetCookie(), [], title);
            store.arm(0, "before");
            assertEquals((await ask()).status, 200, title);
          }
        }
      } finally {
        await app.close?.();
      }
    }
  });
}

const READS: readonly Call[] = [
  { call: "read" },
  { call: "proof" },
  { call: "require", options: { maxAge: 600 } },
];

for (const wrapper of [...httpWrappers, ...portWrappers]) {
  Deno.test(`a failing store: functions throw (${wrapper.name})`, async () => {
    for (const strategy of STRATEGIES) {
      const { store, config, cookieAt } = prepare(strategy);
      const app = await wrapper.start(config);
      try {
        const cookie = await cookieAt(app.origin);
        for (const call of READS) {
          const visit = () => app.visit({ method: "GET", headers: { cookie }, calls: [call] });
          store.arm(1, "away");
          const { status, failure, setCookies, ...rest } = await visit();
          const title = `${strategy} ${call.call} ${JSON.stringify({ status, failure, rest })}`;
          assert(status === 503 || failure?.error === "Configuration", title);
          assertEquals(setCookies.filter((line) => line.includes("session-token")), [], title);
          store.arm(0, "before");
          const known = await visit();
          assertEquals(known.failure, undefined, title);
        }
      } finally {
        await app.close?.();
      }
    }
  });

  Deno.test(`a failing store: "none" is the answer of Auth.js (${wrapper.name})`, async () => {
    for (const strategy of STRATEGIES) {
      const { store, config, cookieAt, errors } = prepare(strategy, {
        onStoreFailure: "none",
      });
      const app = await wrapper.start(config);
      try {
        const cookie = await cookieAt(app.origin);
        const visit = () => app.visit({ method: "GET", headers: { cookie }, calls: [READS[0]!] });
        store.arm(1, "away");
        const { reads, setCookies } = await visit();
        assertEquals(reads, [null], strategy);
        assertEquals(setCookies.filter((line) => line.includes("session-token")), []);
        const names = [...new Set(errors.map(({ name }) => name))];
        assertEquals(names, [strategy === "jwt" ? "JWTSessionError" : "SessionTokenError"]);
        const session = await app.visit({ method: "GET", action: "/session", headers: { cookie } });
        assertEquals([session.status, session.text], [200, "null"], strategy);
        store.arm(0, "before");
        assertEquals((await visit()).reads[0]?.user?.name, "Ada");
      } finally {
        await app.close?.();
      }
    }
  });
}
