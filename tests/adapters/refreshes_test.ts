/**
 * One access token that many callers of several processes need at once, at a real OpenID
 * Provider whose refresh tokens can be used once.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { getSession } from "../../src/frameworks/server.ts";
import { SECRET, startFlow } from "../flows/_rig.ts";
import { TextLineStream } from "../_lines.ts";
import { isChosen } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";
import { openStore, type RefreshesOptions } from "./_refreshes.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const PROCESSES = 4;
const CALLERS = 25;

type Kind = RefreshesOptions["kind"];

/** A user who is signed in, and whose access token is about to expire. */
async function createRig(kind: Kind, location: string, strategy: "jwt" | "database") {
  let refreshes = 0;
  const { adapter, close } = await openStore({ kind, location });
  const flow = await startFlow({}, {
    adapter: adapter as NonNullable<AuthConfig["adapter"]>,
    session: { strategy, revocation: {} },
    tokens: KeepTokens(),
  }, {
    client: { grant_types: ["authorization_code", "refresh_token"] },
    configuration: {
      issueRefreshToken: () => true,
      rotateRefreshToken: () => Boolean(++refreshes),
      ttl: {
        AccessToken: (ctx: { oidc: { params: { grant_type: string } } }) =>
          ctx.oidc.params.grant_type === "refresh_token" ? 3600 : 10,
        RefreshToken: 3600,
        Session: 3600,
        Interaction: 3600,
        Grant: 3600,
        IdToken: 3600,
      },
    },
  });
  await flow.signIn();
  const { issuer, clientId, clientSecret } = flow.op;
  const url = `${flow.origin}/page`;
  const cookie = flow.browser.cookies.header(new URL(url));
  const options = {
    kind,
    location,
    callers: CALLERS,
    processes: PROCESSES,
    provider: { issuer, clientId, clientSecret },
    secret: SECRET,
    strategy,
    url,
    cookie,
  } satisfies RefreshesOptions;
  return {
    options,
    refreshes: () => refreshes,
    async hasSession() {
      return await getSession(new Request(url, { headers: { cookie } }), flow.config) !== null;
    },
    async [Symbol.asyncDispose]() {
      await flow[Symbol.asyncDispose]();
      await close();
    },
  };
}

function start(options: RefreshesOptions) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/adapters/_refreshes.ts", JSON.stringify(options)],
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  return { child, lines };
}

async function finish({ child, lines }: ReturnType<typeof start>): Promise<string[]> {
  const said = await Array.fromAsync(lines);
  assert((await child.status).success);
  return said;
}

async function refreshAtOnce(kind: Kind, location: string, strategy: "jwt" | "database") {
  await using rig = await createRig(kind, location, strategy);
  const children = Array.from({ length: PROCESSES }, () => start(rig.options));
  const tokens = (await Promise.all(children.map(finish))).flat();
  assertEquals(tokens.length, PROCESSES * CALLERS);
  assertEquals(new Set(tokens).size, 1, [...new Set(tokens)].join());
  assert(!tokens[0]!.includes(" "), tokens[0]);
  assertEquals(rig.refreshes(), 1);
  assert(await rig.hasSession());
}

/** Kills the process that holds the lock; returns the lines of the others. */
async function refreshAfterKill(
  kind: Kind,
  location: string,
  stops: "before" | "after",
): Promise<{ said: string[]; refreshes: number; hasSession: boolean }> {
  await using rig = await createRig(kind, location, "jwt");
  const { options } = rig;
  const holder = start({ ...options, stops, callers: 1, processes: 1 });
  const said: string[] = [];
  for await (const line of holder.lines) {
    assertEquals(line, "holding");
    // They find the lock taken.
    const others = Array.from({ length: PROCESSES - 1 }, () => start(options));
    holder.child.kill("SIGKILL");
    said.push(...(await Promise.all(others.map(finish))).flat());
  }
  assertEquals((await holder.child.status).signal, "SIGKILL");
  assertEquals(said.length, (PROCESSES - 1) * CALLERS);
  return { said, refreshes: rig.refreshes(), hasSession: await rig.hasSession() };
}

/** A store that is closed when its scope ends. */
interface Opened extends AsyncDisposable {
  location: string;
}

const KINDS: readonly Kind[] = ["kv", "sqlite", "postgres"];

/** Kills, each of which waits until a lock has expired: together they wait once. */
const kills: Record<string, () => Promise<void>> = {};

function register(kind: Kind, open: () => Promise<Opened>) {
  let number = KINDS.indexOf(kind);
  const isNext = () => isChosen(number++, KINDS.length);
  for (const strategy of ["jwt", "database"] as const) {
    if (!isNext()) continue;
    const sessions = strategy === "jwt" ? "token sessions" : "database sessions";
    Deno.test(`refreshes: 100 callers of four processes share one, with ${sessions} (${kind})`, async () => {
      await using store = await open();
      await refreshAtOnce(kind, store.location, strategy);
    });
  }
  if (!isNext()) return;
  kills[`the others refresh (${kind})`] = async () => {
    await using store = await open();
    const { said, refreshes, hasSession } = await refreshAfterKill(kind, store.location, "before");
    assertEquals(new Set(said).size, 1);
    assert(!said[0]!.includes(" "), said[0]);
    assertEquals(refreshes, 1);
    assert(hasSession);
  };
}

async function openFile(): Promise<Opened> {
  const folder = await Deno.makeTempDir();
  return {
    location: `${folder}/store`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

register("kv", openFile);
register("sqlite", openFile);

if (isChosen(0, 1)) {
  kills["between the provider's answer and its record, a new sign-in is asked for (sqlite)"] =
    async () => {
      await using store = await openFile();
      const { said, hasSession } = await refreshAfterKill("sqlite", store.location, "after");
      assertEquals([...new Set(said)], ["TokenRefreshError sign-in"]);
      assert(hasSession);
    };
}

withPostgres("refreshes on PostgreSQL", (server) => {
  register("postgres", async () => {
    await (await openEmpty(server()))[Symbol.asyncDispose]();
    return { location: server().connectionString, [Symbol.asyncDispose]: () => Promise.resolve() };
  });
});

Deno.test(`refreshes: after \`kill -9\` of the process that refreshes: ${Object.keys(kills).join("; ")}`, async () => {
  const outcomes = await Promise.allSettled(Object.values(kills).map((run) => run()));
  for (const [index, name] of Object.keys(kills).entries()) {
    const outcome = outcomes[index]!;
    if (outcome.status === "rejected") throw new Error(name, { cause: outcome.reason });
  }
});
