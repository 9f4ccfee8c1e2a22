/**
 * A store that fails while a session, or another credential, is read: no door says that no user is
 * signed in, and no cookie changes. The next request succeeds.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { AdapterError, AuthError, TokenRefreshError } from "../../src/errors.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { isChosen } from "../_stride.ts";
import { createDoors, type Door, type Opened } from "./_doors.ts";
import type { FaultStore, OpenStore, When } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const WHENS = ["before", "after", "away"] as const satisfies When[];

/** One of so many failures runs by default. */
const STRIDE = 7;

/** What a door says about the one who opens it. */
interface Said {
  readonly status: number;
  readonly location: string | null;
  /** `true` when it names Ada, or a function returned something. */
  readonly isAda: boolean;
}

async function said(opened: Opened): Promise<Said> {
  if (!(opened instanceof Response)) {
    const isAda = opened.value !== null && opened.value !== undefined;
    return { status: 0, location: null, isAda };
  }
  const text = await opened.text();
  const location = opened.headers.get("location")?.split(/[?#]/)[0] ?? null;
  return { status: opened.status, location, isAda: /Ada Lovelace|ada@example\.com/.test(text) };
}

/** Changes of the cookie of the session, or its end. */
function sessionCookies(opened: Opened): string[] {
  if (!(opened instanceof Response)) return [];
  return opened.headers.getSetCookie().filter((line) => line.includes("session-token"));
}

/** Opens a door while the store fails: unless it says the same as always, it says "later". */
async function openWithout(door: Door, good: Said, title: string): Promise<"known" | "later"> {
  let opened: Opened;
  try {
    opened = await door();
  } catch (error) {
    // Access tokens of a provider have an error of their own.
    const isLater = error instanceof AdapterError ||
      error instanceof TokenRefreshError && error.remedy === "retry";
    assert(isLater, `${title}: threw ${error}`);
    return "later";
  }
  const cookies = sessionCookies(opened);
  if (opened instanceof Response && opened.status === 503) {
    assert(Number(opened.headers.get("retry-after")) > 0, `${title}: 503 without Retry-After`);
    assertEquals(cookies, [], title);
    await opened.body?.cancel();
    return "later";
  }
  assert(cookies.every((line) => !/max-age=0/i.test(line)), `${title}: ${cookies}`);
  assertEquals(await said(opened), good, title);
  return "known";
}

/** Opens a door while a read finds nothing: whatever it says, no cookie is deleted. */
async function openEmpty(door: Door, title: string): Promise<"known" | "later"> {
  let opened: Opened | undefined;
  try {
    opened = await door();
  } catch (error) {
    assert(error instanceof AuthError, `${title}: threw ${error}`);
  }
  const cookies = opened ? sessionCookies(opened) : [];
  assert(cookies.every((line) => !/max-age=0/i.test(line)), `${title}: ${cookies}`);
  if (opened instanceof Response) await opened.body?.cancel();
  return "known";
}

/** Lets calls of the store fail while each door is opened; returns the number of failures. */
async function walk(
  store: FaultStore,
  strategy: Strategy,
  from: number,
  whens: readonly When[],
): Promise<{ failures: number; later: number }> {
  const { doors } = await createDoors(store, strategy);
  let failures = 0;
  let later = 0;
  let number = from;
  for (const [name, door] of Object.entries(doors)) {
    store.arm(0, "before");
    const good = await said(await door());
    // A change of keys acts on what it finds, and refuses what it does not find.
    if (name === "keys.create" && whens.includes("empty")) continue;
    assert(good.status < 400, `${name}: ${good.status} without a failure`);
    const count = store.calls.length;
    for (let call = 1; call <= count; call++) {
      for (const when of whens) {
        if (!isChosen(number++, STRIDE)) continue;
        store.arm(call, when);
        const title = () => `${name}, ${when} ${store.calls[call - 1]}`;
        const label = `${name}, ${when} call ${call}`;
        const outcome = when === "empty"
          ? await openEmpty(door, label)
          : await openWithout(door, good, label);
        if (store.calls.length < call) continue;
        failures++;
        if (outcome === "later") later++;
        store.arm(0, "before");
        assertEquals(await said(await door()), good, `afterwards: ${title()}`);
      }
    }
  }
  return { failures, later };
}

function register(stores: Readonly<Record<string, OpenStore>>): void {
  let from = 0;
  for (const [name, openStore] of Object.entries(stores)) {
    for (const strategy of STRATEGIES) {
      const begin = from++;
      Deno.test(`a failing store: no door says that no user is signed in (${name}, ${strategy})`, async () => {
        const store = await openStore();
        try {
          const { failures, later } = await walk(store, strategy, begin, WHENS);
          assert(failures > 10 && later > 5, `${failures} failures, ${later} of them "later"`);
        } finally {
          await store.close();
          await openStore.end?.();
        }
      });

      Deno.test(`a replica that lags behind: no read ends anything for good (${name}, ${strategy})`, async () => {
        const store = await openStore();
        try {
          const { failures } = await walk(store, strategy, begin, ["empty"]);
          assert(failures > 10, `${failures} empty reads`);
        } finally {
          await store.close();
          await openStore.end?.();
        }
      });
    }
  }
}

register(localStores);
withPostgres("a failing store: PostgreSQL", (server) => {
  const { PostgresAdapter } = serverStores(server);
  register({ PostgresAdapter: PostgresAdapter! });
});
