/**
 * Four processes of one app behind a proxy that gives each request to the next one, as hosts do.
 *
 * @module
 */

import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { waitForText, watchChild, type WatchedChild } from "../_wait.ts";
import { addressOf } from "./_app.ts";
import { WORKERS } from "./_sign_ins_during.ts";

/** Origin of the app, which is that of the proxy. */
export const APP = "https://app.example";

/** A store that all processes share. */
export type StoreName = "postgres" | "redis" | "dynamodb";

/** Issuer of a provider: each of those who sign in at the same time has one. */
export const issuerOf = (worker: number): string => `https://idp${worker}.example`;

/** The processes. */
export interface Machines extends AsyncDisposable {
  /** Signs a person in, each request on another machine. */
  signIn(person: string, worker: number): Promise<TestBrowser>;
  /** Ends a machine as a crash does, and starts another one in its place. */
  crash(): Promise<void>;
  /** Answers of every machine to a request for the session with these cookies. */
  sessions(cookie: string): Promise<unknown[]>;
  /** Numbers of requests that each machine and those before it have answered. */
  readonly answered: readonly number[];
}

interface Machine {
  child: WatchedChild;
  origin: string;
}

/** Starts them. */
export async function startMachines(store: StoreName, location: string): Promise<Machines> {
  const idps = new Map(
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        const issuer = issuerOf(worker);
        return [issuer, await createIdp({ issuer })] as const;
      }),
    ),
  );
  const providers = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      const origin = request.headers.get("x-origin") ?? "";
      return idps.get(origin)!.handler(new Request(`${origin}${pathname}${search}`, request));
    },
  );

  const start = async (): Promise<Machine> => {
    const process = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "-A", "--no-check", "tests/adapters/_machine.ts"],
        ...[store, location, `${providers.addr.port}`],
      ],
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const child = watchChild(process, process.stdout, process.stderr);
    const [, port] = await waitForText(/port (\d+)\./, child);
    return { child, origin: `http://127.0.0.1:${port}` };
  };
  const machines = await Promise.all([start(), start(), start(), start()]);
  const answered = machines.map(() => 0);
  let turn = 0;
  let crashes = 0;

  const send = async ({ origin }: Machine, request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === "GET" ? undefined : await request.arrayBuffer();
    return await fetch(`${origin}${pathname}${search}`, {
      method,
      headers,
      body,
      redirect: "manual",
    });
  };
  const proxy = async (request: Request): Promise<Response> => {
    // Where a sign-in ends, the app has pages of its own.
    if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response();
    const index = turn++ % machines.length;
    try {
      const response = await send(machines[index]!, request);
      answered[index]!++;
      return response;
    } catch {
      return new Response("Bad gateway", { status: 502 });
    }
  };

  return {
    async signIn(person, worker) {
      const issuer = issuerOf(worker);
      const idp = idps.get(issuer)!;
      idp.user = { sub: person, name: person, email: addressOf(person) };
      const browser = createBrowser(APP, { [APP]: proxy, [issuer]: idp.handler });
      // A crash ends it at any step; then there is no session.
      await browser.signIn(`idp${worker}`).catch(() => {});
      return browser;
    },
    async crash() {
      const index = crashes++ % machines.length;
      await machines[index]!.child.stop("SIGKILL");
      machines[index] = await start();
    },
    sessions: (cookie) =>
      Promise.all(machines.map(async (machine) => {
        const request = new Request(`${APP}/auth/session`, { headers: { cookie } });
        return await (await send(machine, request)).json();
      })),
    answered,
    async [Symbol.asyncDispose]() {
      await Promise.all(machines.map(({ child }) => child.stop("SIGKILL")));
      await providers.shutdown();
    },
  };
}
