/**
 * Starts an OpenID Provider and an app that signs in with it:
 *
 *     deno task demo [--port=8000] [--data=.demo]
 *
 * @module
 */

import { createDemo } from "./app.ts";
import { openData } from "./data.ts";
import { startProvider } from "./provider.ts";
import { SEEDED } from "./seed.ts";

const asked = portAsked();
const stop = new AbortController();
const { server, port } = listen(asked ?? 8000, asked === undefined);
// App and provider use two host names of this machine, so that their cookies are separate.
const origin = `http://localhost:${port}`;
const provider = await startProvider(`${origin}/auth/callback/demo`);
const folder = Deno.args.find((arg) => arg.startsWith("--data="))?.slice(7) ?? ".demo";
const { kv, secret } = await openData(folder);
server.resolve(await createDemo({ origin, provider, kv, secret }));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Windows has only SIGINT.
  if (Deno.build.os === "windows" && signal === "SIGTERM") continue;
  Deno.addSignalListener(signal, () => stop.abort());
}

console.log(`
  @x/auth demo

  App         ${origin}
  Account     ${origin}/auth/account
              ${SEEDED.email} has four devices; password: ${SEEDED.password}
  Sign-up     ${origin}/auth/signup   (any address; the email is in the inbox)
  Provider    ${provider.issuer}   (choose Ada or Grace)
  Email       any address; a link or a code
  Passkey     create one; the key stays in your browser
  Teams       ${origin}/auth/organizations
  Keys        ${origin}/auth/keys   (for ${origin}/api/projects)
  Apps        ${origin}/orbit   (an app of a partner)
  Inbox       ${origin}/inbox   (every email of the app)
  Data        ${folder}/demo.kv   (delete the folder to start again)

  Press Ctrl-C to stop.
`);

await server.finished;
await provider[Symbol.asyncDispose]();
kv.close();
console.log("Stopped.");
Deno.exit(0);

/** Listens at once and answers when the app is ready; tries the next port when one is busy. */
function listen(wanted: number, mayMove: boolean) {
  const ready = Promise.withResolvers<Awaited<ReturnType<typeof createDemo>>>();
  for (let port = wanted;; port++) {
    try {
      const server = Deno.serve(
        { hostname: "localhost", port, signal: stop.signal, onListen: () => {} },
        async (request) => await (await ready.promise)(request),
      );
      if (port !== wanted) console.log(`Port ${wanted} is busy: using ${port} instead.`);
      return { port, server: { finished: server.finished, resolve: ready.resolve } };
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      if (!mayMove || port >= wanted + 20) {
        console.error(
          `Port ${wanted} is busy. Stop the program that uses it, or pass another port: --port=8080`,
        );
        Deno.exit(1);
      }
    }
  }
}

function portAsked(): number | undefined {
  const text = Deno.args.find((arg) => arg.startsWith("--port="))?.slice(7) ?? Deno.env.get("PORT");
  if (text === undefined) return;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  console.error(`Cannot use port "${text}": pass a number from 1 to 65535`);
  Deno.exit(1);
}
