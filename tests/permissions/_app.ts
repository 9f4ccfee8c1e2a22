/**
 * A small app, started by the tests with the least permissions:
 * `_app.ts <port> [--github] [--secret=…]`.
 *
 * @module
 */

import { DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";
import GitHub from "@x/auth/providers/github";

const [port, ...options] = Deno.args;
const secret = options.find((option) => option.startsWith("--secret="))?.slice(9);

const { handler, auth } = DenoAuth({
  ...(secret ? { secret } : {}),
  providers: [
    ...(options.includes("--github") ? [GitHub] : []),
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
    }),
  ],
});

Deno.serve(
  {
    hostname: "127.0.0.1",
    port: Number(port),
    onListen: () => console.log("ready"),
  },
  handler(async (request) => Response.json((await auth(request))?.user?.name ?? null)),
);
