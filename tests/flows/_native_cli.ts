/**
 * A program on a command line: `_native_cli.ts <url of the service> <url of an API> <file>`. It signs
 * in in a browser unless its file has a session, asks the API, and prints what it got.
 *
 * @module
 */

import { createNativeClient } from "../../src/client/native.ts";

const [url, api, file] = Deno.args as [string, string, string];
const auth = createNativeClient({
  url,
  client: "Acme CLI",
  origins: [new URL(api).origin],
  storage: {
    get: () => Deno.readTextFile(file).catch(() => null),
    set: (text) =>
      text === null ? Deno.remove(file) : Deno.writeTextFile(file, text, { mode: 0o600 }),
  },
});

const session = await auth.session();
if (!session) await signIn();
const response = await auth.fetch(api);
console.log(`api ${response.status} ${(await response.text()).trim()}`);

async function signIn(): Promise<void> {
  const received = Promise.withResolvers<string>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      received.resolve(request.url);
      return new Response("You can close this page.");
    },
  );
  await auth.signIn({
    redirectUri: `http://127.0.0.1:${server.addr.port}/callback`,
    open: (url) => console.log(`open ${url}`),
    receive: () => received.promise,
  });
  await server.shutdown();
}
