/**
 * Mixed requests in one process, with the size of the heap after garbage
 * collection as they go on:
 *
 *     deno run -A --v8-flags=--expose-gc tests/bench/soak.ts [requests]
 *
 * @module
 */

import { type App, fetchHeaders, formPost, Jar, ORIGIN } from "./_browser.ts";
import { SESSION_COOKIE } from "./_users.ts";
import { NO_REQUEST, type Prepare, type Prepared } from "./_workload.ts";
import { ours } from "./subjects/ours.ts";
import { manyProviders } from "./subjects/mod.ts";
import { byMail } from "./workloads/forms.ts";
import { findWorkload } from "./workloads/mod.ts";

/** Requests in all. */
const REQUESTS = Number(Deno.args[0] ?? 500_000);

/** Requests between two looks at the heap. */
const STEP = REQUESTS / 25;

/** Requests after which the heap must not change any more. */
const SETTLED = REQUESTS / 5;

/** Largest change from then on. */
const TOLERANCE = 0.05;

/** Requests that no browser sends, each with other content. */
const badInput: Prepare = () => {
  const app: App = ours.createApp({ providers: manyProviders(ours, 1) });
  let turn = 0;
  const kinds: ((word: string) => Request)[] = [
    (word) =>
      new Request(`${ORIGIN}/auth/session`, {
        headers: fetchHeaders(new Jar([[SESSION_COOKIE, word]])),
      }),
    (word) =>
      new Request(`${ORIGIN}/auth/csrf`, {
        headers: fetchHeaders(new Jar([["authjs.csrf-token", `${word}%7C${word}`]])),
      }),
    (word) => new Request(`${ORIGIN}/auth/${word}`),
    (word) => new Request(`${ORIGIN}/auth/callback/${word}?code=${word}&state=${word}`),
    (word) => new Request(`${ORIGIN}/auth/callback/github-0?code=${word}&state=${word}`),
    (word) =>
      new Request(`${ORIGIN}/auth/signin/github-0`, formPost(new Jar(), { csrfToken: word })),
    (word) => new Request(`${ORIGIN}/auth/session`, { method: "POST", body: `{"data":${word}` }),
    (word) => new Request(`http://${word}.example/auth/signin?callbackUrl=https://${word}.example`),
  ];
  const run = async () => {
    const word = `w${crypto.randomUUID().slice(0, 1 + turn % 30)}${turn}`;
    const response = await app(kinds[turn++ % kinds.length]!(word));
    await response.text();
    if (response.status >= 500) throw new Error(`Status ${response.status} for bad input`);
  };
  return Promise.resolve({ run });
};

/** What is sent, and the number of requests of one operation. */
const MIX: readonly (readonly [prepare: Prepare, requests: number])[] = [
  [findWorkload("session-token").contenders.ours!, 1],
  [findWorkload("session-renewing").contenders.ours!, 1],
  [findWorkload("csrf").contenders.ours!, 1],
  [findWorkload("providers").contenders.ours!, 1],
  [findWorkload("signin-page").contenders.ours!, 1],
  [findWorkload("password").contenders.ours!, 1],
  [findWorkload("signout").contenders.ours!, 1],
  [byMail("ours", { signsOut: true }), 3],
  [badInput, 1],
];

/** Megabytes that are in use after garbage collection, and after what the runtime does then. */
async function heap(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("Cannot measure the heap: start with --v8-flags=--expose-gc");
  for (let time = 0; time < 3; time++) {
    gc();
    await turn();
  }
  return Deno.memoryUsage().heapUsed / 1e6;
}

/** Lets the event loop turn, as between two requests of a server. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const operations: [Prepared, number][] = [];
for (const [prepare, requests] of MIX) {
  const prepared = await prepare({ quick: false, exclude: async (work) => await work() });
  operations.push([prepared, requests]);
}
const settled: number[] = [];
let sent = 0;
for (let look = STEP; sent < REQUESTS;) {
  for (const [{ request, run }, requests] of operations) {
    await run(request?.() ?? NO_REQUEST);
    sent += requests;
  }
  await turn();
  if (sent < look) continue;
  look += STEP;
  const size = await heap();
  if (sent >= SETTLED) settled.push(size);
  console.log(`${sent.toLocaleString("en").padStart(9)} requests: ${size.toFixed(1)} MB`);
}
const change = Math.max(...settled.map((size) => Math.abs(size / settled[0]! - 1)));
const verdict = change <= TOLERANCE ? "met" : "**missed**";
console.log(
  `heap from ${SETTLED.toLocaleString("en")} requests on: ${(change * 100).toFixed(1)} % change, ` +
    `target ≤ ${TOLERANCE * 100} % ${verdict}`,
);
