import { assert, assertEquals } from "@std/assert";
import { setImmediate } from "node:timers";
import { Auth, type AuthConfig, skipCSRFCheck } from "../../../mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { limitConcurrency, PER_TURN } from "../../../src/request/concurrency.ts";

const REQUESTS = 5 * PER_TURN + 1;

/** Returns what the work noted, grouped by the turn of the event loop in which it did. */
async function byTurn(
  work: (note: (value: number) => void) => Promise<unknown>,
): Promise<number[][]> {
  let turn: number[] = [];
  const turns = [turn];
  let isOver = false;
  const beat = () => {
    if (isOver) return;
    turns.push(turn = []);
    setImmediate(beat);
  };
  setImmediate(beat);
  await work((value) => turn.push(value));
  isOver = true;
  return turns.filter((values) => values.length > 0);
}

const numbers = Array.from({ length: REQUESTS }, (_, index) => index);

Deno.test("limitConcurrency() lets a few requests begin in each turn, in the order of the calls", async () => {
  const turns = await byTurn((note) =>
    Promise.all(numbers.map(async (index) => {
      await limitConcurrency();
      note(index);
    }))
  );
  assertEquals(turns.flat(), numbers);
  assertEquals(turns.map(({ length }) => length), [...Array(5).fill(PER_TURN), 1]);
});

Deno.test("limitConcurrency() makes no request wait that begins in a turn of its own", async () => {
  for (const _ of numbers) {
    assertEquals(limitConcurrency(), undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
});

const runtimes: [string, string, "navigator" | "setImmediate", unknown][] = [
  ["on Cloudflare", "cloudflare", "navigator", { userAgent: "Cloudflare-Workers" }],
  ["without `setImmediate`", "browser", "setImmediate", undefined],
];
for (const [name, instance, member, value] of runtimes) {
  Deno.test(`limitConcurrency() makes no request wait ${name}`, async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, member)!;
    Object.defineProperty(globalThis, member, { value, configurable: true });
    try {
      const { limitConcurrency } = await import(`../../../src/request/concurrency.ts?${instance}`);
      for (const _ of numbers) assertEquals(limitConcurrency(), undefined);
    } finally {
      Object.defineProperty(globalThis, member, own);
    }
  });
}

Deno.test("sign-ins that arrive together are spread over turns, and a session read does not wait", async () => {
  const done: number[] = [];
  const turns = await byTurn((note) => {
    const config: AuthConfig = {
      providers: [
        Credentials({
          authorize({ index }) {
            note(Number(index));
            return { id: String(index) };
          },
        }),
      ],
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      // Counting finishes in any order while Web Crypto is used.
      limits: false,
      basePath: "/auth",
      skipCSRFCheck,
    };
    const signIns = numbers.map(async (index) => {
      const body = new URLSearchParams({ index: String(index) });
      const url = "https://app.example/auth/callback/credentials";
      const response = await Auth(new Request(url, { method: "POST", body }), config);
      assertEquals(response.headers.get("location"), "https://app.example");
      done.push(index);
    });
    const read = Auth(new Request("https://app.example/auth/session"), config)
      .then(() => done.push(REQUESTS));
    return Promise.all([...signIns, read]);
  });
  assertEquals(turns.flat(), numbers);
  assertEquals(turns.filter(({ length }) => length > PER_TURN), []);
  assert(done.indexOf(REQUESTS) <= PER_TURN, String(done));
});
